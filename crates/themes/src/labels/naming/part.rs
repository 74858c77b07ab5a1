//! Phrases as parts of a name, and which of them can be combined.

use super::candidates::{Candidate, TITLE};
use super::grammar::abbreviates;
use super::pairing::MOST_WORDS;
use super::phrases::Phrases;

/// Minimum ratio of the rarer part's coverage to that of the other, which is a phrase or a single word.
const LEAST_BESIDE: f64 = 0.2;
const LEAST_BESIDE_WORD: f64 = 0.075;
/// Stems with a common prefix of at least this many characters, and at least this share of the shorter one,
/// have the same root.
const ROOT: (usize, f64) = (5, 0.75);
/// Minimum length, in characters, of a stem that is the root of a longer one that
/// begins with it: "chao" of "chaot".
const ROOT_WITHIN: usize = 4;

/// A phrase in the form in which a name may use it.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) candidate: Candidate,
    pub(super) text: String,
    pub(super) stems: Vec<String>,
    /// Whether enough of what a report shows of the group supports it, so that it may be one of two in a name.
    pub(super) supported: bool,
    /// One bit per paper of the group: whether the paper holds the phrase.
    pub(super) papers: Vec<u64>,
    /// One bit per paper of the group: whether the title holds the phrase.
    pub(super) titles: Vec<u64>,
}

impl Part {
    /// A candidate written as `text`; `members` are the papers of the group.
    pub(super) fn new(
        candidate: Candidate,
        text: String,
        stems: Vec<String>,
        supported: bool,
        members: &[u32],
        phrases: &Phrases,
    ) -> Self {
        let mut papers = vec![0_u64; members.len().div_ceil(64)];
        let mut titles = papers.clone();
        for (at, &paper) in members.iter().enumerate() {
            if let Some(in_title) = phrases.held_in(paper, candidate.phrase) {
                papers[at / 64] |= 1 << (at % 64);
                titles[at / 64] |= u64::from(in_title) << (at % 64);
            }
        }
        Self { candidate, text, stems, supported, papers, titles }
    }

    /// What it adds to another part: its score over the papers that do not hold the other.
    pub(super) fn gain_beside(&self, other: &Self, members: usize) -> f64 {
        let apart = |bits: &[u64]| {
            let without = bits.iter().zip(&other.papers).map(|(own, held)| (own & !held).count_ones());
            f64::from(without.sum::<u32>())
        };
        (apart(&self.papers) + TITLE * apart(&self.titles)) / members.max(1) as f64 * self.candidate.weight
    }

    pub(super) fn words(&self) -> usize {
        self.text.split(' ').count()
    }
}

/// Whether two parts can form one name: short, not a list of words, and nothing said twice.
pub(super) fn fit_together(one: &Part, other: &Part) -> bool {
    one.candidate.words.max(other.candidate.words) > 1
        && one.words() + other.words() < MOST_WORDS
        && !say_the_same(one, other)
}

/// Whether one of two parts is so much rarer than the other that a name with both would make too much of it.
pub(super) fn is_rare_beside(one: &Part, other: &Part) -> bool {
    let (a, b) = (one.candidate.coverage, other.candidate.coverage);
    let beside = |part: &Part| if part.candidate.words > 1 { LEAST_BESIDE } else { LEAST_BESIDE_WORD };
    let is_rare = |rare: f64, part: &Part| rare < beside(part) * part.candidate.coverage;
    if a < b { is_rare(a, other) } else { is_rare(b, one) }
}

fn say_the_same(one: &Part, other: &Part) -> bool {
    let abbreviated = abbreviates(&one.text, &other.text) || abbreviates(&other.text, &one.text);
    abbreviated || share_a_root(&one.stems, &other.stems)
}

/// Whether a word of one has the same root as a word of the other: stems with a common beginning, or one that
/// ends in the other ("subgroup", "group").
fn share_a_root(one: &[String], other: &[String]) -> bool {
    one.iter().any(|a| other.iter().any(|b| same_root(a, b)))
}

fn same_root(a: &str, b: &str) -> bool {
    let alike = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    let shorter = a.chars().count().min(b.chars().count());
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let ends_so = shorter >= ROOT.0 && long.ends_with(short);
    let begins_so = shorter >= ROOT_WITHIN && long.starts_with(short);
    ends_so || begins_so || a == b || (alike >= ROOT.0 && alike as f64 >= ROOT.1 * shorter as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_told() {
        assert!(share_a_root(&["superconduct".into()], &["superconductor".into()]));
        assert!(share_a_root(&["subgroup".into()], &["group".into()]));
        assert!(share_a_root(&["chao".into()], &["chaotic".into()]));
        assert!(!share_a_root(&["comput".into()], &["commun".into()]));
    }
}
