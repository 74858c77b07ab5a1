//! Row groups of a Parquet file, encoded and compressed on all cores and written in order.

use std::io::Write;

use polars::io::parquet::write::BatchedWriter;
use polars::prelude::{ArrowField, CompatLevel, DataFrame, PolarsError, PolarsResult};
use polars_arrow::array::Array;
use polars_parquet::write::{
    CompressedPage, CompressionOptions, Encoding, ParquetType, StatisticsOptions, Version, WriteOptions,
    array_to_columns, compress, get_dtype_encoding,
};
use rayon::prelude::*;

/// Rows per row group, which a streaming reader holds at once.
const ROWS: usize = 1 << 13;

/// Row groups encoded at once; independent of the number of threads.
const AT_ONCE: usize = 2;

/// Writes all rows of `frame`, whose columns must have one chunk each, with `compression`. Columns for which
/// `is_distinct` holds are written plainly; the others may be dictionary-encoded, one dictionary per row
/// group.
pub(super) fn write_rows<W: Write>(
    writer: &mut BatchedWriter<W>,
    frame: &DataFrame,
    compression: CompressionOptions,
    is_distinct: impl Fn(&str) -> bool + Sync,
) -> PolarsResult<()> {
    let options = WriteOptions {
        statistics: StatisticsOptions::default(),
        version: Version::V1,
        compression,
        data_page_size: None,
    };
    let types = writer.parquet_schema().fields().to_vec();
    let starts: Vec<usize> = (0..frame.height()).step_by(ROWS).collect();
    for starts in starts.chunks(AT_ONCE) {
        let groups: Vec<DataFrame> = starts.iter().map(|&start| frame.slice(start as i64, ROWS)).collect();
        let columns: Vec<(&DataFrame, usize)> =
            groups.iter().flat_map(|group| (0..types.len()).map(move |column| (group, column))).collect();
        let encoded: Vec<PolarsResult<Vec<CompressedPage>>> = columns
            .into_par_iter()
            .with_max_len(1)
            .map(|(group, column)| {
                let series = group.columns()[column].as_materialized_series();
                let field = series.field().to_arrow(CompatLevel::newest());
                let array = series.to_arrow(0, CompatLevel::newest());
                encode(&*array, &field, &types[column], options, is_distinct(&field.name))
            })
            .collect();
        let mut encoded = encoded.into_iter();
        for group in &groups {
            let pages = encoded.by_ref().take(types.len()).collect::<PolarsResult<Vec<_>>>()?;
            writer.write_row_group(group.height() as u64, &pages)?;
        }
    }
    Ok(())
}

/// The pages of one column of a row group.
fn encode(
    array: &dyn Array,
    field: &ArrowField,
    type_: &ParquetType,
    options: WriteOptions,
    is_distinct: bool,
) -> PolarsResult<Vec<CompressedPage>> {
    let encoding = if is_distinct { vec![Encoding::Plain] } else { get_dtype_encoding(&field.dtype) };
    let mut compressed = Vec::new();
    for pages in array_to_columns(array, type_.clone(), options, &encoding)? {
        for page in pages {
            compressed.push(compress(page?, Vec::new(), options.compression).map_err(PolarsError::from)?);
        }
    }
    Ok(compressed)
}
