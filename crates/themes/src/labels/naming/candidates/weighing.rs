//! How much speaks for a phrase as the name of a group.

use super::LEAST_SHARE;
use super::candidate::{Candidate, TITLE};
use super::found::Found;
use super::rates::Rates;
use super::share_bound::lower_bound;
use crate::labels::direction::LEAST_COSINE;
use crate::labels::naming::phrases::Phrases;
use crate::labels::naming::typicality::Typicality;

/// Minimum number of papers of a group that hold a candidate.
const LEAST_PAPERS: u32 = 2;
/// Minimum lift of a phrase (its rate in the group over its rate in the corpus), unless the group is too
/// large to reach it.
const LEAST_LIFT: f64 = 3.0;
/// As [`LEAST_LIFT`], for single words.
const LEAST_LIFT_WORD: f64 = 6.0;
/// A single word held by at least this share of a group's papers is what they are about. Rarer ones need
/// [`LEAST_LIFT_RARE_WORD`], because they may be words of many fields: "inequalities", "security".
pub(in crate::labels::naming) const COMMON_WORD: f64 = 0.25;
const LEAST_LIFT_RARE_WORD: f64 = 12.0;
/// Share of the greatest possible lift that is always enough.
const ENOUGH_LIFT: f64 = 0.6;
/// Minimum share of a group's papers that hold a single word, if it is sure and if it is not.
const LEAST_SHARE_WORD: f64 = 0.1;
const LEAST_SHARE_UNSURE_WORD: f64 = 0.05;
/// Minimum share of a candidate's papers that hold it in the title. Titles avoid turns of phrase.
const LEAST_TITLES: f64 = 0.1;
/// As [`LEAST_TITLES`], for single words: a paper is seldom about "samples" or "memory".
const LEAST_TITLES_WORD: f64 = 0.2;
/// As [`LEAST_TITLES`], under [`Demand::Least`].
const SOME_TITLES: f64 = 0.03;
/// A single word defines a group if at least this share of its papers hold it, half of these in the title, and if it
/// points to what the group is about with at least this cosine: "crowdsourcing", "quandles". It weighs more than other
/// words.
const DEFINES: (f64, f64) = (0.4, 0.7);
const TITLES_OF_DEFINING: f64 = 0.5;
const WEIGHT_OF_DEFINING: f64 = 0.5;
/// Typicality from which a phrase is accepted although it is not sure; typicality above
/// it does not add to the weight.
const MOST_NEAR: f64 = 1.25;
/// A phrase may name groups together only if its evenness over them is greater.
const LEAST_EVENNESS: f64 = 0.8;
/// Standard errors subtracted from a share observed in few papers: the true share is above
/// the result nine times in ten.
pub(super) const CAUTION: f64 = 1.28;
/// Share of its weight that a phrase loses if it is always followed by another word.
const OPENNESS: f64 = 0.5;

/// A phrase held by a smaller share of a group's papers says too little of them on its own: under
/// [`Demand::Full`], its words must point to what the group is about, with at least this cosine.
pub(in crate::labels::naming) const THIN: f64 = 0.12;
const LEAST_COSINE_THIN: f64 = 0.4;
/// Cosine of a phrase whose words have no vectors: most of those in names have more, most others less.
pub(super) const UNKNOWN_COSINE: f64 = 0.4;

/// How much must speak for a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::labels::naming) enum Demand {
    /// Everything that makes a good name.
    Full,
    /// The candidate is more frequent in the group than elsewhere.
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
    /// Evenness per phrase, if the group consists of other groups.
    pub(super) evenness: Option<Vec<f64>>,
    pub(super) demand: Demand,
    /// The phrase that need only be common.
    pub(super) lead: Option<u32>,
    /// Cosine between a phrase and what the group is about.
    pub(super) cosine: &'a dyn Fn(u32) -> f64,
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
        let cosine = (self.cosine)(found.phrase);
        if self.demand == Demand::Full && !leads && coverage < THIN && cosine < LEAST_COSINE_THIN {
            return None;
        }
        let defines = is_word && defines(found, coverage, cosine);
        let weight = lift.ln()
            * cosine.max(LEAST_COSINE)
            * (sure / coverage)
            * (coverage / self.rates.highest[found.phrase as usize])
            * (1.0 - OPENNESS * phrase.open)
            * self.evenness_of(found.phrase)
            * if defines { WEIGHT_OF_DEFINING } else { length_weight(phrase.words) }
            * near.min(MOST_NEAR);
        Some(Candidate {
            phrase: found.phrase,
            score: (coverage + TITLE * f64::from(found.titles) / self.size) * weight,
            coverage,
            weight,
            words: phrase.words,
            sure: self.demand == Demand::Least || is_sure || leads,
            leads,
            defines,
        })
    }

    /// Whether a phrase is complete, in enough titles, and shared by the groups that this group consists of.
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

/// Minimum lift of a candidate held by `coverage` of a group's papers.
fn least_lift(is_word: bool, coverage: f64) -> f64 {
    match is_word {
        false => LEAST_LIFT,
        true if coverage < COMMON_WORD => LEAST_LIFT_RARE_WORD,
        true => LEAST_LIFT_WORD,
    }
}

fn defines(word: &Found, coverage: f64, cosine: f64) -> bool {
    let (least_coverage, least_cosine) = DEFINES;
    coverage >= least_coverage
        && cosine >= least_cosine
        && f64::from(word.titles) >= TITLES_OF_DEFINING * f64::from(word.papers)
}

/// Longer phrases weigh more, because they say more.
fn length_weight(words: u8) -> f64 {
    match words {
        1 => 0.25,
        2 => 1.0,
        _ => 1.1,
    }
}
