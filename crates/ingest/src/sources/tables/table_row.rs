//! One row of a table as a record.

use std::borrow::Cow;

use super::author_cells::authors;
use super::column_mapping::{Column, plain_name};
use super::funder_cells::funders;
use super::lines::title_and_rest;
use super::listed::listed;
use super::row_identifiers::{identifier, pubmed_number, take_decimal};
use crate::identifiers::category::is_category;
use crate::identifiers::cited::cited;
use crate::identifiers::countries::country_of_affiliation;
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::sources::accept::checked;
use crate::text::keywords::each_once;
use crate::text::partial_date::parse_partial_date;
use crate::text::whitespace::{collapse, collapse_nonempty, paragraphs};
use crate::{ArxivId, Position, Record, RecordBatch};

/// Largest text of one cell, in bytes.
pub(super) const MAX_CELL_BYTES: usize = 16 << 20;

/// What a cell holds.
#[derive(Clone, Debug)]
pub(super) enum Cell<'a> {
    Text(Cow<'a, str>),
    List(Vec<String>),
}

impl<'a> Cell<'a> {
    pub(super) fn into_text(self) -> Cow<'a, str> {
        match self {
            Self::Text(text) => text,
            Self::List(parts) => parts.join("; ").into(),
        }
    }

    fn size(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::List(parts) => parts.iter().map(String::len).sum(),
        }
    }
}

/// The cells of a row by what they hold.
#[derive(Debug, Default)]
pub(super) struct TableRow<'a> {
    cells: [Option<(Cell<'a>, usize)>; Column::ALL.len()],
}

impl<'a> TableRow<'a> {
    /// Sets a cell, unless one of a lower `rank` is there already.
    pub(super) fn set(&mut self, column: Column, rank: usize, cell: Cell<'a>) {
        let slot = &mut self.cells[column as usize];
        if slot.as_ref().is_none_or(|(_, best)| rank < *best) {
            *slot = Some((cell, rank));
        }
    }

    /// Adds the row's record to `batch`, or the reason why it is none; `id_column` is the name of the column of
    /// identifiers.
    pub(super) fn push_into(self, batch: &mut RecordBatch, position: Position, id_column: &str) {
        batch.push(position, checked(self.into_record(id_column)));
    }

    fn take(&mut self, column: Column) -> Option<Cell<'a>> {
        self.cells[column as usize].take().map(|(cell, _)| cell)
    }

    fn text(&mut self, column: Column) -> Option<String> {
        collapse_nonempty(&self.take(column)?.into_text())
    }

    /// The record; `id_column` is the name of the column of identifiers.
    pub(super) fn into_record(mut self, id_column: &str) -> Result<Record, String> {
        let sized = Column::ALL.into_iter().zip(&self.cells);
        for (column, cell) in sized {
            if cell.as_ref().is_some_and(|(cell, _)| cell.size() > MAX_CELL_BYTES) {
                return Err(format!("{} of more than {} MiB", column.name(), MAX_CELL_BYTES >> 20));
            }
        }
        let title = self.take(Column::Title);
        let text = self.take(Column::Abstract).map(Cell::into_text).unwrap_or_default();
        // Where the table has no titles, the texts stand for them.
        let (title, abstract_text) = match title {
            Some(title) => (collapse(&title.into_text()), paragraphs(&text)),
            None => title_and_rest(&text),
        };
        let mut record = Record {
            title,
            abstract_text,
            authors: self.take(Column::Authors).map(authors).unwrap_or_default(),
            categories: self.take(Column::Categories).map(categories).unwrap_or_default(),
            comment: self.text(Column::Comment),
            journal_reference: self.text(Column::JournalReference),
            venue: self.text(Column::Venue),
            kind: self.text(Column::Type).and_then(|kinds| paper_type_of(kinds.split([';', '|']))),
            language: self.text(Column::Language).and_then(|name| language_code(&name)).map(str::to_owned),
            keywords: self
                .take(Column::Keywords)
                .map(|cell| items(cell, &[';', '|', ',']))
                .unwrap_or_default(),
            countries: self.take(Column::Countries).map(|cell| items(cell, &[';', '|'])).unwrap_or_default(),
            funders: self.take(Column::Funders).map(funders).unwrap_or_default(),
            references: self
                .take(Column::References)
                .map(|cell| references(cell, &plain_name(id_column)))
                .unwrap_or_default(),
            ..Record::default()
        };
        record.journal_reference = record.journal_reference.or_else(|| record.venue.clone());
        if let (Some(affiliations), []) = (self.text(Column::Affiliations), record.countries.as_slice()) {
            record.countries = each_once(affiliations.split(';').filter_map(country_of_affiliation));
        }
        if let Some(text) = self.text(Column::ArxivId) {
            match ArxivId::parse_versioned(&text) {
                Ok((id, version)) => (record.arxiv_id, record.version) = (Some(id), version),
                Err(_) => _ = take_decimal(&mut record, &text),
            }
        }
        record.set_dois(self.text(Column::Doi).as_deref());
        if let Some(text) = self.text(Column::Id) {
            identifier(&mut record, &text, id_column);
        }
        if let Some(number) = self.text(Column::Pmid).as_deref().and_then(pubmed_number) {
            let number = format!("pmid:{number}");
            match record.external_id {
                None => record.external_id = Some(number),
                Some(_) => record.identify(number),
            }
        }
        // A field that says nothing (`NA`, `in press`) costs that field and not the paper.
        record.set_published(self.text(Column::Published));
        record.updated = self.text(Column::Updated).and_then(|text| parse_partial_date(&text));
        Ok(record)
    }
}

