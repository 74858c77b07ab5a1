//! How near a phrase stands to what its group is about.

use rustc_hash::FxHashMap;

use super::phrases::Phrases;
use super::texts::Stems;

/// Words that tell what a group is about.
const WORDS: usize = 30;
/// Least share of a group's papers that hold such a word, and its least rate in the group, in rates of the corpus.
const LEAST: (f64, f64) = (0.05, 2.0);

/// The words that tell what a group is about, and how many of them the papers hold that hold a phrase.
pub(super) struct Typicality {
    /// What the words of a paper count on average.
    usual: f64,
    /// By phrase: the sum of what the words of its papers count.
    sums: Vec<f64>,
}

impl Typicality {
    /// Of the group of papers `members`, given the share of its papers that hold each of the phrases `found`, and their
    /// rates in it, in rates of the corpus.
    pub(super) fn of(
        members: &[u32],
        phrases: &Phrases,
        found: impl Iterator<Item = (u32, f64, f64)>,
    ) -> Self {
        let mut words: Vec<(u32, f64, f64)> = found
            .filter(|&(phrase, share, lift)| {
                let phrase = &phrases.known[phrase as usize];
                Stems::numbers(phrase.key).count() == 1 && share >= LEAST.0 && lift >= LEAST.1
            })
            .map(|(phrase, share, lift)| (phrase, lift.ln(), share))
            .collect();
        words.sort_by(|a, b| (b.1 * b.2).total_cmp(&(a.1 * a.2)).then(a.0.cmp(&b.0)));
        words.truncate(WORDS);
        let counts: FxHashMap<u32, f64> = words.iter().map(|&(phrase, weight, _)| (phrase, weight)).collect();
        let mut sums = vec![0.0; phrases.known.len()];
        let mut all = 0.0;
        for &paper in members {
            let held = &phrases.held[paper as usize];
            let counted: f64 = held.iter().filter_map(|entry| counts.get(&(entry / 2))).sum();
            all += counted;
            for entry in held {
                sums[*entry as usize / 2] += counted;
            }
        }
        Self { usual: all / members.len().max(1) as f64, sums }
    }

    /// How many of the words the `papers` that hold a phrase hold, against all papers of the group: 1 for a phrase that
    /// stands in its midst, less for one that stands aside.
    pub(super) fn of_phrase(&self, phrase: u32, papers: u32) -> f64 {
        if self.usual > 0.0 { self.sums[phrase as usize] / f64::from(papers) / self.usual } else { 1.0 }
    }
}
