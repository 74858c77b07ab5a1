//! A corpus that may be larger than memory: parts sorted by key, read one at a time.

use std::path::Path;

use rayon::prelude::*;

use super::Corpus;
use crate::IngestError;
use crate::spill::{Piece, Pieces};

/// Papers per part; the last part may have fewer.
pub(crate) const PART: usize = 16_384;

/// Parts in memory at once when several are processed in parallel.
const AT_ONCE: usize = 2;

/// The papers of a corpus, either all in memory or in an unnamed file that vanishes when this is dropped.
#[derive(Debug)]
pub struct CorpusParts {
    kept: Kept,
    papers: usize,
    near_duplicates: Vec<[u32; 2]>,
}

#[derive(Debug)]
enum Kept {
    Memory(Box<Corpus>),
    File(Pieces, Vec<Piece>),
}

impl CorpusParts {
    /// Papers per part; the last part may have fewer.
    pub const PART: usize = PART;

    /// Wraps a corpus that is in memory.
    #[must_use]
    pub fn of(corpus: Corpus) -> Self {
        Self {
            papers: corpus.len(),
            near_duplicates: corpus.near_duplicates(),
            kept: Kept::Memory(Box::new(corpus)),
        }
    }

    /// The number of papers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.papers
    }

    /// Whether there are no papers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.papers == 0
    }

    /// The corpus, if it is in memory.
    #[must_use]
    pub fn in_memory(&self) -> Option<&Corpus> {
        match &self.kept {
            Kept::Memory(corpus) => Some(corpus),
            Kept::File(..) => None,
        }
    }

    /// Pairs of a near-duplicate and the paper that counts for it, as rows, ascending.
    #[must_use]
    pub fn near_duplicates(&self) -> &[[u32; 2]] {
        &self.near_duplicates
    }

    /// The parts in order, each with the row of its first paper.
    pub fn each(&self) -> impl Iterator<Item = Result<(u32, Corpus), IngestError>> + '_ {
        (0..self.papers).step_by(PART).map(|first| Ok((first as u32, self.part(first)?)))
    }

    /// The result of `look` for every part, in order. `look` gets the row of the part's first paper and the
    /// part. Two parts are processed in parallel.
    ///
    /// # Errors
    /// [`IngestError::DamagedPart`] when a part cannot be read.
    pub fn map<T: Send>(&self, look: impl Fn(u32, Corpus) -> T + Sync) -> Result<Vec<T>, IngestError> {
        let firsts: Vec<usize> = (0..self.papers).step_by(PART).collect();
        let mut made = Vec::with_capacity(firsts.len());
        for firsts in firsts.chunks(AT_ONCE) {
            let of_part = |&first: &usize| Ok(look(first as u32, self.part(first)?));
            made.extend(firsts.par_iter().map(of_part).collect::<Result<Vec<T>, IngestError>>()?);
        }
        Ok(made)
    }

    /// The part that begins at row `first`.
    fn part(&self, first: usize) -> Result<Corpus, IngestError> {
        match &self.kept {
            Kept::Memory(corpus) => Ok(corpus.slice(first..self.papers.min(first + PART))),
            Kept::File(file, parts) => Corpus::unpack(file, &parts[first / PART]),
        }
    }
}

/// Writes the parts of a corpus.
#[derive(Debug)]
pub(crate) struct PartsWriter {
    file: Pieces,
    parts: Vec<Piece>,
    /// Papers that do not yet fill a part.
    rest: Option<Corpus>,
    papers: usize,
}

impl PartsWriter {
    /// Starts writing to an unnamed file in the folder `home`.
    pub(crate) fn begin(home: &Path) -> Result<Self, IngestError> {
        Ok(Self { file: Pieces::begin(home)?, parts: Vec::new(), rest: None, papers: 0 })
    }

    /// Adds papers whose keys come after those of all earlier papers.
    pub(crate) fn push(&mut self, corpus: Corpus) -> Result<(), IngestError> {
        self.papers += corpus.len();
        let joined = Corpus::joined(self.rest.take().into_iter().chain([corpus]).collect());
        let Some(joined) = joined else { return Ok(()) };
        let whole = joined.len() / PART * PART;
        for first in (0..whole).step_by(PART) {
            self.parts.push(joined.slice(first..first + PART).pack(&mut self.file)?);
        }
        // Compact the rest, so that it does not keep the written papers in memory.
        self.rest = Some(joined.slice(whole..joined.len()).compacted());
        Ok(())
    }

