//! How well a phrase names a group of papers.

use std::cmp::Ordering;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::phrases::Phrases;
use super::texts::Stems;
use super::typicality::Typicality;

/// How much a title counts beside the papers that hold a phrase.
pub(super) const TITLE: f64 = 3.0;
/// Candidates a group.
const CANDIDATES: usize = 80;
/// Least share of a group's papers that hold a candidate, and that write it as its name would.
pub(super) const LEAST_SHARE: f64 = 0.02;
/// Least papers of a group that hold a candidate.
const LEAST_PAPERS: u32 = 2;
/// Least rate of a phrase in its group, in rates of the corpus, where the group leaves room for it.
const LEAST_LIFT: f64 = 3.0;
/// As [`LEAST_LIFT`], of single words.
const LEAST_LIFT_WORD: f64 = 6.0;
/// Share of a group's papers from which a single word is what they are about, and the [`LEAST_LIFT_WORD`] of rarer ones,
/// which may be words of many fields: "inequalities", "security".
pub(super) const COMMON_WORD: f64 = 0.25;
const LEAST_LIFT_RARE_WORD: f64 = 12.0;
/// Share of the greatest lift possible that is enough.
const ENOUGH_LIFT: f64 = 0.6;
/// Least share of a group's papers that hold a single word, and one that is not sure.
const LEAST_SHARE_WORD: f64 = 0.1;
const LEAST_SHARE_UNSURE_WORD: f64 = 0.05;
/// Titles that hold a candidate, of the papers that do: what titles avoid is a turn of speech.
const LEAST_TITLES: f64 = 0.1;
/// As [`LEAST_TITLES`], of single words, which a paper is seldom about: "samples", "memory".
const LEAST_TITLES_WORD: f64 = 0.2;
/// As [`LEAST_TITLES`], under the least demand.
const SOME_TITLES: f64 = 0.03;
/// Most that counts of how near a phrase stands to what its group is about.
const MOST_NEAR: f64 = 1.25;
/// How evenly a phrase is spread at least over the groups that it names together.
const LEAST_EVENNESS: f64 = 0.8;
/// Standard errors that a share in few papers is taken to be less than it seems: nine times of ten it is not.
const CAUTION: f64 = 1.28;
/// How much less a phrase counts that always goes on.
const OPENNESS: f64 = 0.5;
/// A word does not speak for itself where one phrase holds so many of its papers.
const SPOKEN_FOR: f64 = 0.25;

/// A phrase that may name a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) phrase: u32,
    pub(super) score: f64,
    /// Share of the group's papers that hold it.
    pub(super) coverage: f64,
    /// What a paper with it counts, a title [`TITLE`] as much again.
    pub(super) weight: f64,
    /// Words other than links.
    pub(super) words: u8,
    /// Whether it is surely common enough; else it stands in the midst of what the group is about, and may complete a name.
    pub(super) sure: bool,
    /// Whether it is the subject that the group's papers are filed under.
    pub(super) leads: bool,
}

impl Candidate {
    /// A subject that leads before all others, then by score.
    pub(super) fn rank(&self, other: &Self) -> Ordering {
        (other.leads.cmp(&self.leads))
            .then(other.score.total_cmp(&self.score))
            .then(self.phrase.cmp(&other.phrase))
    }
}

/// How much must speak for a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// All that makes a good name.
    Full,
    /// It is rather in the group than elsewhere.
    Least,
}

/// Groups of the papers of a sample, and what they stand for.
pub(super) struct Grouping {
    /// By group: places of its papers in the sample.
    pub(super) members: Vec<Vec<u32>>,
    /// By group: its share of all papers. The last group is that of the papers of no group.
    shares: Vec<f64>,
    /// By group: papers of each of the groups that it is made of; empty where it is made of papers.
    children: Vec<Vec<Vec<u32>>>,
}

impl Grouping {
    /// The groups of the papers that stand in `rows`; `group_of` says the group of every paper of the corpus.
    pub(super) fn new(rows: impl Iterator<Item = usize>, group_of: &[Option<u32>], groups: usize) -> Self {
        let place = |group: Option<u32>| group.map_or(groups, |group| group as usize);
        let mut members = vec![Vec::new(); groups + 1];
        for (paper, row) in (0..).zip(rows) {
            members[place(group_of[row])].push(paper);
        }
        let mut sizes = vec![0_usize; groups + 1];
        for &group in group_of {
            sizes[place(group)] += 1;
        }
        // A group that the sample has no paper of says nothing of any rate.
        let known: usize =
            sizes.iter().zip(&members).filter(|(_, of)| !of.is_empty()).map(|(size, _)| size).sum();
        let shares = sizes.iter().map(|&size| size as f64 / known.max(1) as f64).collect();
        Self { members, shares, children: Vec::new() }
    }

