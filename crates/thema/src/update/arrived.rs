//! What the inputs of an update bring: papers that are new to the run, and copies of others.

use std::collections::BTreeMap;

use thema_features::Document;
use thema_ingest::Corpus;
use thema_themes::Paper;
use thema_themes::identity::{DateCounts, RunState};

use crate::date_precision::CoarseDates;
use crate::paper_ids::KnownPapers;
use crate::papers::{document, paper};
use crate::roles::{PaperRoles, Role};

/// A paper not yet in the run.
pub(super) struct Fresh<'a> {
    pub(super) paper: Paper,
    pub(super) document: Document<'a>,
}

/// The papers of an update's inputs.
pub(super) struct Arrived<'a> {
    /// New papers that count, by id.
    pub(super) fresh: Vec<Fresh<'a>>,
    /// New papers that are near-duplicates of another, by id, each with the id of the paper that counts for it.
    pub(super) copies: Vec<(Fresh<'a>, String)>,
    /// Number of papers that the run has already.
    pub(super) known: usize,
    /// Counts of the dates of the run and the new papers.
    pub(super) dates: DateCounts,
}

impl<'a> Arrived<'a> {
    /// Compares a corpus with the papers of the run. Of near-duplicates, one that the run has counts, so that no paper of the
    /// run changes its place for a copy.
    pub(super) fn of(corpus: &'a Corpus, run: &RunState) -> Self {
        let mut papers: Vec<Paper> =
            (0..corpus.len()).map(|row| paper(corpus, row, &CoarseDates::default())).collect();
        let in_run = KnownPapers::of(&run.papers);
        let known: Vec<Option<&str>> = papers.iter().map(|paper| in_run.find(paper)).collect();
        let mut dates = CoarseDates::of_run(run);
        let new = (0..corpus.len()).filter(|&row| known[row].is_none());
        new.clone().for_each(|row| dates.add(corpus.submitted(row)));
        new.for_each(|row| papers[row].precision = dates.precision(corpus.submitted(row)));

        let roles = PaperRoles::of(corpus.len(), &corpus.near_duplicates(), 0);
        let counting = |row: u32| match roles.of_row(row) {
            Role::With(of) => of,
            Role::Learned(_) | Role::Placed => row,
        };
        let mut standing: BTreeMap<u32, &str> = BTreeMap::new();
        for (row, id) in (0..).zip(&known) {
            if let Some(id) = id {
                standing.entry(counting(row)).or_insert(id);
            }
        }
        let mut arrived = Self { fresh: Vec::new(), copies: Vec::new(), known: 0, dates: dates.counts() };
        for ((row, paper), known) in (0_u32..).zip(papers).zip(known) {
            let fresh = Fresh { paper, document: document(corpus, row as usize) };
            let of = counting(row);
            match standing.get(&of) {
                _ if known.is_some() => arrived.known += 1,
                Some(&id) => arrived.copies.push((fresh, id.to_owned())),
                None if of != row => arrived.copies.push((fresh, corpus.key(of as usize).to_owned())),
                None => arrived.fresh.push(fresh),
            }
        }
        arrived.fresh.sort_by(|a, b| a.paper.id.cmp(&b.paper.id));
        arrived.copies.sort_by(|a, b| a.0.paper.id.cmp(&b.0.paper.id));
        arrived
    }

    /// New papers, whether they count or not.
    pub(super) fn added(&self) -> usize {
        self.fresh.len() + self.copies.len()
    }

    /// Ids and texts of all new papers, in the order in which they join the run.
    pub(super) fn texts(&self) -> Vec<(&str, Document<'a>)> {
        let all = self.fresh.iter().chain(self.copies.iter().map(|(copy, _)| copy));
        all.map(|fresh| (fresh.paper.id.as_str(), fresh.document)).collect()
    }
}
