//! Names of several groups, of parents, and of texts of any kind.

use ndarray::Array2;
use proptest::prelude::*;
use thema_features::CsrMatrix;

use super::*;
use crate::labels::label::tests::Words;

#[test]
fn no_name_holds_a_piece_of_a_phrase_of_another() {
    const THEORY: Sentences = &[
        ("Density functional theory", "We apply density functional theory to metals."),
        ("Metals by density functional theory", "In density functional theory, it is exact."),
    ];
    const SECTIONS: Sentences = &[
        ("Cross sections", "We tabulate cross sections. For ions, cross sections grow."),
        ("A density functional", "The density functional is local."),
    ];
    let names = Corpus::of(&[THEORY, SECTIONS, MARKOV, OPERATORS, LIE, CHIPS, DARK], 12).names();
    assert_eq!(names[..2], ["Density functional theory", "Cross sections"]);
}

#[test]
fn names_of_equal_groups_differ() {
    let names = Corpus::of(&[LIE, LIE, CHIPS], 12).names();
    assert_ne!(names[0], names[1]);
    assert_eq!(names[2], "GPU clusters");
}

#[test]
fn texts_without_case_and_marks_are_named() {
    const CELLS: Sentences = &[
        ("effects of growth hormone on rats", ""),
        ("growth hormone in rats", ""),
        ("secretion of growth hormone", ""),
    ];
    const HEART: Sentences = &[
        ("acute myocardial infarction", ""),
        ("survival after myocardial infarction", ""),
        ("enzymes in myocardial infarction", ""),
    ];
    let corpus = Corpus::of(&[CELLS, HEART], 12);
    let bare = Corpus {
        texts: corpus.texts.into_iter().map(|(title, _)| (title, String::new())).collect(),
        ..corpus
    };
    assert_eq!(bare.names(), ["Growth hormone", "Myocardial infarction"]);
}

#[test]
fn names_follow_other_languages() {
    const NETWORKS: Sentences = &[
        ("Apprentissage de réseaux profonds", "Les réseaux de neurones sont de la partie."),
        ("Les réseaux de neurones", "Nous étudions les réseaux de neurones, et la vision."),
    ];
    const OPTICS: Sentences = &[
        ("La fibre optique et le laser", "La fibre optique est de verre."),
        ("Pertes de la fibre optique", "Nous étudions la fibre optique, et la lumière."),
    ];
    let names = Corpus::of(&[NETWORKS, OPTICS], 12).names_in(Language::French);
    assert_eq!(names, ["Réseaux de neurones", "Fibre optique"]);
}

#[test]
fn parents_are_named_by_what_their_groups_share() {
    const SIMPLE: Sentences = &[
        ("Simple Modules", "Simple modules of quantum groups have characters."),
        ("Characters of Quantum Groups", "Quantum groups have simple modules."),
    ];
    const HOPF: Sentences = &[
        ("Pointed Coalgebras", "Pointed coalgebras are dual to quantum groups."),
        ("Coactions of Quantum Groups", "Quantum groups and pointed coalgebras, as in dna."),
    ];
    let corpus = Corpus::of(&[SIMPLE, HOPF, CHIPS, LIE], 8);
    let documents: Vec<Document<'_>> =
        corpus.texts.iter().map(|(title, body)| Document::new(title, body)).collect();
    let analyzer = Analyzer::builder(Language::English).build();
    let naming = Naming::read(&documents, &corpus.group_of, 4, &analyzer);
    let names = ["Simple modules", "Pointed coalgebras", "GPU clusters", "Lie algebras"];
    let parents = naming.parent_names(&corpus.group_of, &names, &[0, 0, 1, 2]);
    assert_eq!(parents, ["Quantum groups", "GPU clusters", "Lie algebras"]);
    let parents = naming.parent_names(&corpus.group_of, &names, &[0, 0, 1, 1]);
    assert_eq!(parents, ["Quantum groups", "GPU clusters and Lie algebras"], "nothing is shared");
    let written = [
        ("Memory kernels", "memory kernels"),
        ("Memory Kernels", "Memory Kernels"),
        ("DNA repair", "DNA repair"),
    ];
    for (own, within) in written {
        let names = ["Simple modules", "Pointed coalgebras", "GPU clusters", own];
        let parents = naming.parent_names(&corpus.group_of, &names, &[0, 0, 1, 1]);
        assert_eq!(parents[1], format!("GPU clusters and {within}"), "capitals of all words or of none");
    }
}

#[test]
fn names_do_not_depend_on_threads() {
    let corpus = Corpus::of(&[MARKOV, OPERATORS, LIE, CHIPS], 600);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| corpus.names())
    };
    assert_eq!(with(1), with(4));
}

const STORES: Sentences = &[
    ("On File Systems", "Disks hold file systems, and a file system fills."),
    ("File Systems Again", "We repair file systems."),
    ("On Coral Reefs", "Few dive at coral reefs, and a coral reef grows."),
    ("Coral Reefs Again", "We restore coral reefs."),
    ("Is This It?", "It is what it is."),
];

#[test]
fn a_phrase_that_points_elsewhere_names_nothing() {
    let corpus = Corpus::of(&[STORES, LIE, CHIPS], 15);
    let named_with = |words: &[&'static str]| {
        let words = Words(words.to_vec());
        let vectors = Array2::eye(words.0.len());
        // Every paper of the first group holds terms 0 and 1, the others none.
        let mut offsets = vec![0];
        for group in &corpus.group_of {
            offsets.push(offsets[offsets.len() - 1] + if *group == Some(0) { 2 } else { 0 });
        }
        let held = offsets[offsets.len() - 1];
        let terms = (0..held as u32).map(|at| at % 2).collect();
        let rows = CsrMatrix::new(words.0.len(), offsets, terms, vec![1.0; held]).unwrap();
        let meanings = Meanings { texts: &words, rows: &rows, term_vectors: vectors.view() };
        corpus.names_by(Language::English, Some(meanings)).swap_remove(0)
    };
    assert_eq!(corpus.names()[0], "File systems and coral reefs");
    assert_eq!(named_with(&["file", "system", "coral", "reef"]), "File systems");
    // Of words that are no terms nothing is known, unless the phrase is a term.
    assert_eq!(named_with(&["file", "system"]), "File systems and coral reefs");
    assert_eq!(named_with(&["file", "system", "coral reef"]), "File systems");
}

proptest! {
    #[test]
    fn any_texts_are_named_or_not_without_a_panic(
        texts in prop::collection::vec(("\\PC{0,60}", "\\PC{0,80}", 0_u32..4), 0..12),
    ) {
        let group_of = texts.iter().map(|(.., group)| (*group < 3).then_some(*group)).collect();
        let texts = texts.into_iter().map(|(title, body, _)| (title, body)).collect();
        let corpus = Corpus { texts, group_of, groups: 3 };
        let names: Vec<String> = corpus.names().into_iter().filter(|name| !name.is_empty()).collect();
        for (at, name) in names.iter().enumerate() {
            prop_assert!(name.split(' ').count() <= 7);
            prop_assert!(!names[..at].contains(name));
        }
    }
}
