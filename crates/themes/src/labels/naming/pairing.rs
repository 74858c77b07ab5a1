//! One phrase or two as a name.

use rustc_hash::FxHashSet;

use super::grammar::abbreviates;
use super::phrases::Phrases;
use super::scores::{Candidate, Demand, TITLE};
use crate::labels::name::capitalise;

/// A phrase that this share of the papers hold names them alone.
const COVERS: f64 = 0.5;
/// What a name with a single word counts beside one of two phrases, which says more.
const WORD: f64 = 0.88;
/// The weaker part must bring this share of what the stronger brings.
const LEAST_GAIN: f64 = 0.2;
/// Of two phrases, the rarer is held by this share of the papers that hold the other.
const LEAST_BESIDE: f64 = 0.2;
/// Candidates that may be the first part.
const FIRSTS: usize = 12;
/// Most words of a name, the "and" among them.
pub(super) const MOST_WORDS: usize = 7;
/// Stems that begin alike up to this many characters, and this share of the shorter one, are one root.
const ROOT: (usize, f64) = (5, 0.75);
/// Least characters of a stem that is the root of one that begins with it: "chao" of "chaot".
const ROOT_WITHIN: usize = 4;

/// A phrase as it may stand in a name.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) candidate: Candidate,
    pub(super) text: String,
    pub(super) stems: Vec<String>,
    /// One bit a paper of the group: whether it holds the phrase.
    papers: Vec<u64>,
    /// Whether its title does.
    titles: Vec<u64>,
}

impl Part {
    /// A candidate of the group of papers `members`, written as `text`.
    pub(super) fn new(
        candidate: Candidate,
        text: String,
        stems: Vec<String>,
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
        Self { candidate, text, stems, papers, titles }
    }

    /// What it brings beside another: its score over the papers that do not hold the other.
    fn gain_beside(&self, other: &Self, members: usize) -> f64 {
        let apart = |bits: &[u64]| {
            let without = bits.iter().zip(&other.papers).map(|(own, held)| (own & !held).count_ones());
            f64::from(without.sum::<u32>())
        };
        (apart(&self.papers) + TITLE * apart(&self.titles)) / members.max(1) as f64 * self.candidate.weight
    }

    fn words(&self) -> usize {
        self.text.split(' ').count()
    }
}

/// The name of one or two of `parts`, which stand best first, that brings most, and its parts: two where the first
/// covers too few of the group's papers. A subject that leads comes first, with what adds most. A single word stands
/// alone under the least demand only. `None` where no name is left that is not `taken`.
pub(super) fn best_name(
    parts: &[&Part],
    members: usize,
    demand: Demand,
    taken: &FxHashSet<String>,
) -> Option<(String, Vec<u32>)> {
    let lead = parts.split_first().filter(|(first, _)| first.candidate.leads);
    if let Some(name) = lead.and_then(|(lead, others)| led_name(lead, others, members, taken)) {
        return Some(name);
    }
    let mut best: Option<(f64, String, Vec<u32>)> = None;
    let mut offer = |score: f64, parts: &[&Part]| {
        if best.as_ref().is_some_and(|(most, ..)| score <= *most) {
            return;
        }
        let name = joined(parts);
        if !taken.contains(&name.to_lowercase()) {
            best = Some((score, name, parts.iter().map(|part| part.candidate.phrase).collect()));
        }
    };
    for (at, first) in parts.iter().enumerate().take(FIRSTS) {
        let score = first.candidate.score;
        let is_word = first.candidate.words == 1;
        if !is_word || demand == Demand::Least {
            offer(score, &[first]);
        }
        if covers(first) {
            continue;
        }
        for second in &parts[at + 1..] {
            let words = is_word && second.candidate.words == 1;
            let long = first.words() + second.words() + 1 > MOST_WORDS;
            if covers(second) || words || long || is_rare_beside(first, second) || say_the_same(first, second)
            {
                continue;
            }
            // A phrase after a word says what of it is meant, and after a phrase what else there is.
            let gain = if is_word { second.candidate.score } else { second.gain_beside(first, members) };
            let counts = if is_word || second.candidate.words == 1 { WORD } else { 1.0 };
            if gain >= LEAST_GAIN * score {
                offer(counts * (score + gain), &[first, second]);
            }
        }
    }
    best.map(|(_, name, phrases)| (name, phrases))
}