/// The items of a list, or of a text parted by the first of `separators` that is in it.
pub(super) fn items(cell: Cell<'_>, separators: &[char]) -> Vec<String> {
    let text = match cell {
        Cell::List(items) => return items.iter().filter_map(|item| collapse_nonempty(item)).collect(),
        Cell::Text(text) => text,
    };
    if let Some(items) = listed(&text) {
        return items.iter().filter_map(|item| collapse_nonempty(item)).collect();
    }
    let separator = separators.iter().find(|separator| text.contains(**separator)).unwrap_or(&';');
    text.split(*separator).filter_map(collapse_nonempty).collect()
}

fn categories(cell: Cell<'_>) -> Vec<String> {
    if let Cell::Text(text) = &cell {
        let codes = || text.split([' ', ',', ';', '|']).filter(|code| !code.is_empty());
        if codes().all(is_category) {
            return codes().map(str::to_owned).collect();
        }
    }
    items(cell, &[';', '|', ','])
}

/// What is cited, identifiers of the Lens as those of its own column `authority` are. A number that stands alone in a text
/// says how many works that are.
fn references(cell: Cell<'_>, authority: &str) -> Vec<String> {
    if let Cell::Text(text) = &cell
        && text.trim().bytes().all(|byte| byte.is_ascii_digit())
    {
        return Vec::new();
    }
    // Of a reference in words no word is one.
    let in_words = matches!(&cell, Cell::Text(text) if text.split([';', '|']).any(is_in_words));
    let parts: &[char] = if in_words { &[';', '|'] } else { &[';', '|', ',', ' '] };
    let cited = items(cell, parts).into_iter().filter_map(|text| cited(&text));
    let is_bare = |text: &str| authority == "lensid" && !text.contains(':');
    cited.map(|text| if is_bare(&text) { format!("{authority}:{text}") } else { text }).collect()
}

