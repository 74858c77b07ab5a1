//! The taxonomies shipped with the program, embedded in it.

use super::Taxonomy;
use crate::ThemeError;

const SOURCES: [&str; 3] = [
    include_str!("../../../../data/taxonomies/cs-dc.toml"),
    include_str!("../../../../data/taxonomies/cs-cl.toml"),
    include_str!("../../../../data/taxonomies/quant-ph.toml"),
];

/// All taxonomies shipped with the program.
///
/// # Errors
/// None in a released program, because a test checks every file.
pub fn shipped() -> Result<Vec<Taxonomy>, ThemeError> {
    SOURCES.iter().map(|source| Taxonomy::parse(source)).collect()
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
}
