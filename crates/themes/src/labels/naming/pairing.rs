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
    /// with the part that adds most. A single word is a name only if it is common and its phrases say too little,
    /// or under [`Demand::Least`]. A candidate that is not sure is used only to complete a thin phrase that
    /// would otherwise be the whole name. `None` if every possible name is taken.
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
            if !is_word || self.demand == Demand::Least {
                offer(score, &[first]);
            }
            if covers(first) {
                continue;
            }
            let (mut has_company, mut is_paired) = (false, false);
            for second in &parts[at + 1..] {
                if covers(second) || !fit_together(first, second) {
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

fn phrases(parts: &[&Part]) -> Vec<u32> {
    parts.iter().map(|part| part.candidate.phrase).collect()
}

/// Those of `others` that can be combined with `first`, and what each adds.
fn gains<'a>(others: &'a [&Part], first: &'a Part, members: usize) -> impl Iterator<Item = (f64, &'a Part)> {
    let fit = others.iter().filter(|other| fit_together(first, other));
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
pub(super) fn capitalised(text: &str) -> String {
    let word = text.split([' ', '-']).next().unwrap_or_default();
    let mixed = word.chars().skip(1).any(char::is_uppercase);
    let letter = text.chars().nth(1) == Some('-');
    if mixed || letter { text.to_owned() } else { capitalise(text) }
}

#[cfg(test)]
mod tests {
    use super::super::candidates::Candidate;
    use super::*;

    fn part(phrase: u32, text: &str, score: f64, papers: u64) -> Part {
        let words = text.split(' ').count() as u8;
        let coverage = f64::from(papers.count_ones()) / 64.0;
        Part {
            candidate: Candidate { phrase, score, coverage, weight: 1.0, words, sure: true, leads: false },
            text: text.into(),
            stems: text.split(' ').map(str::to_owned).collect(),
            papers: vec![papers],
            titles: vec![0],
        }
    }

    fn pairing(demand: Demand, taken: &FxHashSet<String>) -> Pairing<'_> {
        Pairing { members: 64, demand, taken, conjunction: " and " }
    }

    fn name(parts: &[Part], demand: Demand) -> Option<String> {
        let parts: Vec<&Part> = parts.iter().collect();
        pairing(demand, &FxHashSet::default()).best_name(&parts).map(|(name, _)| name)
    }

    #[test]
    fn a_second_phrase_comes_where_it_adds_papers() {
        let first = part(0, "optical lattices", 0.25, 0xFFFF);
        let same = part(1, "cold atoms", 0.24, 0xFFFF);
        let other = part(2, "Fermi gases", 0.2, 0xFFFF_0000);
        assert_eq!(name(&[first.clone(), same.clone()], Demand::Full).unwrap(), "Optical lattices");
        let paired = name(&[first, same, other], Demand::Full).unwrap();
        assert_eq!(paired, "Optical lattices and Fermi gases");
    }

    #[test]
    fn a_phrase_that_covers_stands_alone() {
        let parts = [
            part(0, "federated learning", 0.7, u64::MAX >> 16),
            part(1, "edge devices", 0.3, u64::MAX << 48),
        ];
        assert_eq!(name(&parts, Demand::Full).unwrap(), "Federated learning");
    }

    #[test]
    fn a_phrase_that_is_rare_beside_the_other_is_left_out() {
        let first = part(0, "sensor networks", 0.3, 0xFFFF_FFFF);
        let rare = part(1, "cyber-physical systems", 0.2, 0x1F << 40);
        assert_eq!(name(&[first.clone(), rare], Demand::Full).unwrap(), "Sensor networks");
        let weak = part(1, "routing protocols", 0.05, 0x1FFF << 40);
        assert_eq!(name(&[first, weak], Demand::Full).unwrap(), "Sensor networks");
    }

    #[test]
    fn a_word_takes_the_best_phrase_that_says_what_of_it_is_meant() {
        let atoms = part(0, "atoms", 0.4, u64::MAX >> 20);
        let inside = part(1, "optical traps", 0.3, 0xFFFF);
        let beside = part(2, "wave functions", 0.1, u64::MAX << 44);
        let named = name(&[atoms.clone(), inside, beside], Demand::Full).unwrap();
        assert_eq!(named, "Atoms and optical traps");
        assert_eq!(name(std::slice::from_ref(&atoms), Demand::Full), None);
        assert_eq!(name(&[atoms], Demand::Least).unwrap(), "Atoms");
    }

    #[test]
    fn a_common_word_counts_in_full_beside_a_better_phrase() {
        let contracts = part(0, "smart contracts", 0.5, 0xFFFF);
        let blockchains = part(1, "blockchains", 0.4, 0xFF_FFFF);
        let other = part(2, "fault tolerance", 0.3, 0xFF00_0000);
        let named = name(&[contracts.clone(), blockchains, other.clone()], Demand::Full).unwrap();
        assert_eq!(named, "Blockchains and smart contracts");
        let rarer = part(1, "blockchains", 0.4, 0xFFF);
        assert_eq!(
            name(&[contracts, rarer, other], Demand::Full).unwrap(),
            "Smart contracts and fault tolerance"
        );
    }

    #[test]
    fn a_common_word_stands_alone_where_what_is_beside_it_is_rare_or_weak() {
        let security = part(0, "security", 0.6, u64::MAX >> 28);
        let rare = part(1, "mobile devices", 0.3, 0x3);
        assert_eq!(name(&[security.clone(), rare], Demand::Full).unwrap(), "Security");
        let weak = part(1, "mobile devices", 0.1, 0xFF);
        assert_eq!(name(&[security.clone(), weak], Demand::Full).unwrap(), "Security");
        let beside = part(1, "intrusion detection", 0.3, 0xFF);
        assert_eq!(name(&[security, beside], Demand::Full).unwrap(), "Security and intrusion detection");
    }

    #[test]
    fn a_thin_phrase_takes_what_is_not_sure_and_no_other_does() {
        let mut unsure = part(1, "blood flow", 0.06, 0x3 << 40);
        unsure.candidate.sure = false;
        let thin = part(0, "heart rate", 0.1, 0x7);
        assert_eq!(name(&[thin, unsure.clone()], Demand::Full).unwrap(), "Heart rate and blood flow");
        let enough = part(0, "heart rate", 0.1, 0xFF);
        assert_eq!(name(&[enough, unsure.clone()], Demand::Full).unwrap(), "Heart rate");
        assert_eq!(name(&[unsure], Demand::Full), None);
    }

    #[test]
    fn names_repeat_no_root_and_list_no_words() {
        let parts = [part(0, "Lie algebras", 0.2, 0xFF), part(1, "Hopf algebras", 0.2, 0xFF00)];
        assert_eq!(name(&parts, Demand::Full).unwrap(), "Lie algebras");
        let words = [part(0, "knots", 0.2, 0xFF), part(1, "braids", 0.2, 0xFF00)];
        assert_eq!(name(&words, Demand::Full), None);
        assert_eq!(name(&words, Demand::Least).unwrap(), "Knots");
    }

    #[test]
    fn a_subject_leads_with_what_adds_most() {
        let mut subject = part(0, "commutative algebra", 0.02, 0xF);
        subject.candidate.leads = true;
        let same = part(1, "algebras", 0.4, 0xFFFF_FFFF);
        let rings = part(2, "local rings", 0.3, 0xFFFF);
        let led = name(&[subject.clone(), same, rings], Demand::Full).unwrap();
        assert_eq!(led, "Commutative algebra and local rings");
        assert_eq!(name(&[subject], Demand::Full).unwrap(), "Commutative algebra");
        let mut word = part(0, "robotics", 0.02, 0xF);
        word.candidate.leads = true;
        let planning = part(1, "motion planning", 0.3, 0xFFFF);
        assert_eq!(name(&[word, planning], Demand::Full).unwrap(), "Robotics and motion planning");
    }

    #[test]
    fn names_are_short_and_not_taken() {
        let parts = [
            part(0, "hidden Markov chain models", 0.3, 0xFF),
            part(1, "quality of service guarantees", 0.2, 0xFF00),
        ];
        assert_eq!(name(&parts, Demand::Full).unwrap(), "Hidden Markov chain models");
        let taken = std::iter::once("hidden markov chain models".to_owned()).collect();
        let (name, _) = pairing(Demand::Full, &taken).best_name(&parts.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!(name, "Quality of service guarantees");
    }

    #[test]
    fn capitals_are_those_of_the_start() {
        assert_eq!(capitalised("non-Abelian groups"), "Non-Abelian groups");
        assert_eq!(capitalised("mRNA-based vaccines"), "mRNA-based vaccines");
        assert_eq!(capitalised("p-adic numbers"), "p-adic numbers");
        assert_eq!(capitalised("mRNA vaccines"), "mRNA vaccines");
        assert_eq!(capitalised("knots"), "Knots");
    }
}
