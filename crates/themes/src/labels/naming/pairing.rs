//! Names of one phrase or two.

use rustc_hash::FxHashSet;

use super::candidates::{COMMON_WORD, Demand, THIN};
use super::part::{Part, fit_together, is_rare_beside};
use crate::labels::name::capitalise;

/// A phrase held by at least this share of the papers names them on its own.
const COVERS: f64 = 0.5;
/// Factor for a name with a single word, which says less than one of two phrases.
const WORD: f64 = 0.88;
/// The weaker part must add at least this share of the stronger part's score.
const LEAST_GAIN: f64 = 0.2;
/// Candidates tried as the first part.
const FIRSTS: usize = 12;
/// Maximum number of words in a name, including "and".
pub(super) const MOST_WORDS: usize = 7;

/// What names of a group are made by.
pub(super) struct Pairing<'a> {
    /// Papers of the group.
    pub(super) members: usize,
    pub(super) demand: Demand,
    /// Names of other groups, in lower case.
    pub(super) taken: &'a FxHashSet<String>,
    /// Comes between two parts: " and ".
    pub(super) conjunction: &'a str,
}

impl Pairing<'_> {
    /// The best name of one or two of `parts`, and the phrases of its parts. `parts` are sorted best first.
    ///
    /// A name has two parts if the first covers too few of the group's papers. A leading subject comes first,
    /// with the part that adds most. A single word is a name only if it defines the group, if it is common and its
    /// phrases say too little, or under [`Demand::Least`]. A candidate that is not sure is used only to complete a thin
    /// phrase that would otherwise be the whole name. `None` if every possible name is taken.
    pub(super) fn best_name(&self, parts: &[&Part]) -> Option<(String, Vec<u32>)> {
        let lead = parts.split_first().filter(|(first, _)| first.candidate.leads && first.candidate.sure);
        if let Some(name) = lead.and_then(|(lead, others)| self.led_name(lead, others)) {
            return Some(name);
        }
        let (sure, unsure): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(|part| part.candidate.sure);
        let best = self.best_of_sure(&sure)?;
        let thin = |part: &&&Part| best.1 == [part.candidate.phrase] && part.candidate.coverage < THIN;
        let thin = sure.iter().find(thin).copied();
        Some(thin.and_then(|thin| self.completed(thin, &unsure)).unwrap_or(best))
    }

    /// Like [`Self::best_name`], for candidates that are all sure.
    fn best_of_sure(&self, parts: &[&Part]) -> Option<(String, Vec<u32>)> {
        let mut best: Option<(f64, String, Vec<u32>)> = None;
        let mut offer = |score: f64, parts: &[&Part]| {
            if best.as_ref().is_some_and(|(most, ..)| score <= *most) {
                return;
            }
            if let Some(name) = self.joined(parts) {
                best = Some((score, name, phrases(parts)));
            }
        };
        for (at, first) in parts.iter().enumerate().take(FIRSTS) {
            let score = first.candidate.score;
            let is_word = first.candidate.words == 1;
            if !is_word || first.candidate.defines || self.demand == Demand::Least {
                offer(score, &[first]);
            }
            if covers(first) {
                continue;
            }
            let (mut has_company, mut is_paired) = (false, false);
            for second in &parts[at + 1..] {
                if covers(second) || !may_be_paired(first, second) {
                    continue;
                }
                // A phrase narrows the meaning of a word; beside a phrase, another adds something else.
                let narrows = is_word || is_common_word(second);
                let gain =
                    if narrows { second.candidate.score } else { second.gain_beside(first, self.members) };
                let counts = if is_word || second.candidate.words == 1 { WORD } else { 1.0 };
                has_company = true;
                if gain >= LEAST_GAIN * score && !is_rare_beside(first, second) {
                    offer(counts * (score + gain), &[first, second]);
                    is_paired = true;
                }
            }
            if is_common_word(first) && has_company && !is_paired {
                offer(WORD * score, &[first]);
            }
        }
        best.map(|(_, name, phrases)| (name, phrases))
    }

    /// The phrase `thin` and the part of `others` that adds most to it, if that is enough.
    fn completed(&self, thin: &Part, others: &[&Part]) -> Option<(String, Vec<u32>)> {
        let second = gains(others, thin, self.members)
            .filter(|(gain, other)| {
                *gain >= LEAST_GAIN * thin.candidate.score && !is_rare_beside(thin, other)
            })
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        let parts = [thin, second?.1];
        Some((self.joined(&parts)?, phrases(&parts)))
    }

    /// The subject `lead` and the part of `others` that adds most to it.
    fn led_name(&self, lead: &Part, others: &[&Part]) -> Option<(String, Vec<u32>)> {
        let second = gains(others, lead, self.members)
            .filter(|(_, other)| other.candidate.sure)
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        let parts: Vec<&Part> = std::iter::once(lead).chain(second.map(|(_, other)| other)).collect();
        let stands = parts.len() > 1 || lead.candidate.words > 1;
        let name = self.in_order(&parts).filter(|_| stands)?;
        Some((name, phrases(&parts)))
    }

    /// The parts as a name that is not taken: a single word first, then by falling score.
    fn joined(&self, parts: &[&Part]) -> Option<String> {
        let mut ordered = parts.to_vec();
        ordered.sort_by(|a, b| {
            let word = |part: &Part| part.candidate.words == 1;
            word(b).cmp(&word(a)).then(b.candidate.score.total_cmp(&a.candidate.score))
        });
        self.in_order(&ordered)
    }

    /// The parts as a name that is not taken, in their order.
    fn in_order(&self, parts: &[&Part]) -> Option<String> {
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let name = capitalised(&texts.join(self.conjunction));
        (!self.taken.contains(&name.to_lowercase())).then_some(name)
    }
}

/// Whether two parts may form one name. Two phrases must both be supported; a word needs a phrase that narrows it.
fn may_be_paired(one: &Part, other: &Part) -> bool {
    let needs_company = |part: &Part| part.candidate.words == 1 && !part.candidate.defines;
    let supported = needs_company(one) || needs_company(other) || (one.supported && other.supported);
    supported && fit_together(one, other)
}

fn phrases(parts: &[&Part]) -> Vec<u32> {
    parts.iter().map(|part| part.candidate.phrase).collect()
}

/// Those of `others` that can be combined with `first`, and what each adds.
fn gains<'a>(others: &'a [&Part], first: &'a Part, members: usize) -> impl Iterator<Item = (f64, &'a Part)> {
    let fit = others.iter().filter(|other| may_be_paired(first, other));
    fit.map(move |other| (other.gain_beside(first, members), *other))
}

/// Whether a part is a phrase that names the group on its own.
fn covers(part: &Part) -> bool {
    part.candidate.words > 1 && part.candidate.coverage >= COVERS
}

fn is_common_word(part: &Part) -> bool {
    part.candidate.words == 1 && part.candidate.coverage >= COMMON_WORD
}

/// With an initial capital, unless the first word, up to a hyphen, has a capital inside it ("mRNA-based") or is a
/// letter ("p-adic").
pub(crate) fn capitalised(text: &str) -> String {
    let word = text.split([' ', '-']).next().unwrap_or_default();
    let mixed = word.chars().skip(1).any(char::is_uppercase);
    let letter = text.chars().nth(1) == Some('-');
    if mixed || letter { text.to_owned() } else { capitalise(text) }
}