/// The subject `lead`, and what of `others` brings most beside it.
fn led_name(
    lead: &Part,
    others: &[&Part],
    members: usize,
    taken: &FxHashSet<String>,
) -> Option<(String, Vec<u32>)> {
    let fits = |other: &&&Part| {
        lead.candidate.words.max(other.candidate.words) > 1
            && lead.words() + other.words() < MOST_WORDS
            && !say_the_same(lead, other)
    };
    let second = others
        .iter()
        .filter(fits)
        .map(|other| (other.gain_beside(lead, members), *other))
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    let parts: Vec<&Part> = std::iter::once(lead).chain(second.map(|(_, other)| other)).collect();
    let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
    let name = capitalised(&texts.join(" and "));
    let stands = parts.len() > 1 || lead.candidate.words > 1;
    let phrases = parts.iter().map(|part| part.candidate.phrase).collect();
    (stands && !taken.contains(&name.to_lowercase())).then_some((name, phrases))
}

/// Whether one of two phrases is held by so few papers beside the other that a name with both would say too much of it.
fn is_rare_beside(one: &Part, other: &Part) -> bool {
    let phrases = one.candidate.words.min(other.candidate.words) > 1;
    let (a, b) = (one.candidate.coverage, other.candidate.coverage);
    phrases && a.min(b) < LEAST_BESIDE * a.max(b)
}

/// Whether a part is a phrase that names the group alone.
fn covers(part: &Part) -> bool {
    part.candidate.words > 1 && part.candidate.coverage >= COVERS
}

/// The parts in one name, a single word first, then the better of the two.
fn joined(parts: &[&Part]) -> String {
    let mut ordered = parts.to_vec();
    ordered.sort_by(|a, b| {
        let word = |part: &Part| part.candidate.words == 1;
        word(b).cmp(&word(a)).then(b.candidate.score.total_cmp(&a.candidate.score))
    });
    let texts: Vec<&str> = ordered.iter().map(|part| part.text.as_str()).collect();
    capitalised(&texts.join(" and "))
}

/// With a capital first, unless the first word has one within or is a letter and a hyphen ("p-adic").
pub(super) fn capitalised(text: &str) -> String {
    let word = text.split(' ').next().unwrap_or_default();
    let mixed = word.chars().skip(1).any(char::is_uppercase);
    let letter = word.chars().nth(1) == Some('-');
    if mixed || letter { text.to_owned() } else { capitalise(text) }
}

fn say_the_same(one: &Part, other: &Part) -> bool {
    let abbreviated = abbreviates(&one.text, &other.text) || abbreviates(&other.text, &one.text);
    abbreviated || share_a_root(&one.stems, &other.stems)
}

/// Whether a word of one has the root of a word of the other: stems that begin alike, or one that ends in the other
/// ("subgroup", "group").
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

    fn part(phrase: u32, text: &str, score: f64, papers: u64) -> Part {
        let words = text.split(' ').count() as u8;
        let coverage = f64::from(papers.count_ones()) / 64.0;
        Part {
            candidate: Candidate { phrase, score, coverage, weight: 1.0, words, leads: false },
            text: text.into(),
            stems: text.split(' ').map(str::to_owned).collect(),
            papers: vec![papers],
            titles: vec![0],
        }
    }

    fn name(parts: &[Part], demand: Demand) -> Option<String> {
        let parts: Vec<&Part> = parts.iter().collect();
        best_name(&parts, 64, demand, &FxHashSet::default()).map(|(name, _)| name)
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
    fn names_repeat_no_root_and_list_no_words() {
        let parts = [part(0, "Lie algebras", 0.2, 0xFF), part(1, "Hopf algebras", 0.2, 0xFF00)];
        assert_eq!(name(&parts, Demand::Full).unwrap(), "Lie algebras");
        let words = [part(0, "knots", 0.2, 0xFF), part(1, "braids", 0.2, 0xFF00)];
        assert_eq!(name(&words, Demand::Full), None);
        assert_eq!(name(&words, Demand::Least).unwrap(), "Knots");
        assert!(share_a_root(&["superconduct".into()], &["superconductor".into()]));
        assert!(share_a_root(&["subgroup".into()], &["group".into()]));
        assert!(share_a_root(&["chao".into()], &["chaotic".into()]));
        assert!(!share_a_root(&["comput".into()], &["commun".into()]));
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
        let (name, _) = best_name(&parts.iter().collect::<Vec<_>>(), 64, Demand::Full, &taken).unwrap();
        assert_eq!(name, "Quality of service guarantees");
    }

    #[test]
    fn capitals_are_those_of_the_start() {
        assert_eq!(capitalised("p-adic numbers"), "p-adic numbers");
        assert_eq!(capitalised("mRNA vaccines"), "mRNA vaccines");
        assert_eq!(capitalised("knots"), "Knots");
    }
}
