//! Tables as Parquet.

use std::io::{BufRead, Cursor, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use polars::prelude::{
    AnyValue, DataFrame, DataType, ListChunked, ParquetReader, PolarsResult, SerReader, Series, StringChunked,
};

use rayon::prelude::*;

use super::accept::accept;
use super::table_row::{Cell, TableRow};
use crate::column_mapping::{Column, ColumnMapping};
use crate::{Format, Position, Record, Sink, Source, SourceError};

/// Largest file, in bytes: its directory stands at its end, so it is read whole.
const MAX_BYTES: u64 = 4 << 30;
/// Most rows of one row group, which is decoded at once.
const MAX_GROUP_ROWS: usize = 4 << 20;

/// Rows made into records before they are delivered.
const ROWS_AT_ONCE: usize = 1 << 14;

/// Rows made into records as one piece of parallel work.
const ROWS_PER_TASK: usize = 256;

/// A Parquet file; of its columns only those that are mapped are decoded, one row group at a time.
pub(super) struct Parquet {
    columns: ColumnMapping,
}

impl Parquet {
    pub(super) const fn new(columns: ColumnMapping) -> Self {
        Self { columns }
    }

    fn malformed(reason: impl Into<String>) -> SourceError {
        SourceError::Malformed { format: Format::Parquet, reason: reason.into() }
    }
}

impl Source for Parquet {
    fn format(&self) -> Format {
        Format::Parquet
    }

    fn sniff(&self, head: &[u8]) -> bool {
        head.starts_with(b"PAR1")
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let mut bytes = Vec::new();
        let read = input.take(MAX_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|source| SourceError::Read { byte: bytes.len() as u64, source })?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(Self::malformed(format!("more than {} GiB", MAX_BYTES >> 30)));
        }
        let bytes: Arc<[u8]> = bytes.into();
        let directory = Directory::read(&bytes)?;
        let indices = self.columns.resolve(&directory.names).map_err(Self::malformed)?;
        let id_column = indices[Column::Id as usize].map_or("", |index| &directory.names[index]);
        let wanted: Vec<(Column, &str)> = Column::ALL
            .into_iter()
            .zip(indices)
            .filter_map(|(column, index)| Some((column, directory.names[index?].as_str())))
            .collect();
        let mut first = 0;
        for rows in directory.group_rows {
            let names = wanted.iter().map(|(_, name)| (*name).to_owned()).collect();
            let group = guarded(|| {
                let reader = ParquetReader::new(Cursor::new(bytes.clone()));
                reader.with_columns(Some(names)).with_slice(Some((first, rows))).finish()
            })?;
            read_group(&group, &wanted, id_column, first as u64, sink)?;
            first += rows;
        }
        Ok(())
    }
}

/// Runs the Parquet decoder, which panics on some damaged files.
fn guarded<T>(decode: impl FnOnce() -> PolarsResult<T>) -> Result<T, SourceError> {
    match catch_unwind(AssertUnwindSafe(decode)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(Parquet::malformed(error.to_string())),
        Err(_) => Err(Parquet::malformed("the file is damaged")),
    }
}

/// What the end of the file says of the rest.
struct Directory {
    names: Vec<String>,
    group_rows: Vec<usize>,
}

impl Directory {
    fn read(bytes: &Arc<[u8]>) -> Result<Self, SourceError> {
        let directory = guarded(|| {
            let mut reader = ParquetReader::new(Cursor::new(bytes.clone()));
            let names = reader.schema()?.iter_names().map(ToString::to_string).collect();
            let groups = &reader.get_metadata()?.row_groups;
            let mut group_rows = Vec::with_capacity(groups.len());
            for group in groups {
                group_rows.push(group.num_rows());
            }
            Ok(Self { names, group_rows })
        })?;
        match directory.group_rows.iter().find(|rows| **rows > MAX_GROUP_ROWS) {
            Some(rows) => Err(Parquet::malformed(format!(
                "a row group of {rows} rows, more than the {MAX_GROUP_ROWS} allowed"
            ))),
            None => Ok(directory),
        }
    }
}

/// A decoded column in the form in which its cells are read.
enum Cells {
    Texts(StringChunked),
    Lists(ListChunked),
    Others(Series),
}

