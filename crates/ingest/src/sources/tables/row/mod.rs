//! Converts one row of a table to a record.

mod authors;
mod cell;
mod funders;
mod identifiers;
mod listed;
mod lists;
mod run_together;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub(super) use cell::Cell;
pub(super) use run_together::names_run_together;

use authors::authors;
use funders::funders;
use identifiers::{identifier, pubmed_number, take_decimal};
use lists::{categories, items, references};

use super::columns::{Column, plain_name};
use super::lines::title_and_rest;
use crate::identifiers::affiliations::country_of_affiliation;
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::records::keywords::each_once;
use crate::sources::accept::checked;
use crate::text::dates::parse_partial_date;
use crate::text::markup::unmarked;
use crate::text::whitespace::{collapse, collapse_nonempty, paragraphs};
use crate::{ArxivId, Position, Record, RecordBatch};

/// Largest cell, in bytes.
const MAX_CELL_BYTES: usize = 16 << 20;

/// The cells of a row, indexed by column.
#[derive(Debug, Default)]
pub(super) struct TableRow<'a> {
    cells: [Option<(Cell<'a>, usize)>; Column::ALL.len()],
}

impl<'a> TableRow<'a> {
    /// Sets a cell, unless one of a lower `rank` is already there.
    pub(super) fn set(&mut self, column: Column, rank: usize, cell: Cell<'a>) {
        let slot = &mut self.cells[column as usize];
        if slot.as_ref().is_none_or(|(_, best)| rank < *best) {
            *slot = Some((cell, rank));
        }
    }

    /// Adds the row's record to `batch`, or the reason it has none. `id_column` is the name of the identifier
    /// column.
    pub(super) fn push_into(self, batch: &mut RecordBatch, position: Position, id_column: &str) {
        batch.push(position, checked(self.into_record(id_column)));
    }

    fn take(&mut self, column: Column) -> Option<Cell<'a>> {
        self.cells[column as usize].take().map(|(cell, _)| cell)
    }

    fn text(&mut self, column: Column) -> Option<String> {
        collapse_nonempty(&self.take(column)?.into_text())
    }

    /// Converts the row to a record. `id_column` is the name of the identifier column.
    pub(super) fn into_record(mut self, id_column: &str) -> Result<Record, String> {
        let sized = Column::ALL.into_iter().zip(&self.cells);
        for (column, cell) in sized {
            if cell.as_ref().is_some_and(|(cell, _)| cell.size() > MAX_CELL_BYTES) {
                return Err(format!("{} larger than {} MiB", column.name(), MAX_CELL_BYTES >> 20));
            }
        }
        let title = self.take(Column::Title);
        let text = self.take(Column::Abstract).map(plain_text).unwrap_or_default();
        // A table without titles uses its texts instead.
        let (title, abstract_text) = match title {
            Some(title) => (collapse(&plain_text(title)), paragraphs(&text)),
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
        // A field without information (`NA`, `in press`) is dropped; the paper is kept.
        record.set_published(self.take(Column::Published).and_then(Cell::into_first));
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
                Some(_) => record.identify([number]),
            }
        }
        record.updated = self.text(Column::Updated).and_then(|text| parse_partial_date(&text));
        Ok(record)
    }
}

/// The text of a cell without the markup that services leave in exports.
fn plain_text(cell: Cell<'_>) -> Cow<'_, str> {
    let text = cell.into_text();
    unmarked(&text).map_or(text, Cow::Owned)
}
