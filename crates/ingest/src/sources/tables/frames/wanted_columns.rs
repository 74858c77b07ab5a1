//! The columns of a table that are read, and the rows of a decoded piece as records.

use std::ops::Range;

use polars::prelude::{DataFrame, PolarsResult};

use super::cells::Cells;
use crate::sources::tables::columns::{Column, ColumnMapping};
use crate::sources::tables::row::{Cell, TableRow};
use crate::{Position, RecordBatch};

/// The columns of a table that are read.
pub(in crate::sources::tables) struct WantedColumns {
    columns: Vec<Wanted>,
    id_column: String,
}

/// A column that is read.
struct Wanted {
    column: Column,
    name: String,
    /// Digits after the decimal point, for a column of decimals.
    scale: Option<usize>,
}

/// The cells of a piece, column by column.
pub(in crate::sources::tables) type Piece = Vec<(Column, Cells)>;

impl WantedColumns {
    /// The columns in `names` that `mapping` knows. `scale(index)` is the number of digits after the point,
    /// if the column at `index` holds decimals.
    ///
    /// # Errors
    /// Why the table cannot be read with `mapping`.
    pub(in crate::sources::tables) fn among(
        names: &[String],
        scale: impl Fn(usize) -> Option<usize>,
        mapping: &ColumnMapping,
    ) -> Result<Self, String> {
        let indices = mapping.resolve_to_read(names)?;
        let id_column = indices[Column::Id as usize].map_or_else(String::new, |index| names[index].clone());
        let wanted = |(column, index): (Column, Option<usize>)| {
            let index = index?;
            Some(Wanted { column, name: names[index].clone(), scale: scale(index) })
        };
        let columns = Column::ALL.into_iter().zip(indices).filter_map(wanted).collect();
        Ok(Self { columns, id_column })
    }

    /// The names of the columns in the table.
    pub(in crate::sources::tables) fn names(&self) -> Vec<String> {
        self.columns.iter().map(|wanted| wanted.name.clone()).collect()
    }

    /// What the columns hold, in order.
    pub(in crate::sources::tables) fn kinds(&self) -> impl Iterator<Item = Column> + '_ {
        self.columns.iter().map(|wanted| wanted.column)
    }

    /// The cells of these columns of `frame`.
    pub(in crate::sources::tables) fn cells(&self, frame: &DataFrame) -> PolarsResult<Piece> {
        let cells = |wanted: &Wanted| {
            let series = frame.column(&wanted.name)?.as_materialized_series();
            Ok((wanted.column, Cells::new(wanted.column, series, wanted.scale)?))
        };
        self.columns.iter().map(cells).collect()
    }

    /// One row of a piece.
    pub(in crate::sources::tables) fn row(piece: &Piece, at: usize) -> TableRow<'_> {
        let mut row = TableRow::default();
        for (column, cells) in piece {
            // In a table with titles, a row without one has an empty title.
            let empty = || (*column == Column::Title).then(|| Cell::Text("".into()));
            if let Some(cell) = cells.get(at).or_else(empty) {
                row.set(*column, 0, cell);
            }
        }
        row
    }

    /// The records of a piece that consists of `rows` of the table.
    pub(in crate::sources::tables) fn records(
        &self,
        piece: &Piece,
        rows: &Range<usize>,
        packs: bool,
    ) -> RecordBatch {
        let mut batch = RecordBatch::new(packs);
        batch.reserve(rows.len(), 0);
        for (at, record) in (rows.start as u64 + 1..).enumerate().take(rows.len()) {
            let position = Position { record, line: None, byte: 0 };
            Self::row(piece, at).push_into(&mut batch, position, &self.id_column);
        }
        batch
    }
}
