//! Tables as Parquet.

use std::borrow::Cow;
use std::io::{BufRead, Cursor, Read};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use polars::prelude::{
    AnyValue, DataFrame, DataType, ListChunked, ParquetReader, PolarsError, PolarsResult, SerReader, Series,
    StringChunked,
};
use polars_buffer::Buffer;
use rayon::prelude::*;

use super::accept::checked;
use super::table_row::{Cell, TableRow};
use crate::column_mapping::{Column, ColumnMapping};
use crate::parquet_pages::check_pages;
use crate::{Format, Position, RecordBatch, Sink, Source, SourceError};

/// Largest file, in bytes: its directory stands at its end, so it is read whole.
const MAX_BYTES: u64 = 4 << 30;

/// Rows made into records as one piece of parallel work, and pieces made before they are delivered.
const ROWS_PER_TASK: usize = 256;
const TASKS_AT_ONCE: usize = 64;

/// Bytes of text that most rows have no more of; a batch of larger ones takes more room.
const TYPICAL_BYTES: usize = 2 << 10;

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
        let bytes = Buffer::from(bytes);
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
            // A damaged file may be decoded to columns of other lengths than it says.
            if group.columns().iter().any(|column| column.len() != rows) {
                return Err(Self::malformed("the file is damaged: columns differ in length"));
            }
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
    fn read(bytes: &Buffer<u8>) -> Result<Self, SourceError> {
        guarded(|| {
            let mut reader = ParquetReader::new(Cursor::new(bytes.clone()));
            let names = reader.schema()?.iter_names().map(ToString::to_string).collect();
            let directory = reader.get_metadata()?;
            let chunk = |range: Range<u64>| {
                let range = usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?;
                bytes.get(range).map(Cow::Borrowed)
            };
            check_pages(directory, chunk).map_err(|reason| PolarsError::ComputeError(reason.into()))?;
            let mut group_rows = Vec::with_capacity(directory.row_groups.len());
            for group in &directory.row_groups {
                group_rows.push(group.num_rows());
            }
            Ok(Self { names, group_rows })
        })
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

    fn get(&self, row: usize) -> Option<Cell<'_>> {
        match self {
            Self::Texts(texts) => Some(Cell::Text(texts.get(row)?.into())),
            Self::Lists(lists) => {
                let list = lists.get_as_series(row)?;
                Some(Cell::List(list.iter().filter_map(|value| text_of(&value)).collect()))
            }
            Self::Others(series) => text_of(&series.get(row).ok()?).map(|text| Cell::Text(text.into())),
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
    let packs = sink.packs();
    let batch = |start: usize| {
        let rows = start..group.height().min(start + ROWS_PER_TASK);
        let mut batch = RecordBatch::new(packs, rows.len(), rows.len() * TYPICAL_BYTES);
        for row in rows {
            let position = Position { record: first + row as u64 + 1, line: None, byte: 0 };
            batch.push(position, checked(record(row)));
        }
        batch
    };
    let starts: Vec<usize> = (0..group.height()).step_by(ROWS_PER_TASK).collect();
    for starts in starts.chunks(TASKS_AT_ONCE) {
        for batch in starts.par_iter().map(|&start| batch(start)).collect::<Vec<RecordBatch>>() {
            sink.batch(batch);
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
    fn a_damaged_byte_is_survived_wherever_it_is() {
        let file = file();
        let mut refused = 0;
        for at in 4..file.len() {
            for damage in [0xff, 0x80, 0x01, 0x7f] {
                let mut damaged = file.clone();
                damaged[at] ^= damage;
                let source = Parquet::new(ColumnMapping::GUESSED);
                refused += usize::from(source.read(&mut damaged.as_slice(), &mut Kept::default()).is_err());
            }
        }
        assert!(refused > file.len(), "{refused}");
    }

    #[test]
    fn a_page_that_claims_more_than_there_is_is_named() {
        let texts: Vec<String> =
            (0..4_000).map(|n| format!("A title that is not another one, {n}")).collect();
        let mut frame =
            DataFrame::new(4_000, vec![Series::new("Title".into(), texts).into_column()]).unwrap();
        let mut bytes = Vec::new();
        ParquetWriter::new(&mut bytes).finish(&mut frame).unwrap();
        // The first page's header: its type, then its decompressed size as a zigzag number of several bytes.
        assert_eq!(bytes[4..7], [0x15, bytes[5], 0x15]);
        let last = 7 + bytes[7..].iter().position(|byte| byte & 0x80 == 0).unwrap();
        bytes.splice(7..=last, [0xfe, 0xff, 0xff, 0xff, 0x0f]);
        let source = Parquet::new(ColumnMapping::GUESSED);
        let error = source.read(&mut bytes.as_slice(), &mut Kept::default()).unwrap_err().to_string();
        assert!(error.contains("column Title of row group 1: a damaged page"), "{error}");
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
