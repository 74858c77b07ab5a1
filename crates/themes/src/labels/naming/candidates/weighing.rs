//! What speaks for a phrase as the name of a group.

use super::LEAST_SHARE;
use super::candidate::{Candidate, TITLE};
use super::found::Found;
use super::rates::Rates;
use super::share_bound::lower_bound;
use crate::labels::naming::phrases::Phrases;
use crate::labels::naming::typicality::Typicality;

/// Least papers of a group that hold a candidate.
const LEAST_PAPERS: u32 = 2;
/// Least rate of a phrase in its group, in rates of the corpus, where the group leaves room for it.
const LEAST_LIFT: f64 = 3.0;
/// As [`LEAST_LIFT`], of single words.
const LEAST_LIFT_WORD: f64 = 6.0;
/// Share of a group's papers from which a single word is what they are about, and the [`LEAST_LIFT_WORD`] of rarer ones,
/// which may be words of many fields: "inequalities", "security".
pub(in crate::labels::naming) const COMMON_WORD: f64 = 0.25;
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
pub(super) const CAUTION: f64 = 1.28;
/// How much less a phrase counts that always goes on.
const OPENNESS: f64 = 0.5;

/// How much must speak for a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::labels::naming) enum Demand {
    /// All that makes a good name.
    Full,
    /// It is rather in the group than elsewhere.
    Least,
}

/// One group, and what its phrases are weighed by.
pub(super) struct Weighing<'a> {
    pub(super) phrases: &'a Phrases,
    pub(super) rates: &'a Rates,
    /// Papers of the group in the sample.
    pub(super) size: f64,
    /// The group's share of all papers.
    pub(super) share: f64,
    pub(super) typicality: Typicality,
    /// By phrase, where the group is made of others.
    pub(super) evenness: Option<Vec<f64>>,
    pub(super) demand: Demand,
    /// The phrase that needs to be no more than common.
    pub(super) lead: Option<u32>,
}

impl Weighing<'_> {
    /// A phrase of the group as a candidate, if enough speaks for it.
    pub(super) fn candidate(&self, found: &Found) -> Option<Candidate> {
        let phrase = &self.phrases.known[found.phrase as usize];
        let coverage = f64::from(found.papers) / self.size;
        let lift = coverage / self.rates.corpus[found.phrase as usize];
        let near = self.typicality.of_phrase(found.phrase, found.papers);
        let sure = lower_bound(coverage, self.size, CAUTION);
        let leads = self.lead == Some(found.phrase);
        let is_word = phrase.words == 1;
        let is_sure = sure >= LEAST_SHARE && (!is_word || coverage >= LEAST_SHARE_WORD);
        let is_near = near >= MOST_NEAR && (!is_word || coverage >= LEAST_SHARE_UNSURE_WORD);
        let greatest = ENOUGH_LIFT / self.share.max(f64::MIN_POSITIVE);
        let is_telling = lift >= least_lift(is_word, coverage).min(greatest) && (is_sure || is_near);
        let is_enough = (self.demand == Demand::Least || is_telling)
            && coverage >= LEAST_SHARE
            && lift > 1.0
            && self.is_name_like(found);
        let is_common = sure >= LEAST_SHARE && lift >= LEAST_LIFT.min(greatest);
        if !(is_enough || leads && is_common) {
            return None;
        }
        let weight = lift.ln()
            * (sure / coverage)
            * (coverage / self.rates.highest[found.phrase as usize])
            * (1.0 - OPENNESS * phrase.open)
            * self.evenness_of(found.phrase)
            * length_weight(phrase.words)
            * near.min(MOST_NEAR);
        Some(Candidate {
            phrase: found.phrase,
            score: (coverage + TITLE * f64::from(found.titles) / self.size) * weight,
            coverage,
            weight,
            words: phrase.words,
            sure: self.demand == Demand::Least || is_sure || leads,
            leads,
        })
    }

    /// Whether a phrase is complete, in enough titles and shared by the groups that the group is made of.
    fn is_name_like(&self, found: &Found) -> bool {
        let phrase = &self.phrases.known[found.phrase as usize];
        let least_titles = match self.demand {
            Demand::Full if phrase.words == 1 => LEAST_TITLES_WORD,
            Demand::Full => LEAST_TITLES,
            Demand::Least => SOME_TITLES,
        };
        phrase.complete
            && found.papers >= LEAST_PAPERS
            && found.titles > 0
            && f64::from(found.titles) >= least_titles * f64::from(found.papers)
            && self.evenness_of(found.phrase) > LEAST_EVENNESS
    }

    fn evenness_of(&self, phrase: u32) -> f64 {
        self.evenness.as_ref().map_or(1.0, |evenness| evenness[phrase as usize])
    }
}

/// Least lift of what `coverage` of a group's papers hold.
fn least_lift(is_word: bool, coverage: f64) -> f64 {
    match is_word {
        false => LEAST_LIFT,
        true if coverage < COMMON_WORD => LEAST_LIFT_RARE_WORD,
        true => LEAST_LIFT_WORD,
    }
}

/// A phrase says more than a word.
fn length_weight(words: u8) -> f64 {
    match words {
        1 => 0.25,
        2 => 1.0,
        _ => 1.1,
    }
}
