//! The meanings of column names.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::column::Column;
use super::east_asian_names::east_asian_names;
use super::foreign_names::foreign_names;

/// The meaning of every name, with its rank: English names rank before those of other languages.
pub(super) static MEANINGS: LazyLock<FxHashMap<&'static str, (Column, usize)>> = LazyLock::new(|| {
    let names = |column: Column| {
        column.common_names().iter().chain(foreign_names(column)).chain(east_asian_names(column))
    };
    let ranked = |column| names(column).zip(1..).map(move |(name, rank)| (*name, (column, rank)));
    Column::ALL.into_iter().flat_map(ranked).collect()
});

/// `name` in lower-case letters and digits only.
pub(in crate::sources::tables) fn plain_name(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
