//! Reads corpora: the records that their papers were made from.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::Ordering;

use super::{How, Reading, reason};
use crate::corpus::CorpusFile;
use crate::ingest::notes::InputSummary;
use crate::input::raw_input::RawInput;
use crate::sources::THIN_ROWS;
use crate::{Corpus, Format, IngestError};

impl Reading<'_> {
    /// Reads the records of a corpus as they were when it was written.
    pub(super) fn read_corpus(&mut self, path: &Path, file: File, raw: RawInput<'_>, how: &How<'_>) {
        let bytes = file.metadata().map_or(0, |file| file.len());
        let read = if self.thinning.is_some() {
            self.draw_of_corpus(path, &file).map(|()| 0)
        } else if self.bound.as_ref().is_some_and(|bound| bound.is_exceeded_by(bytes)) {
            self.push_corpus_in_parts(path, &file)
        } else {
            Corpus::read_file(file, path).and_then(|corpus| self.push_corpus(path, &corpus))
        };
        if let Err(error) = read.and_then(|records| self.note_corpus(path, records, raw, how)) {
            self.lose(path.to_owned(), Some(Format::Corpus), reason(&error));
        }
    }

    /// Reads the records of the corpus at `path` before those of any input.
    ///
    /// # Errors
    /// Whatever prevents it from being read as a corpus.
    pub(crate) fn read_former(&mut self, path: &Path, how: &How<'_>) -> Result<(), IngestError> {
        let opened = |source| IngestError::Open { path: path.to_owned(), source };
        let raw = RawInput::open(path).map_err(opened)?;
        let corpus = Corpus::read_file(File::open(path).map_err(opened)?, path)?;
        let records = self.push_corpus(path, &corpus)?;
        self.note_corpus(path, records, raw, how)
    }

    /// Takes a draw of a corpus's papers.
    fn draw_of_corpus(&mut self, path: &Path, file: &File) -> Result<(), IngestError> {
        if let Some(thinning) = &mut self.thinning {
            let corpus = CorpusFile::open(file, path)?;
            thinning.begin_input(path, Format::Corpus, 0);
            for first in (0..corpus.len()).step_by(THIN_ROWS) {
                let is_wanted = thinning.wants_piece();
                thinning.meet_piece();
                if is_wanted {
                    let papers = corpus.part(first, THIN_ROWS)?;
                    papers.check(None, path)?;
                    thinning.keep_papers(papers);
                }
            }
        }
        Ok(())
    }

    /// Stores the records of a corpus part by part, and returns their number.
    fn push_corpus_in_parts(&mut self, path: &Path, file: &File) -> Result<u64, IngestError> {
        let mut records = 0;
        let (store, bound) = (&mut self.store, &mut self.bound);
        Corpus::read_in_parts(file, path, &mut |part| {
            let damaged = |reason| IngestError::NotACorpus { path: path.to_owned(), reason };
            records += store.push_corpus(part).map_err(damaged)?;
            if let Some(bound) = bound {
                bound.hold(store);
            }
            Ok(())
        })?;
        Ok(records)
    }

    /// Stores the records of a corpus, and returns their number.
    fn push_corpus(&mut self, path: &Path, corpus: &Corpus) -> Result<u64, IngestError> {
        let damaged = |reason| IngestError::NotACorpus { path: path.to_owned(), reason };
        let records = self.store.push_corpus(corpus).map_err(damaged)?;
        if let Some(bound) = &mut self.bound {
            bound.hold(&mut self.store);
        }
        Ok(records)
    }

    /// Notes a corpus whose records are stored.
    fn note_corpus(
        &mut self,
        path: &Path,
        records: u64,
        raw: RawInput<'_>,
        how: &How<'_>,
    ) -> Result<(), IngestError> {
        let taken = raw.counter();
        let read = raw.finish();
        let bytes = taken.load(Ordering::Relaxed);
        self.advance(bytes, how);
        let blake3 = read.map_err(|source| IngestError::Open { path: path.to_owned(), source })?;
        let (path, format) = (path.to_owned(), Format::Corpus);
        let summary = InputSummary {
            path,
            format,
            encoding: None,
            bytes,
            blake3,
            records,
            rejected: 0,
            date_losses: None,
        };
        self.notes.inputs.push(summary);
        Ok(())
    }
}
