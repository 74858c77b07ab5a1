//! Which record of a paper speaks for it.

use std::cmp::{Ordering, Reverse};

use crate::records::record_store::{RecordStore, TextField};
use crate::text::dates::earliest;
use crate::{Format, Timestamp};

/// The authority of arXiv's own text listings; formats with a higher number are not arXiv's.
const AUTHORITY_OF_LISTINGS: u8 = 4;

/// How complete and exact a format is; lower is better.
fn authority(format: Option<Format>) -> u8 {
    match format {
        Some(Format::ArxivAtom | Format::OaiPmh) => 0,
        Some(Format::KaggleJsonl) => 1,
        Some(Format::ArxivApiText) => 2,
        Some(Format::ArxivListingHtml) => 3,
        Some(Format::ArxivListingText) => AUTHORITY_OF_LISTINGS,
        Some(Format::PithListing) => 8,
        Some(Format::InferenceReport) => 9,
        Some(_) => 6,
        None => 10,
    }
}

/// A total order of the records of one paper; the first speaks for the paper. Records with an arXiv
/// identifier come first, then the newest version, the latest update, the better source, and last the texts
/// themselves, so that only identical records compare as equal.
pub(super) fn compare(store: &RecordStore, first: u32, second: u32) -> Ordering {
    let rank = |row: u32| {
        let facts = &store.facts[row as usize];
        (
            store.bytes(row, TextField::ArxivId).is_empty(),
            Reverse(facts.version),
            Reverse(facts.updated),
            authority(store.format(row)),
            store.format(row).map(Format::name),
        )
    };
    let content = |row: u32| {
        let facts = &store.facts[row as usize];
        (facts.announced, facts.published, facts.withdrawn)
    };
    rank(first)
        .cmp(&rank(second))
        .then_with(|| {
            let texts = |row| TextField::ALL.iter().map(move |&field| store.bytes(row, field));
            texts(first).cmp(texts(second))
        })
        .then_with(|| content(first).cmp(&content(second)))
}

/// The order of [`compare`], with copies ordered by input path and ordinal.
pub(crate) fn compare_with_place(store: &RecordStore, first: u32, second: u32) -> Ordering {
    let place = |row: u32| {
        let facts = &store.facts[row as usize];
        (store.origins[facts.input as usize].path.as_str(), facts.ordinal)
    };
    compare(store, first, second).then_with(|| place(first).cmp(&place(second)))
}

/// The submission date of the paper that `members` form: the earliest that arXiv gives, or else the earliest
/// that any source gives. A month or a year yields to a finer date within it.
pub(crate) fn first_published(store: &RecordStore, members: &[u32]) -> Option<Timestamp> {
    let published = || {
        members.iter().filter_map(|&row| {
            let is_foreign = authority(store.format(row)) > AUTHORITY_OF_LISTINGS;
            Some((is_foreign, store.facts[row as usize].published?))
        })
    };
    let (is_foreign, _) = published().min()?;
    earliest(published().filter(|(foreign, _)| *foreign == is_foreign).map(|(_, date)| date))
}

/// For each of [`TextField::ALL`], the row that [`best_with`] returns. Computed once per paper, not once for
/// every field of every member.
pub(crate) fn best_of_fields(store: &RecordStore, members: &[u32]) -> [u32; TextField::ALL.len()] {
    TextField::ALL.map(|field| best_with(store, members, field))
}

/// The first of `members` that has a text in `field`, or else the first. `members` must be in the order of
/// [`compare`]. A headline and its subheadline come from the same page.
pub(crate) fn best_with(store: &RecordStore, members: &[u32], field: TextField) -> u32 {
    let field = if field == TextField::Subheadline { TextField::Headline } else { field };
    let with_text = members.iter().copied().find(|&row| store.view(row, field).length > 0);
    with_text.unwrap_or(members[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;

    #[test]
    fn a_subheadline_comes_with_its_headline() {
        let mut store = RecordStore::default();
        let headlines = [None, Some("Queues wait"), None];
        for (ordinal, headline) in (1..).zip(headlines) {
            let headline = headline.map(str::to_owned);
            let subheadline = Some(format!("Subheadline {ordinal}"));
            store.push(&Record { headline, subheadline, ..Record::default() }, 0, ordinal);
        }
        assert_eq!(best_with(&store, &[0, 1, 2], TextField::Subheadline), 1);
        assert_eq!(best_of_fields(&store, &[2, 0])[TextField::Subheadline as usize], 2);
    }
}
