//! Reads back, batch by batch, a table that this process wrote.

use std::fs::File;
use std::io::{self, Cursor};
use std::ops::Range;
use std::path::PathBuf;

use polars::io::mmap::MmapBytesReader;
use polars::io::parquet::metadata::FileMetadataRef;
use polars::prelude::{ParallelStrategy, ParquetReader, PolarsResult, SerReader};
use thema_report::{BATCH, PaperBatch, PaperBatches};
use thema_themes::{Assignment, Paper};

use super::read::{assignments, counted, papers, positions};

/// The table of papers of a run in progress.
pub(crate) struct PaperTable {
    /// The file.
    pub(crate) path: PathBuf,
    /// Number of rows, in row groups of [`BATCH`].
    pub(crate) papers: usize,
    directory: FileMetadataRef,
}

impl PaperTable {
    /// Opens the finished table `path` of `papers` rows.
    pub(crate) fn open(path: PathBuf, papers: usize) -> io::Result<Self> {
        let directory = ParquetReader::new(File::open(&path)?).get_metadata().cloned();
        Ok(Self { path, papers, directory: directory.map_err(io::Error::other)? })
    }
}

/// Some rows of a table.
struct StoredBatch {
    first: usize,
    papers: Vec<Paper>,
    assignments: Vec<Assignment>,
    positions: Vec<[f32; 2]>,
    counted: Vec<bool>,
}

impl StoredBatch {
    fn read(table: ParquetReader<impl MmapBytesReader>, rows: Range<usize>) -> io::Result<Self> {
        let read = || -> PolarsResult<Self> {
            let table = table
                .with_slice(Some((rows.start, rows.len())))
                // `None` and `Columns` decode every row group, even for an empty slice of it.
                .read_parallel(ParallelStrategy::RowGroups)
                .finish()?;
            Ok(Self {
                first: rows.start,
                papers: papers(&table)?,
                assignments: assignments(&table)?,
                positions: positions(&table)?,
                counted: counted(&table)?,
            })
        };
        read().map_err(io::Error::other)
    }

    /// Passes the papers to `see`.
    fn show(&self, see: &mut dyn FnMut(PaperBatch<'_>) -> io::Result<()>) -> io::Result<()> {
        let Self { first, papers, assignments, positions, counted } = self;
        let positions = Some(positions.as_slice());
        see(PaperBatch { first: *first as u32, papers, assignments, counted, positions })
    }
}

/// Passes the papers of an in-memory table of at most [`BATCH`] rows to `see`.
pub(crate) fn see_table(
    table: &[u8],
    see: &mut dyn FnMut(PaperBatch<'_>) -> io::Result<()>,
) -> io::Result<()> {
    StoredBatch::read(ParquetReader::new(Cursor::new(table)), 0..BATCH)?.show(see)
}

impl PaperBatches for PaperTable {
    fn papers(&self) -> usize {
        self.papers
    }

    /// The next batch is read meanwhile.
    fn each(&self, see: &mut dyn FnMut(PaperBatch<'_>) -> io::Result<()>) -> io::Result<()> {
        let read = |first: usize| {
            let is_there = first < self.papers;
            is_there.then(|| {
                let mut table = ParquetReader::new(File::open(&self.path)?);
                table.set_metadata(self.directory.clone());
                StoredBatch::read(table, first..first + BATCH)
            })
        };
        let mut next = read(0);
        while let Some(batch) = next.take() {
            let batch = batch?;
            rayon::in_place_scope(|scope| {
                scope.spawn(|_| next = read(batch.first + BATCH));
                batch.show(see)
            })?;
        }
        Ok(())
    }
}
