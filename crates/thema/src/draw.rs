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

/// What learning takes of one part of a corpus.
pub(crate) struct PartDraw {
    pub(crate) papers: Corpus,
    pub(crate) for_others: Option<Corpus>,
    pub(crate) dates: CoarseDates,
}

impl PartDraw {
    /// Of the part that begins with row `first`.
    pub(crate) fn of(first: u32, part: &Corpus, roles: &PaperRoles) -> Self {
        let end = first + part.len() as u32;
        let mut dates = CoarseDates::default();
        (0..part.len()).for_each(|row| dates.add(part.submitted(row)));
        let taken = |rows: &[u32]| part.take(&rows.iter().map(|&row| row - first).collect::<Vec<_>>());
        let placed_for_others = roles.placed_for_others();
        let [from, to] = [first, end].map(|row| placed_for_others.partition_point(|&at| at < row));
        Self {
            papers: taken(roles.learned_in(first..end)),
            for_others: (from < to).then(|| taken(&placed_for_others[from..to])),
            dates,
        }
    }

    /// The same with texts of its own, so that what is not drawn can be let go with the part.
    fn compacted(self) -> Self {
        let Self { papers, for_others, dates } = self;
        Self { papers: papers.compacted(), for_others: for_others.map(|papers| papers.compacted()), dates }
    }
}

impl Draw {
    /// Reads the parts of `corpus` once.
    pub(crate) fn of(corpus: &CorpusParts, roles: &PaperRoles) -> Result<Self> {
        let task = thema_progress::Task::new("draw", corpus.len());
        // A corpus in memory keeps its texts anyway.
        let stays = corpus.in_memory().is_some();
        let drawn = corpus.map(|first, part| {
            let drawn = PartDraw::of(first, &part, roles);
            task.advance(part.len());
            if stays { drawn } else { drawn.compacted() }
        })?;
        let draw = Self::joined(drawn)?;
        Ok(if stays { draw } else { Self { papers: draw.papers.texts_alone(), ..draw } })
    }

    /// What was drawn of all parts, in their order.
    pub(crate) fn joined(parts: Vec<PartDraw>) -> Result<Self> {
        let mut dates = CoarseDates::default();
        let (mut papers, mut for_others) = (Vec::with_capacity(parts.len()), Vec::new());
        for part in parts {
            dates.merge(part.dates);
            papers.push(part.papers);
            for_others.extend(part.for_others);
        }
        let nothing = || Error::new(Fault::Internal, "a corpus without papers");
        let papers = Corpus::joined(papers).ok_or_else(nothing)?;
        let related = related(&papers);
        Ok(Self { papers, related, for_others: Corpus::joined(for_others), dates })
    }
}
