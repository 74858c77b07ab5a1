//! OpenAlex's lists of merged works.

use std::io::BufRead;

use csv::{ByteRecord, ErrorKind, ReaderBuilder};

use crate::{Format, Position, Record, Sink, Source, SourceError};

/// The first line of the files of a snapshot under `merged_ids`
/// (<https://docs.openalex.org/download-all-data/snapshot-data-format>).
const HEADER: &[u8] = b"merge_date,id,merge_into_id";

/// A list of works merged into others: `2022-06-07,W2257618939,W2208157607`.
///
/// Each row is a record without a title. Its identifier is that of the work that no longer exists, and its
/// further identifier that of the work it was merged into.
pub(in crate::sources) struct OpenAlexMerges;

impl Source for OpenAlexMerges {
    fn format(&self) -> Format {
        Format::OpenAlexMerges
    }

    /// Lists of authors, sources and institutions, whose identifiers begin with other letters, are irrelevant
    /// to papers.
    fn sniff(&self, head: &[u8]) -> bool {
        let rows = head.strip_prefix(HEADER).map(<[u8]>::trim_ascii);
        rows.is_some_and(|rows| {
            rows.is_empty() || rows.splitn(3, |&byte| byte == b',').nth(1).is_some_and(is_work)
        })
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let mut rows = ReaderBuilder::new().flexible(true).from_reader(input);
        let mut row = ByteRecord::new();
        for record in 1.. {
            let byte = rows.position().byte();
            match rows.read_byte_record(&mut row) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => match error.into_kind() {
                    ErrorKind::Io(source) => return Err(SourceError::Read { byte, source }),
                    _ => continue,
                },
            }
            let at = row.position();
            let line = at.map(csv::Position::line);
            let position = Position { record, line, byte: at.map_or(byte, csv::Position::byte) };
            match merge(&row) {
                Some(merge) => sink.record(position, merge),
                None => {
                    sink.reject(position, "not a merged work: merge_date,W...,W...".to_owned());
                }
            }
        }
        Ok(())
    }
}

fn merge(row: &ByteRecord) -> Option<Record> {
    let work = |at: usize| {
        let number = row.get(at).filter(|number| is_work(number))?;
        Some(format!("openalex:{}", str::from_utf8(number).ok()?))
    };
    Some(Record { external_id: work(1), identifiers: vec![work(2)?], ..Record::default() })
        .filter(|merge| merge.external_id.is_some())
}

fn is_work(number: &[u8]) -> bool {
    matches!(number, [b'W', digits @ ..] if (1..20).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::records;

    #[test]
    fn rows_name_the_work_that_is_no_more_and_the_one_that_it_is_now() {
        let text = b"merge_date,id,merge_into_id\n2022-06-07,W2,W1\n2022-06-07,W3\n2022-06-08,W4,W1\n";
        assert!(OpenAlexMerges.sniff(text));
        let (found, rejects) = records(&OpenAlexMerges, text);
        let named: Vec<_> = found
            .iter()
            .map(|record| (record.external_id.as_deref(), record.identifiers.join(",")))
            .collect();
        assert_eq!(
            named,
            [("openalex:W2", "openalex:W1"), ("openalex:W4", "openalex:W1")]
                .map(|(id, into)| (Some(id), into.to_owned()))
        );
        let [(position, reason)] = &rejects[..] else { panic!("{rejects:?}") };
        assert_eq!((position.record, position.line), (2, Some(3)));
        assert_eq!(position.byte as usize, text.iter().position(|&byte| byte == b'3').unwrap() - 12);
        assert!(reason.contains("W..."));
    }

    #[test]
    fn lists_of_others_than_works_are_none() {
        assert!(!OpenAlexMerges.sniff(b"merge_date,id,merge_into_id\n2022-06-07,A2,A1\n"));
        assert!(OpenAlexMerges.sniff(b"merge_date,id,merge_into_id\r\n"));
        assert!(!OpenAlexMerges.sniff(b"merge_date,id\n2022-06-07,W2\n"));
    }
}