impl Cells {
    fn new(series: &Series) -> PolarsResult<Self> {
        Ok(match series.dtype() {
            DataType::String => Self::Texts(series.str()?.clone()),
            DataType::List(_) => Self::Lists(series.list()?.clone()),
            _ => Self::Others(series.clone()),
        })
    }

    fn get(&self, row: usize) -> Option<Cell> {
        match self {
            Self::Texts(texts) => Some(Cell::Text(texts.get(row)?.to_owned())),
            Self::Lists(lists) => {
                let list = lists.get_as_series(row)?;
                Some(Cell::List(list.iter().filter_map(|value| text_of(&value)).collect()))
            }
            Self::Others(series) => text_of(&series.get(row).ok()?).map(Cell::Text),
        }
    }
}

fn text_of(value: &AnyValue<'_>) -> Option<String> {
    match value {
        AnyValue::String(text) => Some((*text).to_owned()),
        AnyValue::StringOwned(text) => Some(text.to_string()),
        AnyValue::Boolean(value) => Some(value.to_string()),
        AnyValue::Categorical(..) | AnyValue::Enum(..) => Some(value.str_value().to_string()),
        AnyValue::Float32(_) | AnyValue::Float64(_) => Some(value.extract::<f64>()?.to_string()),
        value if value.is_primitive_numeric() => Some(value.to_string()),
        _ => None,
    }
}

fn read_group(
    group: &DataFrame,
    wanted: &[(Column, &str)],
    id_column: &str,
    first: u64,
    sink: &mut dyn Sink,
) -> Result<(), SourceError> {
    let columns = wanted.iter().map(|(column, name)| {
        let series = group.column(name)?.as_materialized_series();
        Ok((*column, Cells::new(series)?))
    });
    let columns: Vec<(Column, Cells)> =
        columns.collect::<PolarsResult<_>>().map_err(|error| Parquet::malformed(error.to_string()))?;
    let record = |row: usize| {
        let mut cells = TableRow::default();
        for (column, values) in &columns {
            if let Some(cell) = values.get(row) {
                cells.set(*column, 0, cell);
            }
        }
        cells.into_record(id_column)
    };
    for start in (0..group.height()).step_by(ROWS_AT_ONCE) {
        let rows = start..group.height().min(start + ROWS_AT_ONCE);
        let records: Vec<Result<Record, String>> =
            rows.clone().into_par_iter().with_min_len(ROWS_PER_TASK).map(record).collect();
        for (row, record) in rows.zip(records) {
            let position = Position { record: first + row as u64 + 1, line: None, byte: 0 };
            accept(sink, position, record);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use polars::prelude::{IntoColumn, NamedFrom, ParquetWriter};

    use super::super::testing::{Kept, records};
    use super::*;
    use crate::Timestamp;

    fn file() -> Vec<u8> {
        let authors = [Series::new("".into(), ["Ann One", "Bo Two"]), Series::new("".into(), ["Cy Three"])];
        let columns = vec![
            Series::new("Title".into(), [Some("A"), None]).into_column(),
            Series::new("Summary".into(), ["x", "y"]).into_column(),
            Series::new("authors".into(), authors).into_column(),
            Series::new("year".into(), [2019_i32, 2020]).into_column(),
            Series::new("PMID".into(), [31_i64, 32]).into_column(),
            Series::new("score".into(), [0.5, 1.5]).into_column(),
        ];
        let mut frame = DataFrame::new(2, columns).unwrap();
        let mut bytes = Vec::new();
        ParquetWriter::new(&mut bytes).finish(&mut frame).unwrap();
        bytes
    }

    #[test]
    fn typed_columns_are_read() {
        let (found, rejects) = records(&Parquet::new(ColumnMapping::GUESSED), &file());
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].title.as_str(), found[0].abstract_text.as_str()), ("A", "x"));
        assert_eq!(found[0].authors, ["Ann One", "Bo Two"]);
        assert_eq!(found[0].published, Timestamp::from_date(2019, 1, 1));
        assert_eq!(found[0].external_id.as_deref(), Some("pmid:31"));
        assert_eq!(rejects, [(Position { record: 2, line: None, byte: 0 }, "no title".to_owned())]);
    }

    #[test]
    fn a_cut_file_is_an_error_and_no_panic() {
        let file = file();
        for cut in 0..file.len() {
            assert!(
                Parquet::new(ColumnMapping::GUESSED).read(&mut &file[..cut], &mut Kept::default()).is_err()
            );
        }
    }
}
