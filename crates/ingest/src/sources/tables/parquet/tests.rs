use polars::prelude::{DataFrame, IntoColumn, IntoSeries, NamedFrom, ParquetWriter, PlSmallStr, Series};
use polars_arrow::array::{Array, Int16Array, PrimitiveArray, Utf8ViewArray, View};
use polars_arrow::datatypes::{ArrowDataType, ArrowSchema, Field};
use polars_arrow::record_batch::RecordBatchT;
use polars_parquet::write::{
    CompressionOptions, Encoding, FileWriter, StatisticsOptions, Version, WriteOptions, row_group_iter,
    to_parquet_schema,
};

use super::slices::MIN_ROWS;
use super::*;
use crate::records::record_store::{RecordStore, TextField};
use crate::sources::tables::frames::MAX_TEXT_BYTES;
use crate::sources::testing::{Kept, records};
use crate::{Position, Timestamp};

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
    assert_eq!(found[0].published, Timestamp::from_year(2019));
    assert_eq!(found[0].external_id.as_deref(), Some("pmid:31"));
    assert_eq!(rejects, [(Position { record: 2, line: None, byte: 0 }, "no title".to_owned())]);
}

/// A file with one row of these columns, whose types may be ones that polars is built without.
fn file_of(columns: Vec<(&str, Box<dyn Array>)>) -> Vec<u8> {
    let options = WriteOptions {
        statistics: StatisticsOptions::empty(),
        version: Version::V1,
        compression: CompressionOptions::Uncompressed,
        data_page_size: None,
    };
    let fields = columns.iter().map(|(name, array)| Field::new((*name).into(), array.dtype().clone(), true));
    let schema: ArrowSchema = fields.map(|field| (field.name.clone(), field)).collect();
    let mut bytes = Vec::new();
    let mut writer = FileWriter::try_new(&mut bytes, schema.clone(), options).unwrap();
    let types = to_parquet_schema(&schema).unwrap().fields().to_vec();
    let encodings = vec![vec![Encoding::Plain]; columns.len()].into();
    let arrays = columns.into_iter().map(|(_, array)| array).collect();
    let rows = RecordBatchT::new(1, schema.into(), arrays);
    writer.write(1, row_group_iter(rows, encodings, types, options)).unwrap();
    writer.end(None).unwrap();
    drop(writer);
    bytes
}

#[test]
fn narrow_numbers_and_decimals_are_read() {
    let decimal = |value: i128, precision, scale| {
        PrimitiveArray::new(ArrowDataType::Decimal(precision, scale), vec![value].into(), None).boxed()
    };
    let title = || Utf8ViewArray::from_slice([Some("On Queues")]).boxed();
    for year in [Int16Array::from_slice([2019]).boxed(), decimal(201_900, 9, 2), decimal(2019, 38, 0)] {
        let kind = format!("{:?}", year.dtype());
        let bytes = file_of(vec![("title", title()), ("year", year), ("lensid", decimal(-31, 18, 1))]);
        let (found, rejects) = records(&Parquet::new(ColumnMapping::GUESSED), &bytes);
        assert_eq!((found.len(), rejects.len()), (1, 0), "{kind}");
        assert_eq!(found[0].published, Timestamp::from_year(2019), "{kind}");
        assert_eq!(found[0].external_id.as_deref(), Some("lensid:-3.1"), "{kind}");
    }
}

#[test]
fn lists_of_structs_are_names() {
    let people = |names: &[&str], affiliations: &[&str]| {
        let fields = [Series::new("name".into(), names), Series::new("affiliation".into(), affiliations)];
        polars::prelude::StructChunked::from_series("".into(), names.len(), fields.iter()).unwrap()
    };
    let authors = [
        people(&["Ann One", "Two, Bo"], &["Here", "There"]).into_series(),
        people(&["Cy Three"], &["Nowhere"]).into_series(),
    ];
    let columns = vec![
        Series::new("title".into(), ["A", "B"]).into_column(),
        Series::new("authors".into(), authors).into_column(),
    ];
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes).finish(&mut DataFrame::new(2, columns).unwrap()).unwrap();
    let (found, _) = records(&Parquet::new(ColumnMapping::GUESSED), &bytes);
    assert_eq!(
        (found[0].authors.as_slice(), found[1].authors.as_slice()),
        (&["Ann One".to_owned(), "Bo Two".to_owned()][..], &["Cy Three".to_owned()][..])
    );
}

