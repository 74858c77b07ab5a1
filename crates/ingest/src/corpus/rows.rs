//! Selecting rows of a corpus, and concatenating corpora.

use std::io::Cursor;
use std::ops::Range;

use polars::prelude::{
    Column, DataFrame, IdxCa, IntoColumn, IntoSeries, ParallelStrategy, ParquetReader, PolarsResult,
    SerReader, StringChunked,
};
use polars_arrow::bitmap::Bitmap;
use rayon::prelude::*;

use super::Corpus;
use super::columns::TextColumn;
use super::notes::NOTE_COLUMNS;
use crate::IngestError;
use crate::reconcile::sort_by_text;
use crate::spill::{Piece, Pieces};

impl Corpus {
    /// The papers in `rows`; shares memory with this corpus.
    ///
    /// # Panics
    /// When the corpus has fewer rows.
    #[must_use]
    pub fn slice(&self, rows: Range<usize>) -> Self {
        assert!(rows.end <= self.len(), "{} rows", self.len());
        if rows.len() == self.len() {
            return self.clone();
        }
        of(Ok(self.frame().slice(rows.start as i64, rows.len())))
    }

    /// The papers in `rows`, in that order; shares memory with this corpus.
    ///
    /// # Panics
    /// When a row is not below [`len`](Self::len).
    #[must_use]
    pub fn take(&self, rows: &[u32]) -> Self {
        if rows.len() == self.len() && rows.iter().zip(0..).all(|(&row, at)| row == at) {
            return self.clone();
        }
        of(self.frame().take(&IdxCa::from_vec("rows".into(), rows.to_vec())))
    }

    /// The same papers with their own copy of the texts, so that shared memory can be freed.
    #[must_use]
    pub fn compacted(&self) -> Self {
        let columns: Vec<Column> = self.frame().columns().par_iter().map(compacted).collect();
        of(DataFrame::new(self.len(), columns))
    }

    /// The same papers reduced to key, title, abstract, [notes](Self::notes) and categories, so that the memory of
    /// the rest can be freed.
    #[must_use]
    pub fn texts_alone(&self) -> Self {
        let [keywords, venue, journal, comment, doi] = NOTE_COLUMNS;
        let [key, title, text] = [TextColumn::Key, TextColumn::Title, TextColumn::Abstract];
        let kept = [key, title, text, TextColumn::Categories, keywords, venue, journal, comment, doi];
        // Null columns share the views of the keys, because empty views would take as much memory again.
        let nothing =
            self.texts[TextColumn::Key as usize].clone().with_validity(Some(Bitmap::new_zeroed(self.len())));
        let without = |column: &Column| match column.str() {
            Ok(_) if kept.iter().all(|kept| kept.name() != column.name().as_str()) => {
                StringChunked::with_chunk(column.name().clone(), nothing.clone()).into_series().into_column()
            }
            _ => column.clone(),
        };
        of(DataFrame::new(self.len(), self.frame().columns().iter().map(without).collect()))
    }

    /// Spills the papers to `file`.
    pub(crate) fn pack(&self, file: &mut Pieces) -> Result<Piece, IngestError> {
        let mut bytes = Vec::new();
        self.write_bare(&mut bytes).map_err(|error| file.damaged(error.to_string()))?;
        file.append(&bytes)
    }

    /// The papers that were spilled as `piece`. Checks that its bytes are those written.
    pub(crate) fn unpack(file: &Pieces, piece: &Piece) -> Result<Self, IngestError> {
        let table =
            ParquetReader::new(Cursor::new(file.read(piece)?)).read_parallel(ParallelStrategy::None).finish();
        table.and_then(Self::from_frame).map_err(|error| file.damaged(error.to_string()))
    }

    /// The papers sorted by key.
    pub(crate) fn sorted(&self) -> Self {
        let mut rows: Vec<u32> = (0..self.len() as u32).collect();
        sort_by_text(&mut rows, |row| self.key(row as usize).as_bytes(), |a, b| a.cmp(&b));
        self.take(&rows)
    }

    /// The papers of all `parts`, concatenated; `None` if there are no parts.
    #[must_use]
    pub fn joined(parts: Vec<Self>) -> Option<Self> {
        let mut parts = parts.into_iter();
        let first = parts.next()?;
        if parts.len() == 0 {
            return Some(first);
        }
        let mut frame = first.frame().clone();
        for part in parts {
            frame.vstack_mut(part.frame()).ok()?;
        }
        Some(of(Ok(frame)))
    }
}

/// A corpus from columns of a corpus that were cut to some rows.
fn of(frame: PolarsResult<DataFrame>) -> Corpus {
    frame.and_then(Corpus::from_frame).expect("the columns of a corpus, in rows that it has")
}

fn compacted(column: &Column) -> Column {
    let Ok(texts) = column.str() else { return column.clone() };
    let array = texts.downcast_as_array().clone().gc();
    StringChunked::with_chunk(column.name().clone(), array).into_series().into_column()
}
