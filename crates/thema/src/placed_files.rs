//! The two files of a run that placed papers are written to, part by part.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use thema_report::{RunFile, StagedRun, StoredFile};

use crate::error::Blame;
use crate::paper_table::{PaperTable, TableWriter};
use crate::run_model::PAPERS;
use crate::texts::TEXTS;
use crate::{Fault, Result};

/// The texts of the papers and the table of their places, while being written.
pub(crate) struct PlacedFiles {
    pub(crate) texts: RunFile,
    pub(crate) rows: TableWriter<SharedFile>,
    table: SharedFile,
}

impl PlacedFiles {
    pub(crate) fn begin(staged: &StagedRun) -> Result<Self> {
        let texts = staged.create(TEXTS)?;
        let table = SharedFile(Arc::new(Mutex::new(Some(staged.create(PAPERS)?))));
        let rows = TableWriter::begin(table.clone()).blame_for(Fault::Output, || shown(staged))?;
        Ok(Self { texts, rows, table })
    }

    /// Completes both files; returns the table and its entry for the manifest.
    pub(crate) fn finish(self, staged: &StagedRun) -> Result<(PaperTable, StoredFile)> {
        let Self { texts, rows, table } = self;
        let papers = rows.finish().blame_for(Fault::Output, || shown(staged))?;
        staged.keep(texts)?;
        let file = table.take().blame_for(Fault::Output, || shown(staged))?;
        let stored = staged.keep(file)?;
        let table = PaperTable::open(staged.path().join(PAPERS), papers);
        Ok((table.blame_for(Fault::Output, || shown(staged))?, stored))
    }
}

fn shown(staged: &StagedRun) -> String {
    staged.target().join(PAPERS).display().to_string()
}

/// A file shared with the writer of its table, because the writer does not return it.
#[derive(Clone)]
pub(crate) struct SharedFile(Arc<Mutex<Option<RunFile>>>);

impl SharedFile {
    fn take(&self) -> io::Result<RunFile> {
        let file = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        file.ok_or_else(|| io::Error::other("the file is closed"))
    }

    fn with<T>(&self, work: impl FnOnce(&mut RunFile) -> io::Result<T>) -> io::Result<T> {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(file) => work(file),
            None => Err(io::Error::other("the file is closed")),
        }
    }
}

impl Write for SharedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.with(Write::flush)
    }
}
