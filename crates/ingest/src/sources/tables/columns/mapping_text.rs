//! Parses a column mapping as the user writes it.

use std::fmt;
use std::str::FromStr;

use super::column::Column;
use super::mapping::ColumnMapping;

/// Why a text is not a column mapping.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnMappingError {
    /// A part without `=`.
    #[error("{part:?} is not of the form name=column")]
    NoColumn {
        /// The part between two commas.
        part: String,
    },
    /// An unknown name on the left.
    #[error("unknown name {name:?}; the known names are {}", Column::ALL.map(Column::name).join(", "))]
    UnknownName {
        /// The name.
        name: String,
    },
    /// One name given two columns.
    #[error("{name} is given two columns, {first:?} and {second:?}")]
    Twice {
        /// The name.
        name: &'static str,
        /// The column given first.
        first: String,
        /// The column given second.
        second: String,
    },
    /// One column given to two names.
    #[error("the column {column:?} is given to both {first} and {second}")]
    Shared {
        /// The column.
        column: String,
        /// The first name it was given to.
        first: &'static str,
        /// The second name it was given to.
        second: &'static str,
    },
}

impl FromStr for ColumnMapping {
    type Err = ColumnMappingError;

    /// Parses `title=Title,abstract=Summary`; spaces around names are ignored.
    fn from_str(text: &str) -> Result<Self, ColumnMappingError> {
        let mut mapping = Self::default();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let Some((name, given)) = part.split_once('=') else {
                return Err(ColumnMappingError::NoColumn { part: part.trim().to_owned() });
            };
            let (name, given) = (name.trim(), given.trim());
            let column = Column::ALL.into_iter().find(|column| column.name() == name);
            let column = column.ok_or_else(|| ColumnMappingError::UnknownName { name: name.to_owned() })?;
            if let Some(first) = &mapping.names[column as usize] {
                let (first, second) = (first.clone(), given.to_owned());
                return Err(ColumnMappingError::Twice { name: column.name(), first, second });
            }
            let same = Column::ALL
                .into_iter()
                .find(|other| mapping.names[*other as usize].as_deref() == Some(given));
            if let Some(first) = same.filter(|_| !given.is_empty()) {
                let (first, second) = (first.name(), column.name());
                return Err(ColumnMappingError::Shared { column: given.to_owned(), first, second });
            }
            mapping.names[column as usize] = Some(given.to_owned());
        }
        Ok(mapping)
    }
}

impl fmt::Display for ColumnMapping {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = Column::ALL
            .into_iter()
            .zip(&self.names)
            .filter_map(|(column, name)| Some((column, name.as_ref()?)));
        for (index, (column, name)) in given.enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(formatter, "{comma}{}={name}", column.name())?;
        }
        Ok(())
    }
}