/// Whether a reference is told in words, most of which have no digit; nearly every identifier has one.
fn is_in_words(reference: &str) -> bool {
    let words = || reference.split([' ', ',']).filter(|word| !word.is_empty());
    let identifiers = words().filter(|word| word.bytes().any(|byte| byte.is_ascii_digit())).count();
    words().count() > 4 && 2 * identifiers < words().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;

    fn row<'a>(cells: &[(Column, &'a str)]) -> TableRow<'a> {
        let mut row = TableRow::default();
        for (column, text) in cells {
            row.set(*column, 1, Cell::Text((*text).into()));
        }
        row
    }

    #[test]
    fn a_row_is_read_whatever_its_spelling() {
        let record = row(&[
            (Column::Title, " A  title "),
            (Column::Authors, "One, Ann; Bo Two"),
            (Column::Categories, "cs.DC, cs.LG"),
            (Column::Doi, "https://doi.org/10.48550/arXiv.2401.00001"),
            (Column::Id, "31452104"),
            (Column::Published, "2024"),
        ]);
        let record = record.into_record("PMID").unwrap();
        assert_eq!(record.title, "A title");
        assert_eq!(record.authors, ["Ann One", "Bo Two"]);
        assert_eq!(record.categories, ["cs.DC", "cs.LG"]);
        assert_eq!(record.arxiv_id, Some("2401.00001".parse().unwrap()));
        assert_eq!((record.doi, record.external_id.as_deref()), (None, Some("pmid:31452104")));
        assert_eq!(record.published, Timestamp::from_year(2024));
    }

    #[test]
    fn texts_stand_for_titles_that_a_table_does_not_have() {
        let long = "We study queues of people that wait. ".to_owned() + &"They wait longer. ".repeat(20);
        let record = row(&[(Column::Abstract, &long)]).into_record("").unwrap();
        assert_eq!(record.title, "We study queues of people that wait.");
        assert!(record.abstract_text.starts_with("They wait longer. They"));
        assert_eq!(row(&[(Column::Abstract, "Logs grow")]).into_record("").unwrap().title, "Logs grow");
        let empty = row(&[(Column::Title, " "), (Column::Abstract, "Logs grow")]).into_record("").unwrap();
        assert_eq!((empty.title.as_str(), empty.abstract_text.as_str()), ("", "Logs grow"));
    }

    #[test]
    fn lists_in_every_spelling() {
        let text = |text: &'static str| Cell::Text(text.into());
        assert_eq!(categories(text("cs.DC cs.LG")), ["cs.DC", "cs.LG"]);
        assert_eq!(
            categories(text("Machine Learning; Networks, Clouds")),
            ["Machine Learning", "Networks, Clouds"]
        );
    }

    #[test]
    fn keywords_and_references_in_every_spelling() {
        let many = ["10.1000/a1", "10.1000/b2", "10.1000/c3", "10.1000/d4", "10.1000/e5"];
        let listed = [" ", ", ", ";"].map(|separator| many.join(separator));
        let record = |keywords, references| {
            row(&[(Column::Title, "T"), (Column::Keywords, keywords), (Column::References, references)])
                .into_record("id")
                .unwrap()
        };
        assert_eq!(record("queues; long logs", "").keywords, ["queues", "long logs"]);
        assert_eq!(record("queues, long logs", "").keywords, ["queues", "long logs"]);
        assert_eq!(record("", "['x:1', 'x:2']").references, ["x:1", "x:2"]);
        assert_eq!(record("", "10.1000/A|arXiv:2401.00001v2").references, ["doi:10.1000/a", "2401.00001"]);
        assert_eq!(record("", "17 18").references, ["17", "18"]);
        assert!(record("", "17").references.is_empty(), "a count");
        for listed in &listed {
            assert_eq!(record("", listed).references, many.map(|doi| format!("doi:{doi}")), "{listed}");
        }
        let in_words = "Smith J., Jones B., On queues and long logs, (2001) Journal of Queues, 17, pp. 1-9";
        assert!(record("", in_words).references.is_empty());
    }

    #[test]
    fn a_date_that_is_none_costs_no_paper() {
        for text in ["NA", "nan", "n.d.", "in press", "soon", "2021-02-30"] {
            let record = row(&[(Column::Title, "T"), (Column::Published, text)]).into_record("id").unwrap();
            assert_eq!((record.title.as_str(), record.published), ("T", None), "{text}");
            let is_told = text.bytes().any(|byte| byte.is_ascii_digit());
            assert_eq!(record.given_date.as_deref(), is_told.then_some(text));
        }
    }

    #[test]
    fn several_dois_and_doubtful_dates_of_a_row_are_kept() {
        let cells =
            [(Column::Title, "T"), (Column::Doi, "10.1000/a; 10.1000/b"), (Column::Published, "05.03.2013")];
        let record = row(&cells).into_record("id").unwrap();
        assert_eq!(
            (record.doi.as_deref(), record.identifiers.as_slice()),
            (Some("10.1000/a"), &["doi:10.1000/b".to_owned()][..])
        );
        assert_eq!(
            (record.published, record.given_date.as_deref()),
            (Timestamp::from_year(2013), Some("05.03.2013"))
        );
    }
}
