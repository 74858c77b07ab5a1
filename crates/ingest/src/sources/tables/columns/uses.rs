//! How the columns of a table are used.

use serde::Serialize;

use super::{Column, ColumnMapping};
use crate::sources::references::web_of_science_rows::{are_tags, held_by};

/// How a column of a table is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ColumnUse {
    /// The column's name in the table.
    pub name: String,
    /// The name that [`ColumnMapping`] gives to what it holds; `None` if the column is skipped.
    pub holds: Option<&'static str>,
}

/// How each of the columns with these names is used.
pub(crate) fn column_uses(names: Vec<String>, columns: &ColumnMapping) -> Vec<ColumnUse> {
    if *columns == ColumnMapping::GUESSED && are_tags(&names) {
        let holds = |name: &str| held_by(name).map(Column::name);
        return names.into_iter().map(|name| ColumnUse { holds: holds(&name), name }).collect();
    }
    let found = columns.resolve(&names).unwrap_or_default();
    let holds = |index| {
        let column = Column::ALL.into_iter().zip(found).find(|(_, of)| *of == Some(index));
        column.map(|(column, _)| column.name())
    };
    names.into_iter().enumerate().map(|(index, name)| ColumnUse { holds: holds(index), name }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_told_with_what_they_hold() {
        let names = ["Title", "Colour", "Publication Year"].map(str::to_owned).to_vec();
        let uses = column_uses(names, &ColumnMapping::default());
        let held: Vec<_> = uses.iter().map(|column| column.holds).collect();
        assert_eq!(held, [Some("title"), None, Some("published")]);
    }
}
