//! The shipped taxonomy for the field of a corpus.

use thema_features::Document;
use thema_features::analysis::Analyzer;

use super::seed_matcher::SeedMatcher;
use crate::ThemeError;
use crate::taxonomy::{Taxonomy, shipped};

/// Minimum share of papers of its field for a shipped taxonomy to be chosen.
const MIN_SHARE: f64 = 0.5;
/// Papers whose words are read at most; the others count like them.
const MAX_READ: usize = 2_000;

/// What tells the field of a paper.
#[derive(Clone, Debug)]
pub struct FieldPaper<'a> {
    /// Its categories.
    pub categories: Vec<&'a str>,
    /// Its words, which are read if it has no categories.
    pub document: Document<'a>,
}

/// The shipped taxonomy that most papers are of the field of (the earlier of equals), if at least half are;
/// otherwise `None`.
///
/// A paper with categories is of a taxonomy's field if the taxonomy [covers](Taxonomy::covers) one of them.
/// Among papers without, of which at most 2,000 at even steps are read, it is one that holds two entries of one
/// theme, one of them a phrase, and an entry that the theme requires. `analyzer` should not remove stop words.
///
/// # Errors
/// The errors of [`shipped`].
pub fn best_for_field(
    papers: &[FieldPaper<'_>],
    analyzer: &Analyzer,
) -> Result<Option<Taxonomy>, ThemeError> {
    let (known, unknown): (Vec<_>, Vec<_>) = papers.iter().partition(|paper| !paper.categories.is_empty());
    let step = unknown.len().div_ceil(MAX_READ).max(1);
    let read: Vec<Document<'_>> = unknown.iter().step_by(step).map(|paper| paper.document).collect();
    let mut best: Option<(f64, Taxonomy)> = None;
    for taxonomy in shipped()? {
        let covered = known.iter().filter(|paper| paper.categories.iter().any(|own| taxonomy.covers(own)));
        let spoken = if read.is_empty() { 0.0 } else { share_spoken_of(&taxonomy, &read, analyzer) };
        let count = covered.count() as f64 + spoken * unknown.len() as f64;
        let share = if papers.is_empty() { 0.0 } else { count / papers.len() as f64 };
        if share >= MIN_SHARE && best.as_ref().is_none_or(|(most, _)| share > *most) {
            best = Some((share, taxonomy));
        }
    }
    Ok(best.map(|(_, taxonomy)| taxonomy))
}

/// Share of documents that hold enough entries of a theme.
fn share_spoken_of(taxonomy: &Taxonomy, documents: &[Document<'_>], analyzer: &Analyzer) -> f64 {
    let matcher = SeedMatcher::new(taxonomy, analyzer);
    let counts = matcher.count(documents, analyzer);
    let spoken = (0..documents.len()).filter(|&document| speaks(&matcher, counts.document(document))).count();
    spoken as f64 / documents.len() as f64
}

/// Whether the entries held by a document speak for a theme: two of them, one a phrase, and a required one.
fn speaks(matcher: &SeedMatcher, held: &[(u32, f32)]) -> bool {
    let refused: Vec<usize> = matcher.refused(held).collect();
    let speaking: Vec<_> = held
        .iter()
        .map(|&(entry, _)| &matcher.entries()[entry as usize])
        .filter(|entry| entry.speaks() && !entry.forms && !refused.contains(&(entry.theme as usize)))
        .collect();
    speaking
        .chunk_by(|a, b| a.theme == b.theme)
        .any(|of_theme| of_theme.len() >= 2 && of_theme.iter().any(|entry| entry.text.contains([' ', '-'])))
}

#[cfg(test)]
mod tests {
    use thema_features::analysis::{Language, StopWords};

    use super::*;

    fn chosen(papers: &[(&[&'static str], &'static str)]) -> Option<String> {
        let analyzer = Analyzer::builder(Language::English).stop_words(StopWords::none()).build();
        let paper = |&(categories, text): &(&[&'static str], &'static str)| FieldPaper {
            categories: categories.to_vec(),
            document: Document::new("", text),
        };
        let papers: Vec<_> = papers.iter().map(paper).collect();
        best_for_field(&papers, &analyzer).unwrap().map(|taxonomy| taxonomy.name)
    }

    #[test]
    fn the_categories_of_most_papers_choose() {
        assert_eq!(chosen(&[(&["cs.DC"], ""), (&["cs.DC"], ""), (&["cs.LG"], "")]), Some("cs-dc".into()));
        assert_eq!(chosen(&[(&["cs.LG", "quant-ph"], "")]), Some("quant-ph".into()));
        assert_eq!(chosen(&[(&["math.CO"], ""), (&["hep-th"], ""), (&["cs.DC"], "")]), None);
        assert_eq!(chosen(&[]), None);
    }

    #[test]
    fn the_words_of_papers_without_categories_choose() {
        let federated = "In federated learning, clients send local updates and no data.";
        let operators = "We study bounded operators on Hilbert spaces and the training of nothing.";
        assert_eq!(chosen(&[(&[], federated), (&[], operators)]), Some("cs-dc".into()));
        assert_eq!(chosen(&[(&[], operators), (&[], operators), (&[], federated)]), None);
        assert_eq!(chosen(&[(&[], "Clients learn.")]), None);
        assert_eq!(chosen(&[(&["math.OA"], federated), (&["math.OA"], federated), (&[], federated)]), None);
    }

    #[test]
    fn a_theme_without_its_required_entry_does_not_speak() {
        let without = "A prefix cache helps inference and decoding.";
        let with = "A prefix cache on a server helps inference and decoding.";
        assert_eq!(chosen(&[(&[], without)]), None);
        assert_eq!(chosen(&[(&[], with)]), Some("cs-dc".into()));
    }
}
