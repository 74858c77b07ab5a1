//! The records of all inputs in columns, before they become papers.

use std::num::NonZeroU16;

use polars_arrow::array::View;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::records::DateTally;
use crate::records::category_list::write_categories;
use crate::records::text_store::TextStore;
use crate::text::dates::{Clue, Convention, read_date};
use crate::{Format, Record, Timestamp};

/// The text columns of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextField {
    ArxivId,
    GivenId,
    Doi,
    ExternalId,
    Title,
    Abstract,
    Authors,
    Categories,
    Comment,
    JournalReference,
    Keywords,
    References,
    Countries,
    Funders,
    Venue,
    Kind,
    Language,
    Headline,
    Subheadline,
    Identifiers,
    GivenDate,
}

impl TextField {
    /// Every text column, in the order of the enum.
    pub(crate) const ALL: [Self; 21] = [
        Self::ArxivId,
        Self::GivenId,
        Self::Doi,
        Self::ExternalId,
        Self::Title,
        Self::Abstract,
        Self::Authors,
        Self::Categories,
        Self::Comment,
        Self::JournalReference,
        Self::Keywords,
        Self::References,
        Self::Countries,
        Self::Funders,
        Self::Venue,
        Self::Kind,
        Self::Language,
        Self::Headline,
        Self::Subheadline,
        Self::Identifiers,
        Self::GivenDate,
    ];

    /// The column's name in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ArxivId => "arxiv_id",
            Self::GivenId => "given_id",
            Self::Doi => "doi",
            Self::ExternalId => "external_id",
            Self::Title => "title",
            Self::Abstract => "abstract",
            Self::Authors => "authors",
            Self::Categories => "categories",
            Self::Comment => "comment",
            Self::JournalReference => "journal_reference",
            Self::Keywords => "keywords",
            Self::References => "references",
            Self::Countries => "countries",
            Self::Funders => "funders",
            Self::Venue => "venue",
            Self::Kind => "type",
            Self::Language => "language",
            Self::Headline => "headline",
            Self::Subheadline => "subheadline",
            Self::Identifiers => "identifiers",
            Self::GivenDate => "given_date",
        }
    }
}

/// Separates the items of a list in a cell: names, keywords, references.
pub(crate) const LIST_SEPARATOR: &str = "; ";

/// The values of a record that are not text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) published: Option<Timestamp>,
    pub(crate) updated: Option<Timestamp>,
    pub(crate) announced: Option<Timestamp>,
    pub(crate) version: Option<NonZeroU16>,
    pub(crate) withdrawn: bool,
    /// The number of the record's input; `ordinal` is the record's ordinal there.
    pub(crate) input: u32,
    pub(crate) ordinal: u64,
    /// Whether an earlier corpus already contained the record.
    pub(crate) known: bool,
}

/// What reconciliation needs to know about an input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub(crate) struct Origin {
    /// The path as given or found.
    pub(crate) path: String,
    pub(crate) format: Format,
}

/// From this many records on, columns reserve for the expected number. Reserved pages that are never touched
/// cost no memory; a column that grows step by step would be in memory twice at each step.
const MIN_EXPECTED: usize = 32 << 10;

/// At most this many times the current number of records is reserved, whatever an input claims.
const MAX_AHEAD: usize = 16;

/// Records in columns. A column without values takes no memory.
#[derive(Default)]
pub(crate) struct RecordStore {
    pub(crate) texts: TextStore,
    pub(crate) origins: Vec<Origin>,
    pub(crate) facts: Vec<Facts>,
    /// The dates of each input, by its number.
    dates: Vec<DateTally>,
    known_origins: FxHashMap<Origin, u32>,
    columns: [Vec<View>; TextField::ALL.len()],
    /// The expected number of records, as far as known.
    expected: usize,
    scratch: String,
}

impl RecordStore {
    /// Reserves space for this many more records and text bytes.
    pub(crate) fn reserve(&mut self, records: usize, bytes: usize) {
        self.facts.reserve(records);
        self.texts.reserve(bytes);
    }

