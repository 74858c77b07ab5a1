//! A column of a decoded table as cells.

use polars::prelude::{AnyValue, DataType, ListChunked, PolarsError, PolarsResult, Series, TimeUnit};
use polars_arrow::array::Utf8ViewArray;

use crate::Timestamp;
use crate::sources::tables::columns::Column;
use crate::sources::tables::row::Cell;

/// Most text of one column in a piece, in bytes: a dictionary can repeat a long text at almost no cost.
pub(in crate::sources::tables) const MAX_TEXT_BYTES: usize = 1 << 30;

/// Struct members that hold the name of a person or thing, the most likely first.
const NAMES: &[&str] = &["name", "display_name", "full_name", "author_name", "raw_author_name"];

/// Struct members that hold the date of a version.
const DATES: &[&str] = &["created"];

/// Pairs of members that hold the two parts of a person's name.
const PARTS: [[&str; 2]; 3] = [["given", "family"], ["first", "last"], ["firstName", "lastName"]];

/// A decoded column in the form in which its cells are read.
pub(in crate::sources::tables) enum Cells {
    Texts(Utf8ViewArray),
    /// Lists, and the members that speak for their structs.
    Lists(ListChunked, &'static [&'static str]),
    /// Integers, of whose digits this many are after the decimal point.
    Decimals(Series, usize),
    /// Other values, and the members that speak for structs.
    Others(Series, &'static [&'static str]),
}

impl Cells {
    /// The cells of `column`, given as `series`. If `scale` is given, they are decimals with that many digits after the
    /// point.
    pub(in crate::sources::tables) fn new(
        column: Column,
        series: &Series,
        scale: Option<usize>,
    ) -> PolarsResult<Self> {
        let members = if column == Column::Published { DATES } else { NAMES };
        if let Some(scale) = scale {
            return Ok(Self::Decimals(series.clone(), scale));
        }
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
            DataType::List(_) => Self::Lists(series.list()?.clone(), members),
            _ => Self::Others(series.clone(), members),
        })
    }

    pub(in crate::sources::tables) fn get(&self, row: usize) -> Option<Cell<'_>> {
        match self {
            Self::Texts(texts) => Some(Cell::Text(texts.get(row)?.into())),
            Self::Lists(lists, members) => {
                let list = lists.get_as_series(row)?;
                Some(Cell::List((0..list.len()).filter_map(|at| spoken(&list, at, members)).collect()))
            }
            Self::Decimals(series, scale) => {
                let digits = whole_number(&series.get(row).ok()?)?;
                Some(Cell::Text(with_point(digits, *scale).into()))
            }
            Self::Others(series, members) => spoken(series, row, members).map(|text| Cell::Text(text.into())),
        }
    }
}

/// The text of a value, or of the first of `members` that a struct has, or the name of the person it describes.
fn spoken(series: &Series, row: usize, members: &[&str]) -> Option<String> {
    let Ok(fields) = series.struct_() else { return text_of(&series.get(row).ok()?) };
    let member =
        |name: &str| spoken(&fields.field_by_name(name).ok()?, row, members).filter(|text| !text.is_empty());
    let in_parts = |[given, family]: &[&str; 2]| Some([member(given)?, member(family)?].join(" "));
    let whole = members.iter().find_map(|name| member(name)).or_else(|| PARTS.iter().find_map(in_parts));
    // The person may be one member of a struct, with details about them in others.
    whole.or_else(|| member("author"))
}

/// An unscaled decimal: a number, or the bytes of one in big-endian two's complement.
fn whole_number(value: &AnyValue<'_>) -> Option<i128> {
    let bytes = match value {
        AnyValue::Binary(bytes) => *bytes,
        AnyValue::BinaryOwned(bytes) => bytes.as_slice(),
        number => return number.extract::<i128>(),
    };
    let (fill, first) = if bytes.first()? & 0x80 == 0 { (0, 0) } else { (0xff, -1) };
    // Decimals of up to 76 digits are stored in 32 bytes; a year or an identifier needs few of them.
    let (before, digits) = bytes.split_at(bytes.len().saturating_sub(16));
    let fits =
        before.iter().all(|&byte| byte == fill) && (before.is_empty() || digits[0] & 0x80 == fill & 0x80);
    fits.then(|| digits.iter().fold(first, |number, byte| number << 8 | i128::from(*byte)))
}

/// `digits` with `scale` of them after the decimal point.
fn with_point(digits: i128, scale: usize) -> String {
    if scale == 0 {
        return digits.to_string();
    }
    let sign = if digits < 0 { "-" } else { "" };
    let shown = format!("{:0>width$}", digits.unsigned_abs(), width = scale + 1);
    let (before, behind) = shown.split_at(shown.len() - scale);
    format!("{sign}{before}.{behind}")
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

/// A moment in the form that other formats use, for cells read as a date.
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
            let cell = Cells::new(Column::Published, &series, None).unwrap();
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

    #[test]
    fn decimals_stand_with_their_point() {
        for (digits, scale, text) in
            [(201_900, 2, "2019.00"), (5, 3, "0.005"), (-15, 1, "-1.5"), (7, 0, "7"), (0, 1, "0.0")]
        {
            assert_eq!(with_point(digits, scale), text);
        }
        assert_eq!(whole_number(&AnyValue::Binary(&[0xff, 0xfe])), Some(-2));
        assert_eq!(whole_number(&AnyValue::Binary(&[0x07, 0xe3])), Some(2019));
        assert_eq!(whole_number(&AnyValue::Int32(-4)), Some(-4));
        let wide = |fill: u8, number: i128| [[fill; 16], number.to_be_bytes()].concat();
        for (fill, number, expected) in [
            (0, 2019, Some(2019)),
            (0xff, -31, Some(-31)),
            (0, i128::MAX, Some(i128::MAX)),
            (0, -31, None),
            (1, 2019, None),
        ] {
            assert_eq!(whole_number(&AnyValue::Binary(&wide(fill, number))), expected, "{fill} {number}");
        }
    }
}
