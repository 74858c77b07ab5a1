//! Tests of names on texts made for each property.

mod groups;
mod pairing;
mod phrases;

use thema_features::Document;
use thema_features::analysis::{Analyzer, Language};

use super::{Meanings, Naming};

/// A group: the titles and abstracts that its papers take in turn.
type Sentences = &'static [(&'static str, &'static str)];

const MARKOV: Sentences = &[
    ("Markov Chain Monte Carlo for Hierarchical Priors", "We study Markov chain Monte Carlo for posteriors."),
    (
        "Scalable Markov Chain Monte Carlo",
        "The sampler of Markov chain Monte Carlo, with tempering, is slow.",
    ),
    ("On Mixing Times", "Markov chain Monte Carlo is run on large posteriors."),
];
const OPERATORS: Sentences = &[
    (
        "Factors and von Neumann Algebras",
        "We classify von Neumann algebras of type II, and a von Neumann algebra acts.",
    ),
    (
        "Subfactors of von Neumann algebras",
        "Every von Neumann algebra has a predual. In von Neumann algebras, it is free.",
    ),
    ("Free Entropy", r"Crossed products by $p$-adic groups give von Neumann algebras."),
];
const LIE: Sentences = &[
    ("Nilpotent Lie Algebras", "We study nilpotent Lie algebras over fields."),
    ("Gradings of Lie Algebras", "Lie algebras with a grading are classified. A Lie algebra is solvable."),
    ("Cohomology of Lie algebras", r#"The cohomology of Lie algebras by Gr\"obner bases is computed."#),
];
const DARK: Sentences = &[
    ("Dark Matter Haloes", "Dark matter is cold. Haloes of dark matter merge."),
    ("Dark Matter", "We constrain dark matter."),
];
const CHIPS: Sentences = &[
    ("Sorting on GPU Clusters", "Large GPU clusters sort quickly, and a GPU cluster is cheap."),
    ("GPU clusters at Work", "We schedule kernels on GPU clusters."),
    ("Kernels for GPU Clusters", "In GPU clusters, kernels wait for memory."),
];

/// `papers` papers of every group, one sentence in each.
struct Corpus {
    texts: Vec<(String, String)>,
    group_of: Vec<Option<u32>>,
    groups: usize,
}

impl Corpus {
    fn of(groups: &[Sentences], papers: usize) -> Self {
        let (mut texts, mut group_of) = (Vec::new(), Vec::new());
        for paper in 0..papers {
            for (group, sentences) in (0_u32..).zip(groups) {
                let (title, body) = sentences[paper % sentences.len()];
                texts.push((title.to_owned(), format!("The first result of this paper is new. {body}")));
                group_of.push(Some(group));
            }
        }
        Self { texts, group_of, groups: groups.len() }
    }

    fn names_in(&self, language: Language) -> Vec<String> {
        self.names_by(language, None)
    }

    fn names_by(&self, language: Language, meanings: Option<Meanings<'_>>) -> Vec<String> {
        let documents: Vec<Document<'_>> =
            self.texts.iter().map(|(title, body)| Document::new(title, body)).collect();
        let analyzer = Analyzer::builder(language).build();
        let mut naming = Naming::read(&documents, &self.group_of, self.groups, &analyzer);
        if let Some(meanings) = meanings {
            naming = naming.with_meanings(meanings);
        }
        let names = naming.names(&self.group_of, self.groups, &[], &[]);
        names.into_iter().map(Option::unwrap_or_default).collect()
    }

    fn names(&self) -> Vec<String> {
        self.names_in(Language::English)
    }
}
