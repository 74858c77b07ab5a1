//! What a source says of a paper beside its title and abstract.

use super::Corpus;
use super::columns::TextColumn;
use crate::identifiers::doi::journal_of_doi;

/// The columns that notes are made of.
pub(super) const NOTE_COLUMNS: [TextColumn; 5] = [
    TextColumn::Keywords,
    TextColumn::Venue,
    TextColumn::JournalReference,
    TextColumn::Comment,
    TextColumn::Doi,
];

impl Corpus {
    /// Keywords and subject headings, the venue or journal reference, the authors' comment, and the journal's abbreviation in the
    /// DOI; each empty if the paper has none. Categories are never among them.
    ///
    /// # Panics
    /// When `row` is not below [`len`](Self::len).
    #[must_use]
    pub fn notes(&self, row: usize) -> [&str; 4] {
        let [keywords, venue, journal, comment, doi] = NOTE_COLUMNS.map(|column| self.text(column, row));
        [keywords, venue.or(journal), comment, doi.and_then(journal_of_doi)].map(Option::unwrap_or_default)
    }
}
