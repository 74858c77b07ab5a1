//! The columns of a Parquet file that are read, some rows at a time.

use std::io::Cursor;
use std::ops::Range;
use std::sync::Arc;

use polars::prelude::{DataFrame, ParallelStrategy, ParquetReader, PolarsResult, SerReader};

use super::Parquet;
use super::directory::Directory;
use super::guard::guarded;
use crate::sources::tables::columns::ColumnMapping;
use crate::sources::tables::frames::WantedColumns;
use crate::{RecordBatch, SourceError};

/// A file and the columns of it that are read.
pub(super) struct Table {
    pub(super) directory: Directory,
    wanted: WantedColumns,
}

impl Table {
    /// The columns of a file that `columns` knows.
    pub(super) fn new(directory: Directory, columns: &ColumnMapping) -> Result<Self, SourceError> {
        let scale = |index: usize| directory.scales[index];
        let wanted = WantedColumns::among(&directory.names, scale, columns)
            .map_err(|reason| SourceError::Columns { reason })?;
        Ok(Self { directory, wanted })
    }

    /// The records of `rows`.
    pub(super) fn read(&self, rows: &Range<usize>, packs: bool) -> Result<RecordBatch, SourceError> {
        let frame = guarded(|| self.decode(rows))?;
        // A damaged file may decode to columns of other lengths than it claims.
        if frame.columns().iter().any(|column| column.len() != rows.len()) {
            return Err(Parquet::malformed("the file is corrupted: columns differ in length"));
        }
        let piece = self.wanted.cells(&frame).map_err(|error| Parquet::malformed(error.to_string()))?;
        Ok(self.wanted.records(&piece, rows, packs))
    }

    fn decode(&self, rows: &Range<usize>) -> PolarsResult<DataFrame> {
        let mut reader = ParquetReader::new(Cursor::new(self.directory.bytes.clone()));
        reader.set_metadata(Arc::clone(&self.directory.metadata));
        reader
            .with_columns(Some(self.wanted.names()))
            .with_slice(Some((rows.start, rows.len())))
            // `None` and `Columns` decode every row group, even for an empty slice of it.
            .read_parallel(ParallelStrategy::RowGroups)
            .finish()
    }
}
