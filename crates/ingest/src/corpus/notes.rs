//! What a source says of a paper beside its title and abstract.

use super::Corpus;
use super::columns::TextColumn;
use crate::identifiers::doi::journal_of_doi;

impl Corpus {
    /// Keywords and subject headings, the venue or journal reference, the authors' comment, and the journal's abbreviation in the
    /// DOI; each empty if the paper has none. Categories are never among them.
    ///
    /// # Panics
    /// When `row` is not below [`len`](Self::len).
    #[must_use]
    pub fn notes(&self, row: usize) -> [&str; 4] {
        let text = |column| self.text(column, row);
        [
            text(TextColumn::Keywords),
            text(TextColumn::Venue).or_else(|| text(TextColumn::JournalReference)),
            text(TextColumn::Comment),
            text(TextColumn::Doi).and_then(journal_of_doi),
        ]
        .map(Option::unwrap_or_default)
    }
}
