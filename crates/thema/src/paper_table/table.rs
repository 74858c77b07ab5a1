//! A table that this process wrote, read back batch by batch.

use std::fs::File;
use std::io::{self, Cursor};
use std::ops::Range;
use std::path::PathBuf;

use polars::io::mmap::MmapBytesReader;
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
            see_batch(File::open(&self.path)?, first..first + BATCH, see)?;
        }
        Ok(())
    }
}

/// Shows the papers in some rows of a table, and whether they count.
fn see_batch(
    table: impl MmapBytesReader,
    rows: Range<usize>,
    see: &mut dyn FnMut(PaperBatch<'_>, &[bool]) -> io::Result<()>,
) -> io::Result<()> {
    let read = || -> PolarsResult<_> {
        let table = ParquetReader::new(table)
            .with_slice(Some((rows.start, rows.len())))
            .read_parallel(ParallelStrategy::None)
            .finish()?;
        Ok((papers(&table)?, assignments(&table)?, positions(&table)?, counted(&table)?))
    };
    let (papers, assignments, positions, counted) = read().map_err(io::Error::other)?;
    let (first, positions) = (rows.start as u32, Some(positions.as_slice()));
    see(PaperBatch { first, papers: &papers, assignments: &assignments, positions }, &counted)
}

/// Shows the papers of the bytes of a table that has at most [`BATCH`] of them.
pub(crate) fn see_table(
    table: &[u8],
    see: &mut dyn FnMut(PaperBatch<'_>, &[bool]) -> io::Result<()>,
) -> io::Result<()> {
    see_batch(Cursor::new(table), 0..BATCH, see)
}

impl PaperBatches for PaperTable {
    fn papers(&self) -> usize {
        self.papers
    }

    fn each(&self, see: &mut dyn FnMut(PaperBatch<'_>) -> io::Result<()>) -> io::Result<()> {
        self.each_counted(&mut |batch, _| see(batch))
    }
}
