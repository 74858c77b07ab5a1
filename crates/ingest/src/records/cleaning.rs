//! Cleaning applied to every record, whatever its source.

use std::borrow::Cow;

use crate::Record;
use crate::records::withdrawal::is_withdrawn;
use crate::text::mojibake;
use crate::text::translation_mark::without_translation_mark;

/// Repairs mojibake in a record's texts, takes the translator's mark from its title, and marks the paper as withdrawn if the record says so.
pub(crate) fn clean(record: &mut Record) {
    let Record {
        title,
        abstract_text,
        comment,
        journal_reference,
        venue,
        headline,
        subheadline,
        authors,
        keywords,
        funders,
        ..
    } = record;
    let optional = [comment, journal_reference, venue, headline, subheadline].into_iter().flatten();
    for text in
        [title, abstract_text].into_iter().chain(optional).chain(authors).chain(keywords).chain(funders)
    {
        if let Cow::Owned(repaired) = mojibake::repair(text) {
            *text = repaired;
        }
    }
    if let Some(bare) = without_translation_mark(&record.title) {
        record.title = bare;
    }
    record.withdrawn |= is_withdrawn(record);
}