    /// Number of groups.
    pub(super) fn groups(&self) -> usize {
        self.members.len() - 1
    }

    /// Whether its groups are made of papers and not of other groups.
    pub(super) fn is_of_papers(&self) -> bool {
        self.children.is_empty()
    }

    /// The same groups, each made of the given groups of papers.
    pub(super) fn above(self, children: Vec<Vec<Vec<u32>>>) -> Self {
        Self { children, ..self }
    }

    /// The best candidates of every group, best first.
    /// Of a group with a phrase in `leads`, that phrase needs to be no more than common.
    pub(super) fn candidates(
        &self,
        phrases: &Phrases,
        demand: Demand,
        leads: &[Option<u32>],
    ) -> Vec<Vec<Candidate>> {
        let counts: Vec<Vec<Found>> = self.members.par_iter().map(|of| count(of, phrases)).collect();
        let mut rates = vec![0.0_f64; phrases.known.len()];
        let mut highest = vec![0.0_f64; phrases.known.len()];
        let groups = self.groups();
        for (group, counts) in counts.iter().enumerate() {
            for found in counts {
                let share = f64::from(found.papers) / self.members[group].len() as f64;
                rates[found.phrase as usize] += self.shares[group] * share;
                if group < groups {
                    highest[found.phrase as usize] = highest[found.phrase as usize].max(share);
                }
            }
        }
        (0..groups)
            .into_par_iter()
            .map(|group| {
                let size = self.members[group].len() as f64;
                let greatest = ENOUGH_LIFT / self.shares[group].max(f64::MIN_POSITIVE);
                let share = |found: &Found| f64::from(found.papers) / size;
                let typicality = Typicality::of(
                    &self.members[group],
                    phrases,
                    counts[group].iter().map(|found| {
                        (found.phrase, share(found), share(found) / rates[found.phrase as usize])
                    }),
                );
                let evenness = self.children.get(group).map(|of| evenness(of, phrases));
                let mut candidates: Vec<Candidate> = counts[group]
                    .iter()
                    .filter_map(|found| {
                        let phrase = &phrases.known[found.phrase as usize];
                        let coverage = f64::from(found.papers) / size;
                        let lift = coverage / rates[found.phrase as usize];
                        let is_word = phrase.words == 1;
                        let least = match is_word {
                            false => LEAST_LIFT,
                            true if coverage < COMMON_WORD => LEAST_LIFT_RARE_WORD,
                            true => LEAST_LIFT_WORD,
                        };
                        let titles = match demand {
                            Demand::Full if is_word => LEAST_TITLES_WORD,
                            Demand::Full => LEAST_TITLES,
                            Demand::Least => SOME_TITLES,
                        };
                        let near = typicality.of_phrase(found.phrase, found.papers);
                        let sure = lower_bound(coverage, size, CAUTION);
                        let leads = leads[group] == Some(found.phrase);
                        let common = sure >= LEAST_SHARE && lift >= LEAST_LIFT.min(greatest);
                        let is_sure = sure >= LEAST_SHARE && (!is_word || coverage >= LEAST_SHARE_WORD);
                        let is_near = near >= MOST_NEAR && (!is_word || coverage >= LEAST_SHARE_UNSURE_WORD);
                        let full = lift >= least.min(greatest) && (is_sure || is_near);
                        let enough = phrase.complete
                            && found.papers >= LEAST_PAPERS
                            && coverage >= LEAST_SHARE
                            && lift > 1.0
                            && found.titles > 0
                            && f64::from(found.titles) >= titles * f64::from(found.papers)
                            && evenness
                                .as_ref()
                                .is_none_or(|evenness| evenness[found.phrase as usize] > LEAST_EVENNESS)
                            && (demand == Demand::Least || full);
                        let weight = lift.ln()
                            * (sure / coverage)
                            * (coverage / highest[found.phrase as usize])
                            * (1.0 - OPENNESS * phrase.open)
                            * evenness.as_ref().map_or(1.0, |evenness| evenness[found.phrase as usize])
                            * length_weight(phrase.words)
                            * near.min(MOST_NEAR);
                        (enough || (leads && common)).then_some(Candidate {
                            phrase: found.phrase,
                            score: (coverage + TITLE * f64::from(found.titles) / size) * weight,
                            coverage,
                            weight,
                            words: phrase.words,
                            sure: demand == Demand::Least || is_sure || leads,
                            leads,
                        })
                    })
                    .collect();
                remove_spoken_for(&mut candidates, phrases);
                candidates.sort_by(Candidate::rank);
                candidates.truncate(CANDIDATES);
                candidates
            })
            .collect()
    }
}