    /// Removes all records and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.texts.clear();
        self.facts.clear();
        self.columns.iter_mut().for_each(Vec::clear);
    }

    /// The number of records.
    pub(crate) fn len(&self) -> usize {
        self.facts.len()
    }

    /// The number that records use to refer to the input `origin`; assigned on first use.
    pub(crate) fn origin(&mut self, origin: Origin) -> u32 {
        let next = self.origins.len() as u32;
        *self.known_origins.entry(origin).or_insert_with_key(|origin| {
            self.origins.push(origin.clone());
            next
        })
    }

    /// A number for an input that begins now, even if another has its name.
    pub(crate) fn begin_input(&mut self, origin: Origin) -> u32 {
        let number = self.origins.len() as u32;
        self.origins.push(origin);
        number
    }

    /// Adds a record of input number `origin`.
    pub(crate) fn push(&mut self, record: &Record, origin: u32, ordinal: u64) {
        let row = self.facts.len();
        self.dates_of(origin).see(record);
        self.facts.push(Facts {
            published: record.published,
            updated: record.updated,
            announced: record.announced,
            version: record.version.and_then(NonZeroU16::new),
            withdrawn: record.withdrawn,
            input: origin,
            ordinal,
            known: false,
        });
        if let Some(id) = &record.arxiv_id {
            self.set(row, TextField::ArxivId, id.as_str());
        }
        let optional = [
            (TextField::GivenId, &record.given_id),
            (TextField::Doi, &record.doi),
            (TextField::ExternalId, &record.external_id),
            (TextField::Comment, &record.comment),
            (TextField::JournalReference, &record.journal_reference),
            (TextField::Venue, &record.venue),
            (TextField::Kind, &record.kind),
            (TextField::Language, &record.language),
            (TextField::Headline, &record.headline),
            (TextField::Subheadline, &record.subheadline),
            (TextField::GivenDate, &record.given_date),
        ];
        for (field, text) in optional {
            if let Some(text) = text {
                self.set(row, field, text);
            }
        }
        self.set(row, TextField::Title, &record.title);
        self.set(row, TextField::Abstract, &record.abstract_text);
        let lists = [
            (TextField::Authors, &record.authors),
            (TextField::Keywords, &record.keywords),
            (TextField::References, &record.references),
            (TextField::Countries, &record.countries),
            (TextField::Funders, &record.funders),
            (TextField::Categories, &record.categories),
            (TextField::Identifiers, &record.identifiers),
        ];
        for (field, items) in lists {
            self.set_list(row, field, items);
        }
    }

    /// Sets the number of records expected from what is known so far.
    pub(crate) const fn expect(&mut self, records: usize) {
        self.expected = records;
    }

    /// An empty store with the numbered inputs `origins`, to which its records may refer.
    pub(crate) fn of_origins(origins: &[Origin]) -> Self {
        Self { origins: origins.to_vec(), ..Self::default() }
    }

    /// Bytes that the records occupy.
    pub(crate) fn size(&self) -> usize {
        let used = self.columns.iter().filter(|column| !column.is_empty()).count();
        self.texts.size() + self.len() * (size_of::<Facts>() + used * size_of::<View>())
    }

    /// Moves all records out of `added` into this store, as records of input number `origin`.
    pub(crate) fn append(&mut self, added: &mut Self, origin: u32) {
        added.facts.iter_mut().for_each(|facts| facts.input = origin);
        for dates in added.dates.drain(..) {
            self.dates_of(origin).add(dates);
        }
        self.absorb(added);
    }

    /// Moves all records out of `added`, which numbers its inputs as this store does.
    pub(crate) fn absorb(&mut self, added: &mut Self) {
        let first = self.facts.len();
        let all = first + added.len();
        if all > self.facts.capacity() {
            let expected = if all < MIN_EXPECTED { 0 } else { self.expected.min(MAX_AHEAD * all) };
            self.facts.reserve_exact(expected.max(2 * all) - first);
        }
        let moved = self.texts.append(&mut added.texts);
        self.facts.append(&mut added.facts);
        for (column, views) in self.columns.iter_mut().zip(&mut added.columns) {
            if views.is_empty() {
                continue;
            }
            if all > column.capacity() {
                column.reserve_exact(self.facts.capacity() - column.len());
            }
            column.resize(first, View::default());
            column.extend(views.drain(..).map(&moved));
        }
    }

    /// Adds a record whose texts are already in this store's form.
    pub(crate) fn push_texts<'t>(&mut self, facts: Facts, text: impl Fn(TextField) -> &'t str) {
        let row = self.facts.len();
        self.facts.push(facts);
        for field in TextField::ALL {
            self.set(row, field, text(field));
        }
    }

    /// The dates of input number `origin`.
    pub(crate) fn dates_of(&mut self, origin: u32) -> &mut DateTally {
        let at = origin as usize;
        if at >= self.dates.len() {
            self.dates.resize_with(at + 1, DateTally::default);
        }
        &mut self.dates[at]
    }

    /// How to read the dates of each input that do not say it themselves.
    pub(crate) fn conventions(&self) -> Vec<Option<Convention>> {
        self.dates.iter().map(DateTally::convention).collect()
    }

    /// Whether the convention of its input could decide the date of a record.
    pub(crate) fn awaits_convention(&self, row: u32) -> bool {
        let given = self.text(row, TextField::GivenDate);
        !given.is_empty() && matches!(read_date(given).clue, Clue::Swappable | Clue::Counts(_))
    }

    /// Reads the dates that do not say themselves how to read them by the `conventions` of the inputs, once
    /// all their records are known.
    pub(crate) fn settle_dates(&mut self, conventions: &[Option<Convention>]) {
        if conventions.iter().all(Option::is_none) {
            return;
        }
        let given = &mut self.columns[TextField::GivenDate as usize];
        for (facts, view) in self.facts.iter_mut().zip(given.iter_mut()) {
            // The dates of a corpus are settled.
            let convention =
                conventions.get(facts.input as usize).copied().flatten().filter(|_| !facts.known);
            if let Some(reading) = convention.and_then(|convention| convention.read(self.texts.text(view))) {
                facts.published = reading.date;
                // The century of a two-digit year stays doubtful.
                if !reading.is_doubtful {
                    *view = View::default();
                }
            }
        }
        if given.iter().all(|view| view.length == 0) {
            given.clear();
        }
    }

    fn set(&mut self, row: usize, field: TextField, text: &str) {
        let view = self.texts.push(text);
        if view.length > 0 {
            let column = &mut self.columns[field as usize];
            if row >= column.capacity() {
                column.reserve_exact(self.facts.capacity() - column.len());
            }
            column.resize(row + 1, View::default());
            column[row] = view;
        }
    }

    fn set_list(&mut self, row: usize, field: TextField, items: &[String]) {
        let mut joined = std::mem::take(&mut self.scratch);
        joined.clear();
        if field == TextField::Categories {
            write_categories(items, &mut joined);
        } else {
            join(items, &mut joined);
        }
        self.set(row, field, &joined);
        self.scratch = joined;
    }

    /// The view of a record's text; the empty view if it has none.
    pub(crate) fn view(&self, row: u32, field: TextField) -> View {
        self.columns[field as usize].get(row as usize).copied().unwrap_or_default()
    }

    /// The bytes of a record's text; empty if it has none.
    pub(crate) fn bytes(&self, row: u32, field: TextField) -> &[u8] {
        self.columns[field as usize].get(row as usize).map_or(&[], |view| self.texts.bytes(view))
    }

    /// A record's text; empty if it has none.
    pub(crate) fn text(&self, row: u32, field: TextField) -> &str {
        self.columns[field as usize].get(row as usize).map_or("", |view| self.texts.text(view))
    }

    /// Whether any record has text in `field`.
    pub(crate) fn has(&self, field: TextField) -> bool {
        !self.columns[field as usize].is_empty()
    }

    /// Takes a column that will not be read again.
    pub(crate) fn take_column(&mut self, field: TextField) -> Vec<View> {
        std::mem::take(&mut self.columns[field as usize])
    }

    /// The format of the input that a record came from.
    pub(crate) fn format(&self, row: u32) -> Option<Format> {
        Some(self.origins.get(self.facts[row as usize].input as usize)?.format)
    }
}

