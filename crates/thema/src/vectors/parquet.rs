//! Vectors in Parquet tables.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ndarray::Array2;
use polars::prelude::{Column, DataFrame, DataType, ParquetReader, PolarsResult, SerReader};
use polars_arrow::array::{Array, Float32Array};
use polars_parquet::read::read_metadata;
use thema_ingest::check_parquet_directory;

pub(super) const MAGIC: &[u8] = b"PAR1";
/// Column of identifiers.
const ID: &str = "id";

type Parsed = Result<(Array2<f32>, Option<Vec<String>>), String>;

/// The vectors in a Parquet file, and their identifiers if it has them.
pub(super) fn parse(bytes: Vec<u8>) -> Parsed {
    let table =
        catch_unwind(AssertUnwindSafe(|| decode(bytes))).map_err(|_| "the file is corrupted".to_owned())?;
    let table = table.map_err(|error| error.to_string())?;
    catch_unwind(AssertUnwindSafe(|| vectors(&table))).map_err(|_| "the file is corrupted".to_owned())?
}

fn decode(bytes: Vec<u8>) -> PolarsResult<DataFrame> {
    let bytes = Cursor::new(bytes);
    check_parquet_directory(&mut bytes.clone())?;
    let mut metadata = read_metadata(&mut bytes.clone())?;
    // The metadata declares fixed-size lists as a type that this build's decoder lacks; they are stored as
    // plain lists.
    metadata.key_value_metadata = None;
    let mut reader = ParquetReader::new(bytes);
    reader.set_metadata(Arc::new(metadata));
    reader.finish()
}

fn vectors(table: &DataFrame) -> Parsed {
    let ids = table.column(ID).ok().map(identifiers).transpose()?;
    let columns = || table.columns().iter().filter(|column| column.name() != ID);
    let lists: Vec<&Column> =
        columns().filter(|column| matches!(column.dtype(), DataType::List(_))).collect();
    let numbers: Vec<&Column> = columns().filter(|column| column.dtype().is_float()).collect();
    let rows = match (lists.as_slice(), numbers.as_slice()) {
        ([list], _) => of_lists(list)?,
        ([], [_, ..]) => of_columns(&numbers)?,
        ([], []) => return Err("no column of numbers or of lists of numbers".to_owned()),
        (lists, _) => {
            let names: Vec<&str> = lists.iter().map(|column| column.name().as_str()).collect();
            return Err(format!("several columns contain lists: {}; keep one", names.join(", ")));
        }
    };
    Ok((rows, ids))
}

fn identifiers(column: &Column) -> Result<Vec<String>, String> {
    let texts =
        column.str().map_err(|_| format!("its column `{ID}` has type {}, not text", column.dtype()))?;
    let id = |(row, id): (usize, Option<&str>)| {
        id.map(str::to_owned).ok_or_else(|| format!("row {} has no `{ID}`", row + 1))
    };
    texts.iter().enumerate().map(id).collect()
}

fn of_lists(column: &Column) -> Result<Array2<f32>, String> {
    let lists = column.cast(&DataType::List(Box::new(DataType::Float32)));
    let foreign =
        || format!("`{}` has type {}; store it as lists of 32-bit floats", column.name(), column.dtype());
    let lists = lists.map_err(|_| foreign())?;
    let lists = lists.list().map_err(|error| error.to_string())?;
    let mut values = Vec::new();
    let (mut row, mut dimensions) = (0, None);
    for part in lists.downcast_iter() {
        let numbers = part.values().as_any().downcast_ref::<Float32Array>();
        let numbers = numbers.ok_or_else(foreign)?;
        for (at, ends) in part.offsets().windows(2).enumerate() {
            row += 1;
            if part.is_null(at) {
                return Err(format!("row {row} has no vector"));
            }
            let length = (ends[1] - ends[0]) as usize;
            let wanted = *dimensions.get_or_insert(length);
            if length != wanted {
                return Err(format!("the vector in row {row} has {length} numbers, the first has {wanted}"));
            }
            let list = numbers.clone().sliced(ends[0] as usize, length);
            values.extend(list.iter().map(|value| value.copied().unwrap_or(f32::NAN)));
        }
    }
    Array2::from_shape_vec((row, dimensions.unwrap_or(0)), values).map_err(|error| error.to_string())
}

