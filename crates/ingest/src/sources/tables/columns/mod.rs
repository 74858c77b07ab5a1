//! What the columns of a table hold, from the user's mapping and from their names.

mod column;
mod east_asian_names;
mod english_names;
mod foreign_names;
mod mapping;
mod mapping_text;
mod meanings;
#[cfg(test)]
mod tests;
mod uses;

pub(super) use meanings::plain_name;
pub(crate) use uses::column_uses;

pub use column::Column;
pub use mapping::ColumnMapping;
pub use mapping_text::ColumnMappingError;
pub use uses::ColumnUse;
