//! The draw: the papers themes are learned from.

use thema_ingest::{Corpus, CorpusParts};

use crate::author_marks::AuthorMarks;
use crate::date_precision::CoarseDates;
use crate::papers::Related;
use crate::roles::PaperRoles;
use crate::{Error, Fault, Result};

/// What learning gets of a corpus, and what one pass over all parts found out about the whole.
pub(crate) struct Draw {
    /// The papers to learn from.
    pub(crate) papers: Corpus,
    pub(crate) related: Related,
    /// Who wrote the papers, whose own texts may lack their names.
    pub(crate) authors: AuthorMarks,
    /// Papers that are placed and stand for near-duplicates, in the order of
    /// [`PaperRoles::placed_for_others`].
    pub(crate) for_others: Option<Corpus>,
    /// The precision of dates, judged from the dates of all papers.
    pub(crate) dates: CoarseDates,
}

/// What learning takes from one part of a corpus.
pub(crate) struct PartDraw {
    pub(crate) papers: Corpus,
    pub(crate) for_others: Option<Corpus>,
    pub(crate) dates: CoarseDates,
}

impl PartDraw {
    /// The draw from the part that begins with row `first`.
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

    /// A copy with its own texts, so that the rest of the part can be freed.
    fn compacted(self) -> Self {
        let Self { papers, for_others, dates } = self;
        Self { papers: papers.compacted(), for_others: for_others.map(|papers| papers.compacted()), dates }
    }
}

impl Draw {
    /// Reads every part of `corpus` once.
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

    /// Joins the draws of all parts, which are in order.
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
        let (related, authors) = (Related::of(&papers), AuthorMarks::of(&papers));
        Ok(Self { papers, related, authors, for_others: Corpus::joined(for_others), dates })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Inputs, Settings};

    #[test]
    fn a_corpus_on_disk_gives_the_authors_of_one_in_memory() {
        let home = tempfile::tempdir().unwrap();
        let line = |n: usize| {
            let authors = format!("[\"Ada Ash {}\", \"Ben Birch\"]", n % 3);
            format!("{{\"title\":\"Queues, {n}\",\"abstract\":\"How they wait.\",\"authors\":{authors}}}\n")
        };
        let file = home.path().join("papers.jsonl");
        std::fs::write(&file, (0..40).map(line).collect::<String>()).unwrap();
        let drawn = |memory: u64| {
            let engine = Engine::new(Settings::default()).unwrap();
            let params = Inputs::default().params(engine.settings());
            let corpus =
                params.run_in_parts(std::slice::from_ref(&file), home.path(), memory).unwrap().corpus;
            assert_eq!(corpus.in_memory().is_some(), memory > 1_000_000);
            let roles = PaperRoles::of(corpus.len(), corpus.near_duplicates(), 30);
            Draw::of(&corpus, &roles).unwrap().authors
        };
        let authors = drawn(u64::MAX);
        assert_eq!(drawn(1_000), authors);
        assert_eq!((authors.of_row(0).len(), authors.of_row(29).len(), authors.of_row(30).len()), (2, 2, 0));
        assert_ne!(authors.of_row(0), authors.of_row(1));
    }
}