    /// The parts written. Near-duplicates are not set.
    pub(crate) fn finish(mut self) -> Result<CorpusParts, IngestError> {
        if let Some(rest) = self.rest.take().filter(|rest| !rest.is_empty()) {
            self.parts.push(rest.pack(&mut self.file)?);
        }
        let kept = Kept::File(self.file, self.parts);
        Ok(CorpusParts { papers: self.papers, kept, near_duplicates: Vec::new() })
    }
}

impl CorpusParts {
    /// Sets what [`near_duplicates`](Self::near_duplicates) returns.
    pub(crate) fn set_near_duplicates(&mut self, near_duplicates: Vec<[u32; 2]>) {
        self.near_duplicates = near_duplicates;
    }

    /// The papers in `rows`, which must ascend.
    pub(crate) fn select(&self, rows: &[u32]) -> Result<Corpus, IngestError> {
        let mut taken = Vec::new();
        for of_part in rows.chunk_by(|&a, &b| a as usize / PART == b as usize / PART) {
            let first = of_part[0] as usize / PART * PART;
            let part = self.part(first)?;
            taken.push(
                part.take(&of_part.iter().map(|&row| row - first as u32).collect::<Vec<_>>()).compacted(),
            );
        }
        match Corpus::joined(taken) {
            Some(corpus) => Ok(corpus),
            None => Ok(self.part(0)?.slice(0..0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IngestParams;

    fn corpus(papers: usize) -> Corpus {
        let line = |row: usize| format!("{{\"id\":\"x:{row:07}\",\"title\":\"On queues number {row}\"}}\n");
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), (0..papers).map(line).collect::<String>()).unwrap();
        IngestParams::new().run(&[file.path().to_owned()]).unwrap().corpus
    }

    fn stored(corpus: &Corpus, at_once: usize, home: &Path) -> CorpusParts {
        let mut writer = PartsWriter::begin(home).unwrap();
        for first in (0..corpus.len()).step_by(at_once) {
            writer.push(corpus.slice(first..corpus.len().min(first + at_once))).unwrap();
        }
        let mut parts = writer.finish().unwrap();
        parts.set_near_duplicates(vec![[5, 2]]);
        parts
    }

    #[test]
    fn parts_are_the_corpus_however_it_came() {
        let home = tempfile::tempdir().unwrap();
        let corpus = corpus(PART + 100);
        let keys = |parts: &CorpusParts| -> Vec<(u32, usize, String)> {
            let of = |part: Result<(u32, Corpus), IngestError>| {
                let (first, part) = part.unwrap();
                (first, part.len(), format!("{} {}", part.key(0), part.key(part.len() - 1)))
            };
            parts.each().map(of).collect()
        };
        let whole = keys(&CorpusParts::of(corpus.clone()));
        assert_eq!(whole.len(), 2);
        for at_once in [30_000, 40_000, PART + 100] {
            let parts = stored(&corpus, at_once, home.path());
            assert_eq!(keys(&parts), whole, "{at_once}");
            assert_eq!((parts.len(), parts.near_duplicates()), (corpus.len(), &[[5, 2]][..]));
        }
        assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0, "the file has no name");
    }

    #[test]
    fn rows_are_found_over_parts() {
        let home = tempfile::tempdir().unwrap();
        let corpus = corpus(PART + 100);
        let rows = [3, 77, PART as u32 + 1, PART as u32 + 99];
        for parts in [stored(&corpus, PART, home.path()), CorpusParts::of(corpus.clone())] {
            let taken = parts.select(&rows).unwrap();
            assert_eq!(
                (0..4).map(|row| taken.key(row)).collect::<Vec<_>>(),
                rows.map(|row| corpus.key(row as usize))
            );
            assert!(parts.select(&[]).unwrap().is_empty());
        }
    }

    #[test]
    fn rows_are_taken_and_let_go() {
        let corpus = corpus(300);
        let taken = corpus.take(&[7, 200, 3]);
        assert_eq!([0, 1, 2].map(|row| taken.key(row)), ["x:0000007", "x:0000200", "x:0000003"]);
        let compacted = taken.compacted();
        assert_eq!([0, 1, 2].map(|row| compacted.title(row)), [0, 1, 2].map(|row| taken.title(row)));
        let alone = taken.texts_alone();
        assert_eq!(
            (alone.title(1), alone.key(1), alone.authors(1).count()),
            (taken.title(1), taken.key(1), 0)
        );
        let joined = Corpus::joined(vec![corpus.slice(0..10), corpus.slice(10..300)]).unwrap();
        assert_eq!(
            (0..300).map(|row| joined.key(row)).collect::<Vec<_>>(),
            (0..300).map(|row| corpus.key(row)).collect::<Vec<_>>()
        );
    }
}
