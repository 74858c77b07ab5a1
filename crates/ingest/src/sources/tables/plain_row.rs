//! A row of a table whose cells already say what a corpus keeps, as most of them do: it is taken as it stands.

use std::num::NonZeroU16;

use super::column_mapping::Column;
use super::table_row::{Cell, MAX_CELL_BYTES, TableRow};
use crate::identifiers::category::is_category;
use crate::records::record_store::{Facts, Kept, TextField};
use crate::records::withdrawal::says_withdrawn;
use crate::text::author_names::is_plain_author_list;
use crate::text::partial_date::parse_partial_date;
use crate::text::whitespace::is_plain;
use crate::{ArxivId, Position, RecordBatch, Timestamp};

/// A row that [`TableRow::into_record`] and [cleaning](crate::records::cleaning) would leave as it is.
pub(super) struct PlainRow<'t> {
    cells: &'t TableRow<'t>,
    arxiv_id: Option<ArxivId>,
    version: Option<u16>,
    published: Option<Timestamp>,
    updated: Option<Timestamp>,
}

impl<'t> PlainRow<'t> {
    /// The row, if it is plain; another one may say the same.
    pub(super) fn of(cells: &'t TableRow<'_>) -> Option<Self> {
        let cell = |column| match cells.get(column).map(Cell::text) {
            None => Some(""),
            Some(text) => text.filter(|text| text.len() <= MAX_CELL_BYTES),
        };
        let plain = |column| cell(column).filter(|text| is_plain(text));
        let date = |column| match plain(column)? {
            "" => Some(None),
            text => parse_partial_date(text).map(Some),
        };
        if !cell(Column::Doi)?.is_empty() || !cell(Column::Id)?.is_empty() {
            return None;
        }
        let (arxiv_id, version) = match plain(Column::ArxivId)? {
            "" => (None, None),
            text => ArxivId::parse_versioned(text).map(|(id, version)| (Some(id), version)).ok()?,
        };
        let (published, updated) = (date(Column::Published)?, date(Column::Updated)?);
        let categories = plain(Column::Categories)?;
        let is_whole = !plain(Column::Title)?.is_empty()
            && (categories.is_empty() || categories.split(' ').all(is_category))
            && is_plain_author_list(plain(Column::Authors)?)
            && !says_withdrawn(plain(Column::Comment)?)
            && !says_withdrawn(plain(Column::Abstract)?);
        plain(Column::JournalReference)?;
        is_whole.then_some(Self { cells, arxiv_id, version, published, updated })
    }

    /// Adds the row to `batch`, which packs.
    pub(super) fn push_into(&self, batch: &mut RecordBatch, position: Position) {
        let facts = Facts {
            published: self.published,
            updated: self.updated,
            version: self.version.and_then(NonZeroU16::new),
            ordinal: position.record,
            ..Facts::default()
        };
        batch.push_clean(facts, |field| self.text(field));
    }

    /// The text that a record keeps in `field`; empty where there is none.
    fn text(&self, field: TextField) -> Kept<'_> {
        let column = match field {
            TextField::ArxivId => return self.arxiv_id.as_ref().map_or("", ArxivId::as_str).into(),
            TextField::Title => Column::Title,
            TextField::Abstract => Column::Abstract,
            TextField::Authors => Column::Authors,
            TextField::Categories => Column::Categories,
            TextField::Comment => Column::Comment,
            TextField::JournalReference => Column::JournalReference,
            TextField::GivenId
            | TextField::Doi
            | TextField::ExternalId
            | TextField::Headline
            | TextField::Subheadline => return "".into(),
        };
        match self.cells.get(column) {
            Some(Cell::Adopted(_, view)) => Kept::Adopted(*view),
            cell => cell.and_then(Cell::text).unwrap_or_default().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    use super::*;
    use crate::records::record_store::RecordStore;

    /// Cells of every column, most of them empty, of the others some plain and some nearly so.
    fn cell() -> impl Strategy<Value = Option<String>> {
        let piece = prop::sample::select(vec![
            "We study queues",
            "A",
            "a",
            " ",
            "  ",
            "; ",
            ";",
            ", ",
            "|",
            " and ",
            "&",
            "\n",
            "é",
            "Erdős",
            "Ã",
            "ñ",
            "Ÿ",
            "©",
            "â€™",
            "(x)",
            "Ann One",
            "Bo Two",
            "Jr",
            "cs.DC",
            "math-ph",
            "[\"a\"]",
            "2401.00001",
            "2401.00001v2",
            "v3",
            "2024-05-06",
            "2024",
            ".",
            "This paper has been withdrawn",
            "Withdrawn",
            "\u{7f}",
            "\t",
            "10.1000/x",
        ]);
        prop::option::weighted(0.2, prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat()))
    }

    fn packed(row: TableRow<'_>, as_it_stands: bool) -> RecordStore {
        let position = Position { record: 7, ..Position::default() };
        let mut batch = RecordBatch::new(true);
        if as_it_stands {
            PlainRow::of(&row).unwrap().push_into(&mut batch, position);
        } else {
            batch.push(position, crate::sources::accept::checked(row.into_record("id")));
        }
        let mut store = RecordStore::default();
        batch.append_to(&mut store, 0);
        store
    }

    fn check(cells: &[Option<String>]) -> bool {
        let row = || {
            let mut row = TableRow::default();
            for (column, cell) in Column::ALL.into_iter().zip(cells) {
                if let Some(cell) = cell {
                    row.set(column, 0, Cell::Text(cell.into()));
                }
            }
            row
        };
        if PlainRow::of(&row()).is_none() {
            return false;
        }
        let [plain, general] = [true, false].map(|as_it_stands| packed(row(), as_it_stands));
        assert_eq!(general.len(), 1, "{cells:?}");
        for field in TextField::ALL {
            assert_eq!(plain.text(0, field), general.text(0, field), "{cells:?}");
        }
        assert_eq!(plain.facts, general.facts, "{cells:?}");
        true
    }

    #[test]
    fn a_plain_row_says_what_its_record_says() {
        let mut runner = TestRunner::deterministic();
        let cells = prop::collection::vec(cell(), Column::ALL.len());
        let mut plain = 0;
        for _ in 0..20_000 {
            let mut cells = cells.new_tree(&mut runner).unwrap().current();
            cells[Column::Title as usize].get_or_insert_with(|| "A title".to_owned());
            plain += u32::from(check(&cells));
        }
        assert!(plain > 1_000, "only {plain} rows were plain");
    }

    #[test]
    fn what_tables_are_full_of_is_plain() {
        let mut cells = vec![None; Column::ALL.len()];
        for (column, text) in [
            (Column::Title, "On Queues"),
            (Column::Abstract, "We study queues. They wait."),
            (Column::Authors, "Ann One; Bo Two"),
            (Column::Categories, "cs.DC math-ph"),
            (Column::ArxivId, "2401.00001v2"),
            (Column::Published, "2024-05-06"),
            (Column::Comment, "4 pages"),
        ] {
            cells[column as usize] = Some(text.to_owned());
        }
        assert!(check(&cells));
        for authors in ["Ann One", "José Núñez; Paul Erdős; Łukasz Žák"] {
            cells[Column::Authors as usize] = Some(authors.to_owned());
            assert!(check(&cells), "{authors}");
        }
        for authors in
            ["Ann One, Bo Two", "Ann One;Bo Two", "Ann One; ", "; Ann One", "One, Ann; Bo Two", "Ann and Bo"]
        {
            cells[Column::Authors as usize] = Some(authors.to_owned());
            assert!(!check(&cells), "{authors}");
        }
    }
}
