//! Candidate terms of every group, by class-based TF-IDF.

use super::GroupFrequencies;
use super::label::TermText;

/// A term that may be in a group's label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) term: u32,
    /// Class-based TF-IDF weight.
    pub(super) weight: f64,
    /// Papers of the group that hold the term.
    pub(super) frequency: u32,
    /// A phrase among the candidates that covers the term.
    pub(super) covered_by: Option<u32>,
}

/// A phrase covers a word in it if at least this share of the group's papers with
/// the word also hold the phrase.
const PHRASE_SHARE: f64 = 0.4;

/// The `count` heaviest terms of every group, heaviest first.
///
/// The weight is the share of the group's papers that hold the term times the logarithm of its lift over the
/// corpus, `p(t|c) ln(p(t|c) / p(t))` (class-based TF-IDF of Grootendorst, "`BERTopic`", 2022, on papers
/// instead of occurrences), times `p(t|c) / max p(t|·)`, which favours the group that the term is typical of.
/// The share in a group is the lower end of its interval; the share in all papers is smoothed by half a
/// paper. A word that a phrase covers is marked; a phrase that does not cover a word in it is dropped.
pub(super) fn candidates(
    frequencies: &GroupFrequencies,
    texts: &dyn TermText,
    count: usize,
) -> Vec<Vec<Candidate>> {
    let groups = frequencies.groups();
    let papers: f64 = (0..groups).map(|group| f64::from(frequencies.size(group))).sum();
    let mut totals = vec![0_u32; frequencies.terms()];
    let mut highest = vec![0.0_f64; frequencies.terms()];
    for group in 0..groups {
        let size = f64::from(frequencies.size(group));
        for (term, &frequency) in frequencies.of_group(group).iter().enumerate() {
            totals[term] += frequency;
            highest[term] = highest[term].max(least_share(frequency, size));
        }
    }
    (0..groups)
        .map(|group| {
            let size = f64::from(frequencies.size(group));
            let least = least_frequency(size);
            let mut weighed: Vec<Candidate> = (0_u32..)
                .zip(frequencies.of_group(group))
                .filter(|&(_, &frequency)| frequency >= least)
                .filter_map(|(term, &frequency)| {
                    let inside = least_share(frequency, size);
                    let lift = (inside / share(totals[term as usize], papers)).ln();
                    let weight = inside * lift * (inside / highest[term as usize]);
                    (weight > 0.0).then_some(Candidate { term, weight, frequency, covered_by: None })
                })
                .collect();
            weighed.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.term.cmp(&b.term)));
            weighed.truncate(count * 3);
            let mut kept = merge_parts(&weighed, texts);
            kept.truncate(count);
            kept
        })
        .collect()
}

/// Minimum number of papers of a group of `size` that hold a term: 1 in 100, but at least 3 from twenty
/// papers on, 2 from six on, and 1 below.
fn least_frequency(size: f64) -> u32 {
    let floor = match size as u32 {
        0..6 => 1,
        6..20 => 2,
        _ => 3,
    };
    ((size / 100.0).ceil() as u32).max(floor)
}

/// Lower end of the Wilson score interval of a share, one standard error wide,
/// because few papers prove little.
pub(super) fn least_share(frequency: u32, size: f64) -> f64 {
    let p = f64::from(frequency) / size;
    let centre = p + 0.5 / size;
    let width = (p * (1.0 - p) / size + 0.25 / (size * size)).sqrt();
    (centre - width) / (1.0 + 1.0 / size)
}

fn share(frequency: u32, size: f64) -> f64 {
    (f64::from(frequency) + 0.5) / (size + 1.0)
}

/// Marks the terms that a longer one covers, and drops phrases that cover too little of a term inside them.
fn merge_parts(weighed: &[Candidate], texts: &dyn TermText) -> Vec<Candidate> {
    let stems: Vec<Vec<&str>> =
        weighed.iter().map(|candidate| texts.stems(candidate.term).split(' ').collect()).collect();
    let contains = |long: &[&str], short: &[&str]| long.windows(short.len()).any(|window| window == short);
    let mut dropped = vec![false; weighed.len()];
    let mut covered_by = vec![None; weighed.len()];
    // Longest phrases first, so that a word is compared only with phrases that are kept.
    let mut order: Vec<usize> = (0..weighed.len()).filter(|&index| stems[index].len() > 1).collect();
    order.sort_by_key(|&index| (std::cmp::Reverse(stems[index].len()), index));
    for long in order {
        let mut covered = Vec::new();
        for short in 0..weighed.len() {
            if stems[short].len() >= stems[long].len()
                || covered_by[short].is_some()
                || !contains(&stems[long], &stems[short])
            {
                continue;
            }
            let coverage = f64::from(weighed[long].frequency) / f64::from(weighed[short].frequency);
            if coverage >= PHRASE_SHARE {
                covered.push(short);
            } else {
                dropped[long] = true;
            }
        }
        if !dropped[long] {
            for short in covered {
                covered_by[short] = Some(weighed[long].term);
            }
        }
    }
    let kept = (0..weighed.len()).filter(|&index| !dropped[index]);
    kept.map(|index| Candidate { covered_by: covered_by[index], ..weighed[index] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::label::tests::Words;

    fn uncovered(entries: &[(&'static str, u32)]) -> Vec<&'static str> {
        let words = Words(entries.iter().map(|(text, _)| *text).collect());
        let weighed: Vec<Candidate> = (0_u32..)
            .zip(entries)
            .map(|(term, &(_, frequency))| Candidate { term, weight: 1.0, frequency, covered_by: None })
            .collect();
        let kept = merge_parts(&weighed, &words);
        let uncovered = kept.iter().filter(|candidate| candidate.covered_by.is_none());
        uncovered.map(|candidate| words.0[candidate.term as usize]).collect()
    }

    #[test]
    fn a_phrase_replaces_the_words_that_it_covers() {
        assert_eq!(
            uncovered(&[("kv", 10), ("cache", 12), ("kv cache", 9), ("serve", 20)]),
            ["kv cache", "serve"]
        );
    }

    #[test]
    fn a_word_replaces_a_phrase_that_covers_little_of_it() {
        assert_eq!(uncovered(&[("cache", 100), ("cache miss", 9)]), ["cache"]);
    }
}
