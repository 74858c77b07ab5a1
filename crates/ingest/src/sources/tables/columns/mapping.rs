//! Which column of a table holds what.

use super::column::Column;
use super::meanings::{MEANINGS, plain_name};

/// Which columns hold what: from the user (`title=Title,abstract=Summary`), and for what the user leaves
/// open, from [common names](Column::common_names).
///
/// Common names are compared without case, spaces and punctuation. `doi=` with nothing after it means that no
/// column is to be used for the DOI. The default mapping guesses everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnMapping {
    /// For each of [`Column::ALL`]: the exact name of the column, empty for none, or `None` to guess.
    pub(super) names: [Option<String>; Column::ALL.len()],
}

impl ColumnMapping {
    /// The mapping that guesses everything.
    pub const GUESSED: Self = Self { names: [const { None }; Column::ALL.len()] };

    /// What a column with this name holds, and its rank: if two columns hold the same thing, the one with the
    /// lower rank is used.
    pub(crate) fn column_of(&self, name: &str) -> Option<(Column, usize)> {
        let exact =
            Column::ALL.into_iter().find(|column| self.names[*column as usize].as_deref() == Some(name));
        if let Some(column) = exact {
            return Some((column, 0));
        }
        let meaning = MEANINGS.get(plain_name(name).as_str()).copied();
        meaning.filter(|(column, _)| self.names[*column as usize].is_none())
    }

    /// Whether a column of texts can replace the titles: the user names it, or its name says so.
    fn has_texts(&self, headers: &[String]) -> bool {
        if self.names[Column::Title as usize].as_ref().is_some_and(|name| !name.is_empty()) {
            return false;
        }
        let is_given = self.names[Column::Abstract as usize].as_ref().map(|name| !name.is_empty());
        is_given.unwrap_or_else(|| headers.iter().any(|name| TEXTS.contains(&plain_name(name).as_str())))
    }

    /// As [`resolve`](Self::resolve), for a table that is about to be read: warns if no column holds titles.
    pub(crate) fn resolve_to_read(
        &self,
        headers: &[String],
    ) -> Result<[Option<usize>; Column::ALL.len()], String> {
        let indices = self.resolve(headers)?;
        if indices[Column::Title as usize].is_none() {
            tracing::warn!(
                "no column holds titles; the first sentence of each text is its title; map a column with --columns title=NAME"
            );
        }
        Ok(indices)
    }

    /// For each of [`Column::ALL`], the index of its column among `headers`.
    pub(crate) fn resolve(&self, headers: &[String]) -> Result<[Option<usize>; Column::ALL.len()], String> {
        let mut found: [Option<(usize, usize)>; Column::ALL.len()] = Default::default();
        for (index, header) in headers.iter().enumerate() {
            if let Some((column, rank)) = self.column_of(header) {
                let slot = &mut found[column as usize];
                if slot.is_none_or(|(_, best)| rank < best) {
                    *slot = Some((index, rank));
                }
            }
        }
        let listed = || headers.iter().take(50).map(String::as_str).collect::<Vec<_>>().join(", ");
        for (column, name) in Column::ALL.into_iter().zip(&self.names) {
            if let Some(name) = name.as_deref().filter(|name| !name.is_empty())
                && found[column as usize].is_none()
            {
                return Err(format!("no column {name:?}; the columns are {}", listed()));
            }
        }
        if found[Column::Title as usize].is_none() && !self.has_texts(headers) {
            return Err(format!(
                "no known title column among {}; rename one to title, or map it with --columns title=NAME",
                listed()
            ));
        }
        Ok(found.map(|slot| slot.map(|(index, _)| index)))
    }
}

/// Names of columns that may hold the whole text of a paper.
const TEXTS: [&str; 6] = ["text", "abstract", "summary", "content", "body", "abstracttext"];
