//! A corpus as the later stages see it: texts for features, metadata for themes.

use std::collections::BTreeMap;

use thema_features::Document;
use thema_ingest::{Corpus, category_name, plain, readable_title};
use thema_themes::{Paper, Subjects};

use crate::date_precision::CoarseDates;
use crate::facets::facets;

/// Most papers a paper is paired with by shared authors, and by references.
const BY_AUTHOR: usize = 2;
const BY_REFERENCE: usize = 4;

/// Pairs of papers that are probably about related things.
#[derive(Default)]
pub(crate) struct Related {
    /// Papers that share an author.
    by_author: Vec<[u32; 2]>,
    /// Papers of which one cites the other, or that cite the same work.
    pub(crate) by_reference: Vec<[u32; 2]>,
}

impl Related {
    pub(crate) fn of(corpus: &Corpus) -> Self {
        let rows: Vec<u32> = (0..corpus.len() as u32).collect();
        Self {
            by_author: corpus.pairs_by_author(&rows, BY_AUTHOR),
            by_reference: corpus.pairs_by_reference(&rows, BY_REFERENCE),
        }
    }

    /// The pairs of both kinds.
    pub(crate) fn all(&self) -> Vec<[u32; 2]> {
        [self.by_author.as_slice(), &self.by_reference].concat()
    }
}

/// Title, abstract and notes of every paper.
pub(crate) fn documents(corpus: &Corpus) -> Vec<Document<'_>> {
    (0..corpus.len()).map(|row| document(corpus, row)).collect()
}

/// Title, abstract and notes of the paper in a row.
pub(crate) fn document(corpus: &Corpus, row: usize) -> Document<'_> {
    Document::new(corpus.title(row), corpus.abstract_text(row)).with_notes(corpus.notes(row))
}

/// What themes and reports need of every paper.
pub(crate) fn papers(corpus: &Corpus) -> Vec<Paper> {
    let mut dates = CoarseDates::default();
    (0..corpus.len()).for_each(|row| dates.add(corpus.submitted(row)));
    (0..corpus.len()).map(|row| paper(corpus, row, &dates)).collect()
}

/// The categories of papers by their published names; only arXiv's categories have one.
pub(crate) fn subjects(corpus: &Corpus) -> Subjects {
    subjects_of((0..corpus.len()).map(|row| corpus.categories(row)))
}

/// As [`subjects`], from the category codes of every paper.
pub(crate) fn subjects_of<'a>(papers: impl Iterator<Item = impl Iterator<Item = &'a str>>) -> Subjects {
    let mut names = BTreeMap::new();
    Subjects::read(papers.map(|codes| {
        let named = codes.filter_map(|code| *names.entry(code).or_insert_with(|| category_name(code)));
        named.collect::<Vec<_>>()
    }))
}

/// What themes and reports need of one paper of a corpus or part; `dates` are those of the whole corpus.
pub(crate) fn paper(corpus: &Corpus, row: usize, dates: &CoarseDates) -> Paper {
    let mut categories = Vec::with_capacity(corpus.categories(row).count());
    categories.extend(corpus.categories(row).map(|category| plain(category).into_owned()));
    Paper {
        id: corpus.key(row).to_owned(),
        aliases: aliases(corpus, row),
        title: readable_title(corpus.title(row)).into_owned(),
        categories,
        submitted: corpus.submitted(row).map(thema_ingest::Timestamp::unix_days),
        precision: dates.precision(corpus.submitted(row)),
        announced: corpus.announced(row).map(thema_ingest::Timestamp::unix_days),
        url: address(corpus, row),
        headline: corpus.headline(row).map(|headline| plain(headline).into_owned()),
        facets: facets(corpus, row),
    }
}

/// All identifiers of a paper except its key.
fn aliases(corpus: &Corpus, row: usize) -> Box<[String]> {
    let doi = corpus.doi(row).map(|doi| format!("doi:{doi}"));
    let others = corpus.external_id(row).into_iter().chain(corpus.identifiers(row)).map(str::to_owned);
    let mut aliases: Vec<String> = doi.into_iter().chain(others).collect();
    aliases.sort_unstable();
    aliases.dedup();
    aliases.retain(|alias| alias != corpus.key(row));
    aliases.into()
}

/// The web address of the paper, unless its key implies it: arXiv if possible, otherwise its DOI.
fn address(corpus: &Corpus, row: usize) -> Option<String> {
    match corpus.arxiv_id(row) {
        Some(id) if id == corpus.key(row) => None,
        Some(id) => Some(format!("https://arxiv.org/abs/{}", plain(id))),
        None => corpus.doi(row).map(|doi| format!("https://doi.org/{}", plain(doi))),
    }
}
