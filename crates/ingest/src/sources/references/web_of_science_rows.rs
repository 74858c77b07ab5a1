//! Tab-delimited exports of the Web of Science.

use std::borrow::Cow;

use super::tagged::Fields;
use super::web_of_science::record;
use crate::{Column, Record};

/// Whether the columns called `names` are fields of the Web of Science.
pub(in crate::sources) fn are_tags(names: &[String]) -> bool {
    ["PT", "AU", "TI", "SO", "UT"].iter().all(|tag| names.iter().any(|name| name == tag))
}

/// What the field `tag` holds.
pub(in crate::sources) fn held_by(tag: &str) -> Option<Column> {
    Some(match tag {
        "TI" => Column::Title,
        "AB" => Column::Abstract,
        "AU" | "AF" | "CA" => Column::Authors,
        "DI" => Column::Doi,
        "UT" => Column::Id,
        "PM" => Column::Pmid,
        "EA" | "PD" | "PY" => Column::Published,
        "DE" | "ID" => Column::Keywords,
        "CR" => Column::References,
        "FU" => Column::Funders,
        "SO" => Column::Venue,
        "DT" => Column::Type,
        "LA" => Column::Language,
        "C1" => Column::Affiliations,
        _ => return None,
    })
}

/// The record of a row. Items that have lines of their own in the plain-text export are separated by
/// semicolons here.
pub(in crate::sources) fn record_of_row<'f>(fields: impl Iterator<Item = (&'f str, Cow<'f, str>)>) -> Record {
    let lines = |tag: &str, value: Cow<'_, str>| match tag {
        "AU" | "AF" | "CA" | "CR" | "C1" => in_lines(&value),
        _ => value.into_owned(),
    };
    record(&Fields::new(fields.map(|(tag, value)| (tag.to_owned(), lines(tag, value)))))
}

/// `list` with one item per line. Names before an address are in brackets and are separated by semicolons
/// too, which are kept.
fn in_lines(list: &str) -> String {
    let mut is_within = false;
    let part = |character: char| {
        is_within = (is_within || character == '[') && character != ']';
        if character == ';' && !is_within { '\n' } else { character }
    };
    list.chars().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_before_an_address_stay_together() {
        assert_eq!(
            in_lines("[One, A; Two, B] Here, Chile; There, Peru"),
            "[One, A; Two, B] Here, Chile\n There, Peru"
        );
        assert_eq!(in_lines("a; b"), "a\n b");
    }

    #[test]
    fn a_table_is_told_by_its_tags() {
        let names = |names: &str| names.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(are_tags(&names("PT AU BA TI SO UT")));
        assert!(!are_tags(&names("TI AU SO UT PY")) && !are_tags(&[]));
    }
}
