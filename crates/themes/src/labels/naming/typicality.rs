//! How typical a phrase is of its group.

use rustc_hash::FxHashMap;

use super::phrases::Phrases;
use super::texts::Stems;

/// Number of words that show what a group is about.
const WORDS: usize = 30;
/// Minimum share of a group's papers that hold such a word, and minimum ratio of its rate in the group to its
/// rate in the corpus.
const LEAST: (f64, f64) = (0.05, 2.0);

/// The words that show what a group is about, and how many of them the papers of each phrase hold.
pub(super) struct Typicality {
    /// Mean weight of these words in a paper.
    usual: f64,
    /// Per phrase: the weight of these words, summed over the papers that hold the phrase.
    sums: Vec<f64>,
}

impl Typicality {
    /// Typicality in the group with the papers `members`. `found` holds, per phrase, its number, the share of
    /// the papers that hold it, and the ratio of its rate in the group to its rate in the corpus.
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

    /// Weight of these words in the `papers` papers that hold a phrase, relative to all papers of the group:
    /// 1 for a phrase at the centre of the group, less for one at its edge.
    pub(super) fn of_phrase(&self, phrase: u32, papers: u32) -> f64 {
        if self.usual > 0.0 { self.sums[phrase as usize] / f64::from(papers) / self.usual } else { 1.0 }
    }
}
