//! The papers that themes are learned from.

use thema_ingest::{Corpus, CorpusParts};

use crate::date_precision::CoarseDates;
use crate::papers::related;
use crate::roles::PaperRoles;
use crate::{Error, Fault, Result};

/// What learning is given of a corpus, and what is known of the whole of it after one look at every part.
pub(crate) struct Draw {
    /// The papers that are learned from.
    pub(crate) papers: Corpus,
    /// Pairs of them that may be taken as related.
    pub(crate) related: Vec<[u32; 2]>,
    /// Papers that are placed and count for others, in the order of [`PaperRoles::placed_for_others`].
    pub(crate) for_others: Option<Corpus>,
    /// What the dates of all papers say of a date.
    pub(crate) dates: CoarseDates,
}

impl Draw {
    /// Reads the parts of `corpus` once.
    pub(crate) fn of(corpus: &CorpusParts, roles: &PaperRoles) -> Result<Self> {
        let mut dates = CoarseDates::default();
        let (mut drawn, mut for_others) = (Vec::new(), Vec::new());
        let placed_for_others = roles.placed_for_others();
        let task = thema_progress::Task::new("draw", corpus.len());
        for part in corpus.each() {
            let (first, part) = part?;
            let end = first + part.len() as u32;
            (0..part.len()).for_each(|row| dates.add(part.submitted(row)));
            // What is not drawn is let go with the part, unless the corpus is in memory anyway.
            let taken = |rows: &[u32]| {
                let taken = part.take(&rows.iter().map(|&row| row - first).collect::<Vec<_>>());
                if corpus.in_memory().is_some() { taken } else { taken.compacted() }
            };
            drawn.push(taken(roles.learned_in(first..end)));
            let [from, to] = [first, end].map(|row| placed_for_others.partition_point(|&at| at < row));
            for_others.extend((from < to).then(|| taken(&placed_for_others[from..to])));
            task.advance(part.len());
        }
        let nothing = || Error::new(Fault::Internal, "a corpus without papers");
        let papers = Corpus::joined(drawn).ok_or_else(nothing)?;
        let related = related(&papers);
        let papers = if corpus.in_memory().is_some() { papers } else { papers.texts_alone() };
        Ok(Self { papers, related, for_others: Corpus::joined(for_others), dates })
    }
}