fn of_columns(columns: &[&Column]) -> Result<Array2<f32>, String> {
    let rows = columns.first().map_or(0, |column| column.len());
    let mut vectors = Array2::zeros((rows, columns.len()));
    for (mut vector, column) in vectors.columns_mut().into_iter().zip(columns) {
        let column = column.cast(&DataType::Float32).map_err(|error| error.to_string())?;
        let numbers = column.f32().map_err(|error| error.to_string())?;
        vector.iter_mut().zip(numbers.iter()).for_each(|(to, value)| *to = value.unwrap_or(f32::NAN));
    }
    Ok(vectors)
}

#[cfg(test)]
mod tests {
    use polars::prelude::{IntoColumn, NamedFrom, ParquetWriter, Series};

    use super::*;

    fn file(columns: Vec<Series>) -> Vec<u8> {
        let height = columns[0].len();
        let columns = columns.into_iter().map(IntoColumn::into_column).collect();
        let mut bytes = Vec::new();
        ParquetWriter::new(&mut bytes).finish(&mut DataFrame::new(height, columns).unwrap()).unwrap();
        bytes
    }

    fn lists(rows: &[&[f64]]) -> Series {
        Series::new(
            "embedding".into(),
            rows.iter().map(|row| Series::new("".into(), *row)).collect::<Vec<_>>(),
        )
    }

    #[test]
    fn lists_and_columns_are_vectors() {
        let wanted = ndarray::array![[1.0_f32, 2.0], [3.0, 4.0]];
        let id = Series::new("id".into(), ["a", "b"]);
        let (rows, ids) = parse(file(vec![id.clone(), lists(&[&[1.0, 2.0], &[3.0, 4.0]])])).unwrap();
        assert_eq!((rows, ids), (wanted.clone(), Some(vec!["a".to_owned(), "b".to_owned()])));
        let year = Series::new("year".into(), [2019_i32, 2020]);
        let columns =
            vec![year, Series::new("0".into(), [1.0_f32, 3.0]), Series::new("1".into(), [2.0_f32, 4.0])];
        assert_eq!(parse(file(columns)).unwrap(), (wanted, None));
    }

    #[test]
    fn what_is_wrong_with_a_table_is_said() {
        let refused = |columns| parse(file(columns)).unwrap_err();
        assert!(
            refused(vec![Series::new("title".into(), ["a"])])
                .contains("no column of numbers or of lists of numbers")
        );
        let ragged = refused(vec![lists(&[&[1.0, 2.0], &[3.0]])]);
        assert_eq!(ragged, "the vector in row 2 has 1 numbers, the first has 2");
        let twice = refused(vec![lists(&[&[1.0]]), lists(&[&[1.0]]).with_name("other".into())]);
        assert_eq!(twice, "several columns contain lists: embedding, other; keep one");
        let nameless = refused(vec![Series::new("id".into(), [Some("a"), None]), lists(&[&[1.0], &[2.0]])]);
        assert_eq!(nameless, "row 2 has no `id`");
        let whole = file(vec![lists(&[&[1.0, 2.0], &[3.0, 4.0]])]);
        for end in (0..whole.len()).step_by(7) {
            assert!(parse(whole[..end].to_vec()).is_err(), "{end}");
        }
        // Claims two billion row groups in a ten-byte directory.
        let directory = [0x15, 0x02, 0x39, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 0x00];
        let claims = [MAGIC, &directory, &10_u32.to_le_bytes(), MAGIC].concat();
        assert!(parse(claims).unwrap_err().contains("its footer is corrupted"));
    }
}
