//! Tables in memory.

use std::ffi::c_void;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;

use blake3::Hasher;
use polars::prelude::DataFrame;
use rayon::prelude::*;

use super::stream;
use crate::records::cleaning::clean;
use crate::sources::pipeline;
use crate::sources::tables::columns::ColumnMapping;
use crate::sources::tables::frames::{Piece, WantedColumns};
use crate::sources::tables::lines::title_and_rest;
use crate::sources::tables::row::Cell;
use crate::{Format, IngestError, RecordBatch, Sink, SourceError};

/// Rows made into records as one unit of parallel work. A table's hash is made from the hashes of these
/// units, so it depends on this number.
const ROWS_PER_TASK: usize = 16 << 10;

/// A table in memory in Apache Arrow form. Cloning it copies no text.
#[derive(Clone, Debug)]
pub struct ArrowTable {
    name: String,
    frame: DataFrame,
}

/// What was read of a table, independent of the library that made it and of its chunks.
pub(crate) struct Contents {
    /// Bytes of text in the columns that were read.
    pub(crate) bytes: u64,
    /// BLAKE3 hash of these texts, in hexadecimal; `None` if not all were read.
    pub(crate) blake3: Option<String>,
}

impl ArrowTable {
    /// Takes over a table through the [Arrow C stream
    /// interface](https://arrow.apache.org/docs/format/CStreamInterface.html). No text is copied. `name` is
    /// the table's name in reports. Columns may have any type that a Parquet file can have, except
    /// dictionaries, decimals, times of day and numbers of fewer than 32 bits, which must be cast beforehand.
    ///
    /// # Errors
    /// [`IngestError::NotATable`] if the stream ends with an error, is not a stream of tables or has a column
    /// of another type.
    ///
    /// # Safety
    /// `stream` points to an `ArrowArrayStream` that follows the interface, whose arrays are valid for their
    /// types, including UTF-8 for texts, and that nobody else uses meanwhile. It is left released.
    #[expect(unsafe_code, reason = "whoever calls it vouches for the pointer")]
    pub unsafe fn import(name: impl Into<String>, stream: NonNull<c_void>) -> Result<Self, IngestError> {
        let name = name.into();
        // SAFETY: by this function's contract.
        let imported = catch_unwind(|| unsafe { stream::import(stream) });
        let reason = match imported {
            Ok(Ok(frame)) => return Ok(Self { name, frame }),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "a column of unknown type".to_owned(),
        };
        Err(IngestError::NotATable { name, reason })
    }

    /// The table's name in reports.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.frame.height()
    }

    /// Title and abstract of every row, cleaned like those of papers; empty where a row has none. A row without a title
    /// takes the first sentence of its abstract.
    ///
    /// # Errors
    /// [`IngestError::NotATable`] if no column holds titles, if `columns` names a column that does not exist,
    /// or if a cell is larger than any abstract.
    pub fn titles_and_abstracts(&self, columns: &ColumnMapping) -> Result<Vec<[String; 2]>, IngestError> {
        let not_a_table = |reason| IngestError::NotATable { name: self.name.clone(), reason };
        let wanted = self.wanted(columns).map_err(not_a_table)?;
        let pieces: Vec<Result<Vec<[String; 2]>, String>> = self
            .pieces(ROWS_PER_TASK)
            .into_par_iter()
            .map(|rows| {
                let piece = self.piece(&wanted, &rows)?;
                let texts = |(at, row): (usize, usize)| {
                    let record = WantedColumns::row(&piece, at).into_record("");
                    let mut record = record.map_err(|reason| format!("row {}: {reason}", row + 1))?;
                    clean(&mut record);
                    if record.title.is_empty() {
                        return Ok(title_and_rest(&record.abstract_text).into());
                    }
                    Ok([record.title, record.abstract_text])
                };
                rows.enumerate().map(texts).collect()
            })
            .collect();
        let mut texts = Vec::with_capacity(self.rows());
        for piece in pieces {
            texts.extend(piece.map_err(not_a_table)?);
        }
        Ok(texts)
    }

    /// Streams every row to `sink`, in order, and returns a summary of the table.
    pub(crate) fn read(&self, columns: &ColumnMapping, sink: &mut dyn Sink) -> Result<Contents, SourceError> {
        let malformed = |reason| SourceError::Malformed { format: Format::Arrow, reason };
        let wanted = self.wanted(columns).map_err(|reason| SourceError::Columns { reason })?;
        let packs = sink.packs();
        let mut all = Hasher::new();
        for kind in wanted.kinds() {
            all.update(kind.name().as_bytes()).update(&[0]);
        }
        let thins = sink.thins();
        let mut pieces = self.pieces(if thins { pipeline::THIN_ROWS } else { ROWS_PER_TASK }).into_iter();
        let mut state = (Ok(()), all, 0);
        pipeline::run(
            sink,
            &mut state,
            |(ended, ..), _| pieces.next().filter(|_| ended.is_ok()),
            |rows| -> Result<(RecordBatch, Hasher, u64), String> {
                let piece = self.piece(&wanted, &rows)?;
                let (hash, bytes) = fingerprint(&piece, rows.len());
                Ok((wanted.records(&piece, &rows, packs), hash, bytes))
            },
            |(ended, all, bytes), sink, made| {
                if ended.is_ok() {
                    *ended = made.map(|(mut batch, hash, more)| {
                        all.update(hash.finalize().as_bytes());
                        *bytes += more;
                        sink.batch(&mut batch);
                    });
                }
            },
        );
        let (ended, all, bytes) = state;
        ended.map_err(malformed)?;
        Ok(Contents { bytes, blake3: (!thins).then(|| all.finalize().to_string()) })
    }

    fn wanted(&self, columns: &ColumnMapping) -> Result<WantedColumns, String> {
        let names: Vec<String> = self.frame.get_column_names().iter().map(ToString::to_string).collect();
        WantedColumns::among(&names, |_| None, columns)
    }

    fn pieces(&self, of_rows: usize) -> Vec<Range<usize>> {
        let rows = self.rows();
        (0..rows).step_by(of_rows).map(|first| first..rows.min(first + of_rows)).collect()
    }

    /// The cells of `rows`. Conversions of rare types can panic, which is an error here.
    fn piece(&self, wanted: &WantedColumns, rows: &Range<usize>) -> Result<Piece, String> {
        let frame = self.frame.slice(rows.start as i64, rows.len());
        match catch_unwind(AssertUnwindSafe(|| wanted.cells(&frame))) {
            Ok(cells) => cells.map_err(|error| error.to_string()),
            Err(_) => Err("a column of unknown type".to_owned()),
        }
    }
}

