//! What the inputs of an update bring: papers that are new to the run, and copies of others.

use std::collections::BTreeMap;

use thema_ingest::{ArxivId, Corpus, NearIndex};
use thema_progress::Task;
use thema_themes::Paper;
use thema_themes::identity::{DateCounts, RunState};

use crate::Result;
use crate::date_precision::CoarseDates;
use crate::paper_ids::KnownPapers;
use crate::papers::paper;
use crate::roles::{PaperRoles, Role};
use crate::run_model::RunModel;
use crate::texts::{PaperText, StoredText};

/// A paper not yet in the run.
pub(super) struct Fresh<'a> {
    /// Its row in the corpus of the inputs.
    pub(super) row: u32,
    pub(super) paper: Paper,
    pub(super) text: PaperText<'a>,
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

/// A paper of the inputs that has nearly the text of one of the run.
struct Near {
    row: u32,
    /// The paper of the run.
    id: String,
    /// Whether it is that paper, by title and abstract.
    is_same: bool,
}

/// The run that papers arrive at.
#[derive(Clone, Copy)]
pub(super) struct Arrival<'a> {
    pub(super) model: &'a RunModel,
    pub(super) state: &'a RunState,
    /// Least similarity of near-duplicates; `None` looks for none.
    pub(super) near: Option<f64>,
}

impl<'a> Arrived<'a> {
    /// Compares a corpus with the papers of the run. Of near-duplicates, one that the run has counts, so that no paper of the
    /// run changes its place for a copy.
    ///
    /// # Errors
    /// When the texts of the run cannot be read.
    pub(super) fn of(corpus: &'a Corpus, at: Arrival<'_>) -> Result<Self> {
        let mut papers: Vec<Paper> =
            (0..corpus.len()).map(|row| paper(corpus, row, &CoarseDates::default())).collect();
        let in_run = KnownPapers::of(&at.state.papers);
        let mut known: Vec<Option<String>> =
            papers.iter().map(|paper| in_run.find(paper).map(str::to_owned)).collect();
        let unnamed: Vec<u32> =
            (0..).zip(&known).filter(|(_, known)| known.is_none()).map(|(row, _)| row).collect();
        let mut near = Vec::new();
        for Near { row, id, is_same } in at.near_duplicates(corpus, &unnamed)? {
            if is_same {
                known[row as usize] = Some(id);
            } else {
                near.push((row, id));
            }
        }
        let new: Vec<u32> = unnamed.into_iter().filter(|&row| known[row as usize].is_none()).collect();
        let mut dates = CoarseDates::of_run(at.state);
        for &row in &new {
            dates.add(corpus.submitted(row as usize));
        }
        for &row in &new {
            papers[row as usize].precision = dates.precision(corpus.submitted(row as usize));
        }

        let roles = PaperRoles::of(corpus.len(), &corpus.near_duplicates(), 0);
        let counting = |row: u32| match roles.of_row(row) {
            Role::With(of) => of,
            Role::Learned(_) | Role::Placed => row,
        };
        let mut standing: BTreeMap<u32, &str> = BTreeMap::new();
        let known_rows = (0..).zip(&known).filter_map(|(row, known)| Some((row, known.as_deref()?)));
        for (row, id) in known_rows.chain(near.iter().map(|(row, id)| (*row, id.as_str()))) {
            standing.entry(counting(row)).or_insert(id);
        }
        let mut arrived = Self { fresh: Vec::new(), copies: Vec::new(), known: 0, dates: dates.counts() };
        for ((row, paper), known) in (0_u32..).zip(papers).zip(&known) {
            let fresh = Fresh { row, paper, text: PaperText::of(corpus, row as usize) };
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
        Ok(arrived)
    }

    /// New papers, whether they count or not.
    pub(super) fn added(&self) -> usize {
        self.fresh.len() + self.copies.len()
    }

    /// Rows of the new papers that are near-duplicates of papers of the run, with the ids of these.
    pub(super) fn copies_of_run(&self) -> impl Iterator<Item = (u32, &str)> {
        let is_fresh =
            |of: &str| self.fresh.binary_search_by(|fresh| fresh.paper.id.as_str().cmp(of)).is_ok();
        let copies = self.copies.iter().map(|(copy, of)| (copy.row, of.as_str()));
        copies.filter(move |&(_, of)| !is_fresh(of))
    }

    /// Texts of all new papers, in the order in which they join the run.
    pub(super) fn texts(&self) -> Vec<PaperText<'a>> {
        self.fresh.iter().chain(self.copies.iter().map(|(copy, _)| copy)).map(|fresh| fresh.text).collect()
    }
}

impl Arrival<'_> {
    /// The papers of a corpus in `rows` that are near-duplicates of papers of the run, by row. Of several papers of the run,
    /// one that is the same paper goes first, then the first by id.
    fn near_duplicates(&self, corpus: &Corpus, rows: &[u32]) -> Result<Vec<Near>> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let index = NearIndex::of(corpus, rows, self.near.unwrap_or(1.0));
        let is_arxiv = |id: &str| id.parse::<ArxivId>().is_ok();
        let mut found: BTreeMap<u32, (bool, String)> = BTreeMap::new();
        let progress = Task::new("near-duplicates", self.state.papers.len());
        self.model.each_text(|texts| {
            let documents: Vec<_> = texts.iter().map(StoredText::near).collect();
            for [at, row] in index.find(&documents) {
                let id = &texts[at as usize].id;
                // Papers with different arXiv identifiers are different papers.
                let may_be_same = !is_arxiv(id) || !is_arxiv(corpus.key(row as usize));
                let is_same = may_be_same && index.is_same(documents[at as usize], row);
                if is_same || self.near.is_some() {
                    let next = (!is_same, id.clone());
                    let best = found.entry(row).or_insert_with(|| next.clone());
                    *best = next.min(best.clone());
                }
            }
            progress.advance(texts.len());
        })?;
        Ok(found.into_iter().map(|(row, (is_other, id))| Near { row, id, is_same: !is_other }).collect())
    }
}
