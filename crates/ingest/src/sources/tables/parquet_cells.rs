//! A column of a Parquet table as cells.

use polars::prelude::{AnyValue, DataType, ListChunked, PolarsError, PolarsResult, Series, TimeUnit};
use polars_arrow::array::Utf8ViewArray;

use super::table_row::Cell;
use crate::Timestamp;

/// Most text of one column in a piece, in bytes: a dictionary can repeat a long one for next to nothing.
pub(super) const MAX_TEXT_BYTES: usize = 1 << 30;

/// A decoded column in the form in which its cells are read.
pub(super) enum Cells {
    Texts(Utf8ViewArray),
    Lists(ListChunked),
    Others(Series),
}

impl Cells {
    /// The cells of `series`.
    pub(super) fn new(series: &Series) -> PolarsResult<Self> {
        Ok(match series.dtype() {
            DataType::String => {
                let texts = series.str()?.rechunk();
                let texts = texts.downcast_as_array();
                if texts.total_bytes_len() > MAX_TEXT_BYTES {
                    let reason =
                        format!("more than {} GiB of text in {}", MAX_TEXT_BYTES >> 30, series.name());
                    return Err(PolarsError::ComputeError(reason.into()));
                }
                Self::Texts(texts.clone())
            }
            DataType::List(_) => Self::Lists(series.list()?.clone()),
            _ => Self::Others(series.clone()),
        })
    }

    pub(super) fn get(&self, row: usize) -> Option<Cell<'_>> {
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
        AnyValue::Date(days) => moment(i64::from(*days) * 86_400),
        AnyValue::Datetime(ticks, unit, _) | AnyValue::DatetimeOwned(ticks, unit, _) => {
            moment(ticks.div_euclid(match unit {
                TimeUnit::Milliseconds => 1_000,
                TimeUnit::Microseconds => 1_000_000,
                TimeUnit::Nanoseconds => 1_000_000_000,
            }))
        }
        AnyValue::Binary(bytes) => std::str::from_utf8(bytes).ok().map(str::to_owned),
        AnyValue::BinaryOwned(bytes) => String::from_utf8(bytes.clone()).ok(),
        value if value.is_primitive_numeric() => Some(value.to_string()),
        _ => None,
    }
}

/// A moment as the other formats write it, for whoever reads the cell as a date.
fn moment(seconds: i64) -> Option<String> {
    Timestamp::from_unix_seconds(seconds).map(|moment| moment.to_string())
}

#[cfg(test)]
mod tests {
    use polars::prelude::NamedFrom;

    use super::*;

    #[test]
    fn days_moments_and_bytes_are_texts() {
        let text = |series: Series| {
            let cell = Cells::new(&series).unwrap();
            cell.get(0).map(|cell| cell.into_text().into_owned())
        };
        let days = Series::new("d".into(), [18_690_i32]).cast(&DataType::Date).unwrap();
        assert!(text(days).unwrap().starts_with("2021-03-04"));
        for (unit, ticks) in [
            (TimeUnit::Milliseconds, 1_614_816_000_000_i64),
            (TimeUnit::Microseconds, 1_614_816_000_000_000),
            (TimeUnit::Nanoseconds, 1_614_816_000_000_000_000),
        ] {
            let moments = Series::new("d".into(), [ticks]).cast(&DataType::Datetime(unit, None)).unwrap();
            assert_eq!(text(moments).as_deref(), Some("2021-03-04T00:00:00Z"), "{unit:?}");
        }
        assert_eq!(text(Series::new("b".into(), [&b"On Queues"[..]])).as_deref(), Some("On Queues"));
    }
}
