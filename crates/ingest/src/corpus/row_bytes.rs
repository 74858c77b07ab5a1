//! Papers as bytes for another process: single rows to be moved and sorted, and whole batches.

use std::io::Cursor;

use polars::prelude::{
    Column, DataFrame, IntoColumn, NewChunkedArray, ParallelStrategy, ParquetReader, PolarsResult, SerReader,
    StringChunked,
};

use super::Corpus;
use super::columns::{TextColumn, TimeColumn, version_column, withdrawn_column};
use crate::IngestError;

/// Represents an unknown time.
const NO_TIME: i64 = i64::MIN;
/// Represents an unknown version.
const NO_VERSION: u32 = u32::MAX;

/// The values of one paper.
struct Row<'a> {
    texts: [Option<&'a str>; TextColumn::ALL.len()],
    times: [Option<i64>; TimeColumn::ALL.len()],
    version: Option<u32>,
    withdrawn: bool,
}

impl Corpus {
    /// The paper in `row` as bytes for [`of_rows`](Self::of_rows).
    pub(crate) fn row_bytes(&self, row: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        for column in TimeColumn::ALL {
            bytes.extend(self.seconds(column, row).unwrap_or(NO_TIME).to_le_bytes());
        }
        bytes.extend(self.version(row).unwrap_or(NO_VERSION).to_le_bytes());
        bytes.push(u8::from(self.withdrawn(row)));
        for column in TextColumn::ALL {
            // The length plus one, since a missing text is not an empty one.
            let text = self.text(column, row);
            bytes.extend(text.map_or(0, |text| text.len() as u32 + 1).to_le_bytes());
            bytes.extend(text.unwrap_or_default().as_bytes());
        }
        bytes
    }

    /// The papers in `rows`, in order; `None` if any bytes are not from `row_bytes`.
    pub(crate) fn of_rows<'a>(rows: impl IntoIterator<Item = &'a [u8]>) -> Option<Self> {
        let rows: Vec<Row<'a>> = rows.into_iter().map(parse).collect::<Option<_>>()?;
        let mut columns: Vec<Column> = TimeColumn::ALL
            .into_iter()
            .map(|column| column.column(rows.iter().map(|row| row.times[column as usize])))
            .collect();
        columns.push(version_column(rows.iter().map(|row| row.version)));
        columns.push(withdrawn_column(rows.iter().map(|row| row.withdrawn)));
        columns.extend(TextColumn::ALL.into_iter().map(|column| {
            let texts = rows.iter().map(|row| row.texts[column as usize]);
            StringChunked::from_iter_options(column.name().into(), texts).into_column()
        }));
        DataFrame::new(rows.len(), columns).and_then(Self::from_frame).ok()
    }

    /// The papers as bytes for [`from_bytes`](Self::from_bytes).
    ///
    /// # Panics
    /// When memory is exhausted.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write_bare(&mut bytes).expect("memory takes all that is written to it");
        bytes
    }

    /// The papers from bytes made by [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`IngestError::NotATable`] for other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, IngestError> {
        let read = || -> PolarsResult<Self> {
            let reader = ParquetReader::new(Cursor::new(bytes)).read_parallel(ParallelStrategy::None);
            Self::from_frame(reader.finish()?)
        };
        let not_papers = |error: &dyn std::fmt::Display| IngestError::NotATable {
            name: "papers".to_owned(),
            reason: error.to_string(),
        };
        let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(read));
        read.map_err(|_| not_papers(&"it is corrupted"))?.map_err(|error| not_papers(&error))
    }
}

fn parse(bytes: &[u8]) -> Option<Row<'_>> {
    let mut rest = bytes;
    let mut row = Row {
        texts: [None; TextColumn::ALL.len()],
        times: [None; TimeColumn::ALL.len()],
        version: None,
        withdrawn: false,
    };
    for time in &mut row.times {
        let (seconds, after) = rest.split_first_chunk()?;
        (*time, rest) = (Some(i64::from_le_bytes(*seconds)).filter(|&seconds| seconds != NO_TIME), after);
    }
    let (version, after) = rest.split_first_chunk()?;
    row.version = Some(u32::from_le_bytes(*version)).filter(|&version| version != NO_VERSION);
    let (withdrawn, after) = after.split_first()?;
    (row.withdrawn, rest) = (*withdrawn != 0, after);
    for text in &mut row.texts {
        let (length, after) = rest.split_first_chunk()?;
        rest = after;
        if let Some(length) = u32::from_le_bytes(*length).checked_sub(1) {
            let (of_text, after) = rest.split_at_checked(length as usize)?;
            (*text, rest) = (Some(std::str::from_utf8(of_text).ok()?), after);
        }
    }
    rest.is_empty().then_some(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IngestParams;

    fn corpus() -> Corpus {
        let lines = [
            r#"{"id":"2001.00001","title":"On queues","abstract":"We wait.","submitter":"A","authors":"A, B","categories":"cs.DC","versions":[{"version":"v2","created":"Mon, 6 Jan 2020 10:00:00 GMT"}],"update_date":"2020-01-07"}"#,
            r#"{"id":"2001.00002","title":"Über Schlangen","abstract":"","submitter":"A","authors":"","categories":"cs.DC cs.PF","versions":[],"update_date":"2020-01-09"}"#,
        ];
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), lines.join("\n")).unwrap();
        IngestParams::new().run(&[file.path().to_owned()]).unwrap().corpus
    }

    #[test]
    fn papers_come_back_one_by_one_and_together() {
        let corpus = corpus();
        let rows: Vec<Vec<u8>> = (0..2).map(|row| corpus.row_bytes(row)).collect();
        let one_by_one = Corpus::of_rows(rows.iter().map(Vec::as_slice)).unwrap();
        let together = Corpus::from_bytes(&corpus.to_bytes()).unwrap();
        for back in [one_by_one, together] {
            for row in 0..2 {
                assert_eq!(back.row_bytes(row), corpus.row_bytes(row));
            }
            assert_eq!(back.title(1), "Über Schlangen");
            assert_eq!(back.submitted(0), corpus.submitted(0));
        }
        assert!(Corpus::from_bytes(b"PAR1 and no more PAR1").is_err());
        for cut in 0..rows[0].len() {
            assert!(Corpus::of_rows([&rows[0][..cut]]).is_none(), "{cut}");
        }
    }
}
