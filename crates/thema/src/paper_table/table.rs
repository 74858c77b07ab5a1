//! A table that this process wrote, read back batch by batch.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use polars::prelude::{ParallelStrategy, ParquetReader, PolarsResult, SerReader};
use thema_report::{BATCH, PaperBatch, PaperBatches};

use super::read::{assignments, counted, papers, positions};

/// The papers of a run that is being made.
pub(crate) struct PaperTable {
    /// The file.
    pub(crate) path: PathBuf,
    /// Its rows, in groups of [`BATCH`].
    pub(crate) papers: usize,
}

impl PaperTable {
    /// Shows every batch, and whether its papers count.
    pub(crate) fn each_counted(
        &self,
        see: &mut dyn FnMut(PaperBatch<'_>, &[bool]) -> io::Result<()>,
    ) -> io::Result<()> {
        for first in (0..self.papers).step_by(BATCH) {
            let read = || -> PolarsResult<_> {
                let table = ParquetReader::new(File::open(&self.path)?)
                    .with_slice(Some((first, BATCH)))
                    .read_parallel(ParallelStrategy::None)
                    .finish()?;
                Ok((papers(&table)?, assignments(&table)?, positions(&table)?, counted(&table)?))
            };
            let (papers, assignments, positions, counted) = read().map_err(io::Error::other)?;
            let (first, positions) = (first as u32, Some(positions.as_slice()));
            see(PaperBatch { first, papers: &papers, assignments: &assignments, positions }, &counted)?;
        }
        Ok(())
    }
}

impl PaperBatches for PaperTable {
    fn papers(&self) -> usize {
        self.papers
    }

    fn each(&self, see: &mut dyn FnMut(PaperBatch<'_>) -> io::Result<()>) -> io::Result<()> {
        self.each_counted(&mut |batch, _| see(batch))
    }
}
