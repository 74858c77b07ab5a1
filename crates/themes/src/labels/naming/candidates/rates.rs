//! How frequent phrases are in the corpus.

use super::found::Found;

/// Rates per phrase.
pub(super) struct Rates {
    /// Share of the corpus's papers that hold it.
    pub(super) corpus: Vec<f64>,
    /// Greatest share of a group's papers that hold it.
    pub(super) highest: Vec<f64>,
}

impl Rates {
    /// The rates of `phrases` phrases. Per group, `shares` is its share of all papers, `members` its papers
    /// and `found` what they hold; the last group is that of papers without a group.
    pub(super) fn of(phrases: usize, shares: &[f64], members: &[Vec<u32>], found: &[Vec<Found>]) -> Self {
        let mut rates = Self { corpus: vec![0.0; phrases], highest: vec![0.0; phrases] };
        let groups = members.len() - 1;
        for (group, counts) in found.iter().enumerate() {
            for found in counts {
                let share = f64::from(found.papers) / members[group].len() as f64;
                rates.corpus[found.phrase as usize] += shares[group] * share;
                if group < groups {
                    let highest = &mut rates.highest[found.phrase as usize];
                    *highest = highest.max(share);
                }
            }
        }
        rates
    }
}
