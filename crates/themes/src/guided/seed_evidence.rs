//! What the seed entries in a paper say about every theme.

use serde::{Deserialize, Serialize};

use super::seed_matcher::{SeedCounts, SeedMatcher};

/// How slowly an entry's weight saturates with its count (`k1` of BM25).
const SATURATION: f32 = 1.2;
/// How much long papers are discounted (`b` of BM25).
const LENGTH_SHARE: f32 = 0.5;

/// Weights of the seed entries of a taxonomy, learned from the papers that hold them.
///
/// The evidence for a theme is the sum of its entries' BM25 weights in the paper (Robertson and Zaragoza,
/// "The probabilistic relevance framework", 2009; occurrences in the title weigh more, as in its BM25F), less
/// a share of that for excluded entries. It is divided by the square root of the norm of the theme's weights,
/// so that a long list has no advantage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeedEvidence {
    matcher: SeedMatcher,
    /// Weight of each entry divided by its theme's scale; negative for an excluded entry.
    weights: Vec<f32>,
    mean_length: f32,
}

/// An entry that a paper holds, and what it adds to the evidence for its theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeedMatch {
    /// Index in [`SeedMatcher::entries`].
    pub entry: u32,
    /// What it adds to the evidence; negative for an excluded entry.
    pub evidence: f32,
}

impl SeedEvidence {
    /// Learns the inverse document frequencies, `ln((1 + papers) / (1 + df)) + 1`, of the entries.
    ///
    /// `exclusion` scales the weights of excluded entries. An entry that no paper holds keeps its weight for
    /// later papers, but is not part of the norm.
    pub(super) fn learn(matcher: SeedMatcher, counts: &SeedCounts, exclusion: f32) -> Self {
        let frequencies = counts.document_frequencies(matcher.entries().len());
        let papers = 1.0 + counts.documents() as f64;
        let mut weights: Vec<f32> = frequencies
            .iter()
            .map(|&frequency| ((papers / (1.0 + f64::from(frequency))).ln() + 1.0) as f32)
            .collect();
        let mut norms = vec![0.0_f64; matcher.themes()];
        for ((entry, &weight), &frequency) in matcher.entries().iter().zip(&weights).zip(&frequencies) {
            if entry.speaks() && frequency > 0 {
                norms[entry.theme as usize] += f64::from(weight) * f64::from(weight);
            }
        }
        for (entry, weight) in matcher.entries().iter().zip(&mut weights) {
            let norm = norms[entry.theme as usize];
            let scale = if norm > 0.0 { norm.sqrt().sqrt() as f32 } else { 1.0 };
            let sign = match (entry.excluded, entry.required) {
                (true, _) => -exclusion,
                (false, true) => 0.0,
                (false, false) => 1.0,
            };
            *weight *= sign / scale;
        }
        Self { matcher, weights, mean_length: counts.mean_length() }
    }

    /// The entries and how they are found.
    #[must_use]
    pub fn matcher(&self) -> &SeedMatcher {
        &self.matcher
    }

    /// The entries that a paper holds and their evidence, by entry.
    ///
    /// # Panics
    /// If `paper` is not below [`SeedCounts::documents`], or the counts are of another matcher.
    pub fn matches<'a>(
        &'a self,
        counts: &'a SeedCounts,
        paper: usize,
    ) -> impl Iterator<Item = SeedMatch> + 'a {
        let length = counts.length(paper) as f32 / self.mean_length;
        let half = SATURATION * (1.0 - LENGTH_SHARE + LENGTH_SHARE * length);
        counts.document(paper).iter().map(move |&(entry, count)| SeedMatch {
            entry,
            evidence: self.weights[entry as usize] * count * (SATURATION + 1.0) / (count + half),
        })
    }

    /// Adds the evidence for every theme in a paper to `scores`, which has one value per theme. A theme that
    /// requires what the paper lacks gets no positive evidence.
    pub(super) fn add(&self, counts: &SeedCounts, paper: usize, scores: &mut [f32]) {
        for hit in self.matches(counts, paper) {
            scores[self.matcher.entries()[hit.entry as usize].theme as usize] += hit.evidence;
        }
        for theme in self.matcher.refused(counts.document(paper)) {
            scores[theme] = scores[theme].min(0.0);
        }
    }

    /// Unit vector of a theme's own entries over `columns` terms; each entry's weight is divided equally
    /// among its terms.
    pub(super) fn prototype(
        &self,
        theme: usize,
        columns: usize,
        resolve: &dyn Fn(&str) -> Vec<u32>,
    ) -> Vec<f32> {
        let mut prototype = vec![0.0_f32; columns];
        let entries = self.matcher.entries().iter().zip(&self.weights);
        for (entry, &weight) in
            entries.filter(|(entry, _)| entry.theme as usize == theme && entry.speaks() && !entry.forms)
        {
            let ids = resolve(&entry.text);
            for &id in ids.iter().filter(|&&id| (id as usize) < columns) {
                prototype[id as usize] += weight / ids.len() as f32;
            }
        }
        super::space::normalise(&mut prototype);
        prototype
    }
}

#[cfg(test)]
mod tests {
    use thema_features::Document;
    use thema_features::analysis::{Analyzer, Language, StopWords};

    use super::*;
    use crate::taxonomy::Taxonomy;

    fn evidence(documents: &[&str], exclusion: f32) -> Vec<[f32; 2]> {
        let taxonomy = Taxonomy::parse(
            "name = 't'\n[[theme]]\nkey = 'a'\nname = 'A'\nterms = ['cache', 'never']\nexcluded = ['web']\n\
             [[theme]]\nkey = 'b'\nname = 'B'\nterms = ['web']\n",
        )
        .unwrap();
        let analyzer = Analyzer::builder(Language::English).stop_words(StopWords::none()).build();
        let matcher = SeedMatcher::new(&taxonomy, &analyzer);
        let documents: Vec<_> = documents.iter().map(|body| Document::new("", body)).collect();
        let counts = matcher.count(&documents, &analyzer);
        let evidence = SeedEvidence::learn(matcher, &counts, exclusion);
        (0..documents.len())
            .map(|paper| {
                let mut scores = [0.0; 2];
                evidence.add(&counts, paper, &mut scores);
                scores
            })
            .collect()
    }

    #[test]
    fn an_excluded_entry_speaks_against_its_theme() {
        let scores = evidence(&["a cache", "the web", "a web cache", "nothing"], 0.5);
        assert!(scores[0][0] > 0.0 && scores[0][1] == 0.0);
        assert!(scores[1][0] < 0.0 && scores[1][1] > 0.0);
        assert!(scores[2][0] < scores[0][0] && scores[2][0] > 0.0);
        assert!(scores[3].iter().all(|&score| score == 0.0));
    }

    #[test]
    fn more_occurrences_add_less_and_less() {
        let scores = evidence(&["cache x y z", "cache cache y z", "cache cache cache z"], 0.5);
        let steps = (scores[1][0] - scores[0][0], scores[2][0] - scores[1][0]);
        assert!(steps.0 > steps.1 && steps.1 > 0.0, "{steps:?}");
    }
}