/// Appends `items`, separated by [`LIST_SEPARATOR`], to an empty text.
fn join(items: &[String], joined: &mut String) {
    for item in items {
        if !joined.is_empty() {
            joined.push_str(LIST_SEPARATOR);
        }
        let may_hold = memchr::memchr(LIST_SEPARATOR.as_bytes()[0], item.as_bytes()).is_some();
        if may_hold && item.contains(LIST_SEPARATOR) {
            joined.push_str(&item.replace(LIST_SEPARATOR, ", "));
        } else {
            joined.push_str(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_reserve_once_for_what_is_expected() {
        let mut store = RecordStore::default();
        let mut capacities = Vec::new();
        for _ in 0..40 {
            let mut batch = RecordStore::default();
            for row in 0..MIN_EXPECTED / 4 {
                batch.push_texts(Facts::default(), |field| match field {
                    TextField::Title => "On logs",
                    TextField::Comment if row % 3 == 0 => "two figures",
                    _ => "",
                });
            }
            store.expect(10 * MIN_EXPECTED);
            store.append(&mut batch, 0);
            capacities.push((store.facts.capacity(), store.columns[TextField::Comment as usize].capacity()));
        }
        capacities.dedup();
        assert_eq!(store.len(), 10 * MIN_EXPECTED);
        assert_eq!(capacities.last(), Some(&(10 * MIN_EXPECTED, 10 * MIN_EXPECTED)));
        assert!(capacities.len() <= 4, "{capacities:?}");
        assert_eq!(store.text(3 * 7, TextField::Comment), "two figures");
    }

    #[test]
    fn an_input_that_pretends_to_be_endless_reserves_in_proportion() {
        let (mut store, mut batch) = (RecordStore::default(), RecordStore::default());
        (0..MIN_EXPECTED).for_each(|_| batch.push_texts(Facts::default(), |_| "On logs"));
        store.expect(usize::MAX);
        store.append(&mut batch, 0);
        assert_eq!(store.facts.capacity(), MAX_AHEAD * MIN_EXPECTED);
    }
}
