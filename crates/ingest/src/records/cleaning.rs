//! Cleaning applied to every record, whatever its source.

use std::borrow::Cow;

use crate::Record;
use crate::records::withdrawal::is_withdrawn;
use crate::text::mojibake;

/// Repairs mojibake in a record's texts, and marks the paper as withdrawn if the record says so.
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
    record.withdrawn |= is_withdrawn(record);
}