#[test]
fn pieces_of_row_groups_give_every_row_once_and_in_order() {
    let rows = 3 * MIN_ROWS + 77;
    let titles: Vec<String> =
        (0..rows).map(|n| format!("Paper {n} {}", "of queues ".repeat(n % 5))).collect();
    let names =
        |n: usize| (0..n % 3).map(|author| format!("Author {author} of {n}")).collect::<Vec<String>>();
    let authors: Vec<Series> = (0..rows).map(|n| Series::new("".into(), names(n))).collect();
    let columns = vec![
        Series::new("Title".into(), &titles).into_column(),
        Series::new("authors".into(), authors).into_column(),
    ];
    let mut bytes = Vec::new();
    let mut frame = DataFrame::new(rows, columns).unwrap();
    ParquetWriter::new(&mut bytes).with_row_group_size(Some(rows - 9)).finish(&mut frame).unwrap();
    let (found, rejects) = records(&Parquet::new(ColumnMapping::GUESSED), &bytes);
    assert_eq!((found.len(), rejects.len()), (rows, 0));
    for (n, record) in found.iter().enumerate() {
        assert_eq!((record.title.as_str(), &record.authors), (titles[n].trim(), &names(n)), "row {n}");
    }
}

#[test]
fn packed_records_are_those_that_are_not() {
    let rows = 3_000;
    let title = |n: usize| match n % 4 {
        0 => format!("Short {n}"),
        1 => format!("  Not  plain, {n} "),
        2 => format!("A longer title of the paper {n}"),
        _ => format!("Über {n} Städte und ihre Wege"),
    };
    let authors = |n: usize| (!n.is_multiple_of(3)).then_some("Ann One; Bo Two of the very same team");
    // A dictionary, most of whose values no cell of this piece uses.
    let comment = |n: usize| "x".repeat(if n < 10 { 9_000 + n } else { n % 7 });
    let all = 0..rows;
    let columns = vec![
        Series::new("title".into(), all.clone().map(title).collect::<Vec<_>>()).into_column(),
        Series::new("authors".into(), all.clone().map(authors).collect::<Vec<_>>()).into_column(),
        Series::new("comments".into(), all.map(comment).collect::<Vec<_>>()).into_column(),
    ];
    let mut bytes = Vec::new();
    let mut frame = DataFrame::new(rows, columns).unwrap();
    ParquetWriter::new(&mut bytes).finish(&mut frame).unwrap();
    let directory = Directory::read(&Buffer::from(bytes)).unwrap();
    let table = Table::new(directory, &ColumnMapping::GUESSED).unwrap();
    let mut packed = RecordStore::default();
    table.read(&(20..rows), true).unwrap().append_to(&mut packed, 0);
    let mut kept = Kept::default();
    table.read(&(20..rows), false).unwrap().unpack(&mut kept);
    let mut copied = RecordStore::default();
    for record in &kept.records {
        copied.push(record, 0, 0);
    }
    assert_eq!((packed.len(), copied.len()), (rows - 20, rows - 20));
    for row in 0..copied.len() as u32 {
        for field in TextField::ALL {
            assert_eq!(packed.text(row, field), copied.text(row, field), "{field:?} of row {row}");
        }
    }
}

#[test]
fn a_text_that_a_dictionary_repeats_without_end_is_refused() {
    let text = "x".repeat(1 << 20);
    let view = View::new_from_bytes(text.as_bytes(), 0, 0);
    let rows = (MAX_TEXT_BYTES >> 20) + 1;
    let buffers = Buffer::from(vec![Buffer::from(text.into_bytes())]);
    let cells =
        Utf8ViewArray::try_new(ArrowDataType::Utf8View, vec![view; rows].into(), buffers, None).unwrap();
    let cells = Series::try_from((PlSmallStr::from_static("title"), cells.boxed())).unwrap();
    let mut bytes = Vec::new();
    let mut frame = DataFrame::new(rows, vec![cells.into_column()]).unwrap();
    ParquetWriter::new(&mut bytes).finish(&mut frame).unwrap();
    assert!(bytes.len() < 1 << 20, "{} bytes", bytes.len());
    let error = Parquet::new(ColumnMapping::GUESSED)
        .read(&mut bytes.as_slice(), &mut Kept::default())
        .unwrap_err()
        .to_string();
    assert!(error.contains("more than 1 GiB of text in title"), "{error}");
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
    let texts: Vec<String> = (0..4_000).map(|n| format!("A title that is not another one, {n}")).collect();
    let mut frame = DataFrame::new(4_000, vec![Series::new("Title".into(), texts).into_column()]).unwrap();
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes).finish(&mut frame).unwrap();
    // The first page's header: its type, then its decompressed size as a zigzag number of several bytes.
    assert_eq!(bytes[4..7], [0x15, bytes[5], 0x15]);
    let last = 7 + bytes[7..].iter().position(|byte| byte & 0x80 == 0).unwrap();
    bytes.splice(7..=last, [0xfe, 0xff, 0xff, 0xff, 0x0f]);
    let source = Parquet::new(ColumnMapping::GUESSED);
    let error = source.read(&mut bytes.as_slice(), &mut Kept::default()).unwrap_err().to_string();
    assert!(error.contains("column Title of row group 1: a corrupted page"), "{error}");
}

#[test]
fn a_cut_file_is_an_error_and_no_panic() {
    let file = file();
    for cut in 0..file.len() {
        assert!(Parquet::new(ColumnMapping::GUESSED).read(&mut &file[..cut], &mut Kept::default()).is_err());
    }
}