/// Hash and number of bytes of the texts in a piece with this many rows.
fn fingerprint(piece: &Piece, rows: usize) -> (Hasher, u64) {
    let (mut hash, mut bytes) = (Hasher::new(), 0);
    let mut text = |hash: &mut Hasher, text: &str| {
        hash.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
        bytes += text.len() as u64;
    };
    for (_, cells) in piece {
        for row in 0..rows {
            match cells.get(row) {
                None => drop(hash.update(&[0])),
                Some(Cell::Text(cell)) => text(hash.update(&[1]), &cell),
                Some(Cell::List(parts)) => {
                    hash.update(&[2]).update(&(parts.len() as u64).to_le_bytes());
                    for part in &parts {
                        text(&mut hash, part);
                    }
                }
            }
        }
    }
    (hash, bytes)
}

#[cfg(test)]
mod tests {
    use polars::prelude::{IntoColumn, NamedFrom, ParquetWriter, Series};

    use super::*;
    use crate::sources::tables::parquet::Parquet;
    use crate::sources::testing::{Kept, records};

    /// A table of more than one piece, whose chunks do not match its pieces.
    fn table(chunks: usize) -> ArrowTable {
        let rows = ROWS_PER_TASK + 77;
        let titles: Vec<Option<String>> =
            (0..rows).map(|n| (!n.is_multiple_of(5)).then(|| format!("Paper {n}, of queues"))).collect();
        let authors: Vec<Series> =
            (0..rows).map(|n| Series::new("".into(), &["Ann One", "Two, Bo"][..n % 3])).collect();
        let columns = vec![
            Series::new("Title".into(), titles).into_column(),
            Series::new("authors".into(), authors).into_column(),
            Series::new("year".into(), (0..rows as i32).map(|n| 1990 + n % 30).collect::<Vec<_>>())
                .into_column(),
        ];
        let whole = DataFrame::new(rows, columns).unwrap();
        let cut = |chunk: usize| {
            whole.slice((chunk * rows / chunks) as i64, (chunk + 1) * rows / chunks - chunk * rows / chunks)
        };
        let frame = (1..chunks).fold(cut(0), |frame, chunk| frame.vstack(&cut(chunk)).unwrap());
        assert_eq!(frame.height(), rows);
        ArrowTable { name: "papers".to_owned(), frame }
    }

    #[test]
    fn a_table_gives_the_records_of_its_parquet_file() {
        let mut bytes = Vec::new();
        ParquetWriter::new(&mut bytes).finish(&mut table(1).frame).unwrap();
        let (expected, rejects) = records(&Parquet::new(ColumnMapping::GUESSED), &bytes);
        let mut kept = Kept::default();
        table(3).read(&ColumnMapping::GUESSED, &mut kept).unwrap();
        assert_eq!(rejects.len(), table(1).rows().div_ceil(5));
        assert_eq!((kept.records, kept.rejects), (expected, rejects));
    }

    #[test]
    fn the_hash_is_that_of_the_texts() {
        let hash = |table: &ArrowTable| {
            let contents = table.read(&ColumnMapping::GUESSED, &mut Kept::default()).unwrap();
            (contents.bytes, contents.blake3)
        };
        assert_eq!(hash(&table(1)), hash(&table(7)));
        let mut less = table(1);
        less.frame = less.frame.slice(0, less.rows() - 1);
        assert_ne!(hash(&table(1)), hash(&less));
    }

    #[test]
    fn every_row_has_its_texts() {
        let texts = table(2).titles_and_abstracts(&ColumnMapping::GUESSED).unwrap();
        assert_eq!(texts.len(), table(2).rows());
        assert_eq!((texts[0][0].as_str(), texts[ROWS_PER_TASK][0].as_str()), ("", "Paper 16384, of queues"));
        let other: ColumnMapping = "title=Heading".parse().unwrap();
        let error = table(1).titles_and_abstracts(&other).unwrap_err().to_string();
        assert!(error.contains("no column \"Heading\""), "{error}");
    }
}
