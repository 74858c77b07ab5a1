//! Tests of names of one phrase or two.

use rustc_hash::FxHashSet;

use crate::labels::naming::candidates::{Candidate, Demand};
use crate::labels::naming::pairing::{Pairing, capitalised};
use crate::labels::naming::part::Part;

fn part(phrase: u32, text: &str, score: f64, papers: u64) -> Part {
    let words = text.split(' ').count() as u8;
    let coverage = f64::from(papers.count_ones()) / 64.0;
    Part {
        candidate: Candidate {
            phrase,
            score,
            coverage,
            weight: 1.0,
            words,
            sure: true,
            leads: false,
            defines: false,
        },
        supported: true,
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
    let parts =
        [part(0, "federated learning", 0.7, u64::MAX >> 16), part(1, "edge devices", 0.3, u64::MAX << 48)];
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
fn a_part_that_nothing_supports_is_in_no_pair() {
    let cells = part(0, "cell migration", 0.3, 0xFFFF);
    let mut fields = part(1, "electric fields", 0.2, 0xFFFF_0000);
    let named = name(&[cells.clone(), fields.clone()], Demand::Full).unwrap();
    assert_eq!(named, "Cell migration and electric fields");
    fields.supported = false;
    assert_eq!(name(&[cells, fields.clone()], Demand::Full).unwrap(), "Cell migration");
    let clients = part(2, "clients", 0.3, 0xFFFF);
    assert_eq!(name(&[clients, fields.clone()], Demand::Full).unwrap(), "Clients and electric fields");
    assert_eq!(name(&[fields], Demand::Full).unwrap(), "Electric fields");
}

#[test]
fn a_word_that_defines_the_group_stands_alone() {
    let mut crowdsourcing = part(0, "crowdsourcing", 0.7, u64::MAX >> 20);
    crowdsourcing.candidate.defines = true;
    let workers = part(1, "crowd workers", 0.5, 0xFF);
    assert_eq!(name(&[crowdsourcing, workers], Demand::Full).unwrap(), "Crowdsourcing");
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
