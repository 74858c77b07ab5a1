//! The taxonomies shipped with the program, embedded in it.

use super::Taxonomy;
use crate::ThemeError;

const SOURCES: [&str; 3] = [
    include_str!("../../../../data/taxonomies/cs-dc.toml"),
    include_str!("../../../../data/taxonomies/cs-cl.toml"),
    include_str!("../../../../data/taxonomies/quant-ph.toml"),
];

/// Minimum share of papers that a shipped taxonomy must cover to be chosen automatically.
const MIN_COVERAGE: f64 = 0.5;

/// All taxonomies shipped with the program.
///
/// # Errors
/// None in a released program, because a test checks every file.
pub fn shipped() -> Result<Vec<Taxonomy>, ThemeError> {
    SOURCES.iter().map(|source| Taxonomy::parse(source)).collect()
}

/// The shipped taxonomy for a corpus, given the categories of every paper: the one with the
/// largest [`Taxonomy::coverage`] (the earlier of equals), if it covers at least half of
/// the papers; otherwise `None`.
///
/// # Errors
/// The errors of [`shipped`].
pub fn best_for_categories(papers: &[&[String]]) -> Result<Option<Taxonomy>, ThemeError> {
    let mut best: Option<(f64, Taxonomy)> = None;
    for taxonomy in shipped()? {
        let coverage = taxonomy.coverage(papers.iter().copied());
        if coverage >= MIN_COVERAGE && best.as_ref().is_none_or(|(covered, _)| coverage > *covered) {
            best = Some((coverage, taxonomy));
        }
    }
    Ok(best.map(|(_, taxonomy)| taxonomy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_file_is_valid_and_named_apart() {
        let all = shipped().unwrap();
        let names: std::collections::BTreeSet<_> = all.iter().map(|taxonomy| taxonomy.name.clone()).collect();
        assert_eq!(names.len(), all.len());
        let wanted: Vec<_> =
            all[0].themes.iter().filter(|theme| !theme.other).map(|theme| theme.key.as_str()).collect();
        assert_eq!(wanted, ["serving", "training", "federated", "hpc"]);
    }

    #[test]
    fn every_shipped_file_fits_the_published_schema() {
        let schema =
            serde_json::from_str(include_str!("../../../../data/schema/taxonomy.schema.json")).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        for source in SOURCES {
            let instance: serde_json::Value = toml::from_str(source).unwrap();
            assert!(validator.is_valid(&instance), "{:?}", validator.iter_errors(&instance).next());
        }
        for bad in ["name = 't'", "name = 't'\ntheme = [{key = 'other', name = 'A', terms = ['x']}]"] {
            assert!(!validator.is_valid(&toml::from_str(bad).unwrap()), "{bad}");
        }
    }

    #[test]
    fn the_field_of_the_corpus_chooses() {
        let of = |categories: &[&str]| -> Vec<Vec<String>> {
            categories.iter().map(|category| vec![(*category).to_string()]).collect()
        };
        let choose = |papers: &[Vec<String>]| {
            let views: Vec<&[String]> = papers.iter().map(Vec::as_slice).collect();
            best_for_categories(&views).unwrap().map(|taxonomy| taxonomy.name)
        };
        assert_eq!(choose(&of(&["cs.DC", "cs.DC", "cs.LG"])), Some("cs-dc".into()));
        assert_eq!(choose(&of(&["quant-ph"])), Some("quant-ph".into()));
        assert_eq!(choose(&of(&["math.CO", "hep-th", "cs.DC"])), None);
        assert_eq!(choose(&[vec![], vec![]]), Some("cs-dc".into()));
        assert_eq!(choose(&[]), None);
    }
}