/// Removes words that one phrase of the candidates holds much of.
fn remove_spoken_for(candidates: &mut Vec<Candidate>, phrases: &Phrases) {
    let stems = |candidate: &Candidate| Stems::numbers(phrases.known[candidate.phrase as usize].key);
    let (words, longer): (Vec<Candidate>, Vec<Candidate>) =
        candidates.iter().partition(|candidate| candidate.words == 1);
    let spoken_for: FxHashSet<u32> = words
        .iter()
        .filter(|word| !word.leads)
        .filter(|word| {
            longer.iter().any(|phrase| {
                phrase.coverage >= SPOKEN_FOR * word.coverage
                    && stems(word).all(|stem| stems(phrase).any(|other| other == stem))
            })
        })
        .map(|word| word.phrase)
        .collect();
    candidates.retain(|candidate| !spoken_for.contains(&candidate.phrase));
}

/// By phrase: how evenly its papers are spread over groups, up to 1: the square of the mean root of its shares over their
/// mean. It is 0 for a phrase that fewer than half of the groups share, as it says nothing of all.
fn evenness(groups: &[Vec<u32>], phrases: &Phrases) -> Vec<f64> {
    let mut sums = vec![(0.0_f64, 0.0_f64, 0_usize); phrases.known.len()];
    for papers in groups {
        for found in count(papers, phrases) {
            let share = f64::from(found.papers) / papers.len() as f64;
            let (roots, shares, holders) = &mut sums[found.phrase as usize];
            *roots += share.sqrt();
            *shares += share;
            *holders += usize::from(share >= LEAST_SHARE);
        }
    }
    let needed = groups.len().min(groups.len().div_ceil(2).max(2));
    let even = |(roots, shares, holders): (f64, f64, usize)| {
        if holders < needed { 0.0 } else { roots * roots / shares / groups.len() as f64 }
    };
    sums.into_iter().map(even).collect()
}

/// What a share of `of` papers is at least, as far as so few can tell: the lower end of its score interval (Wilson,
/// "Probable inference, the law of succession, and statistical inference", 1927).
pub(super) fn lower_bound(share: f64, of: f64, caution: f64) -> f64 {
    let square = caution * caution;
    let spread = caution * (share * (1.0 - share) / of + square / (4.0 * of * of)).sqrt();
    (share + square / (2.0 * of) - spread) / (1.0 + square / of)
}

/// A phrase says more than a word.
fn length_weight(words: u8) -> f64 {
    match words {
        1 => 0.25,
        2 => 1.0,
        _ => 1.1,
    }
}

/// A phrase in some papers.
#[derive(Clone, Copy)]
struct Found {
    phrase: u32,
    papers: u32,
    titles: u32,
}

/// The phrases of papers, by number.
fn count(papers: &[u32], phrases: &Phrases) -> Vec<Found> {
    let mut counts: Vec<[u32; 2]> = vec![[0; 2]; phrases.known.len()];
    for &paper in papers {
        for &held in &phrases.held[paper as usize] {
            let count = &mut counts[held as usize / 2];
            count[0] += 1;
            count[1] += held % 2;
        }
    }
    (0..)
        .zip(counts)
        .filter(|(_, [papers, _])| *papers > 0)
        .map(|(phrase, [papers, titles])| Found { phrase, papers, titles })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_papers_tell_little() {
        assert!((lower_bound(0.02, 1e9, CAUTION) - 0.02).abs() < 1e-5);
        assert!(lower_bound(2.0 / 45.0, 45.0, CAUTION) < LEAST_SHARE);
        assert!(lower_bound(3.0 / 45.0, 45.0, CAUTION) > LEAST_SHARE);
        assert!(lower_bound(1.0, 10.0, CAUTION) < 1.0 && lower_bound(0.0, 10.0, CAUTION).abs() < 1e-12);
    }
}
