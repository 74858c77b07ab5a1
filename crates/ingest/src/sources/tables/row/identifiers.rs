//! Cells of identifiers.

use crate::identifiers::category::is_category;
use crate::sources::tables::columns::plain_name;
use crate::{ArxivId, Record};

/// Names of identifier columns that name no authority.
const PLAIN_IDENTIFIERS: [&str; 4] = ["id", "publicationid", "paperid", "identifier"];

/// Stores an identifier. One from arXiv or with an authority identifies the paper; so does any other if the
/// column names the authority. A table's own numbers identify only its rows, since equal numbers in two
/// tables mean different papers: they are kept as the link back to the table, and join no records.
pub(super) fn identifier(record: &mut Record, text: &str, id_column: &str) {
    if let Ok((id, version)) = ArxivId::parse_versioned(text) {
        if record.arxiv_id.is_none() {
            (record.arxiv_id, record.version) = (Some(id), version);
        }
        return;
    }
    if record.arxiv_id.is_none() && is_arxivs(record, text) && take_decimal(record, text) {
        return;
    }
    let authority = plain_name(id_column);
    if let Some(number) = text.strip_prefix("https://openalex.org/") {
        record.external_id = Some(format!("openalex:{number}"));
    } else if let Some(number) = text.strip_prefix("WOS:") {
        record.external_id = Some(format!("wos:{number}"));
    } else if is_of_dimensions(text) {
        record.external_id = Some(format!("dimensions:{text}"));
    } else if text.contains(':') && !text.contains("://") {
        record.external_id = Some(text.to_owned());
    } else if !PLAIN_IDENTIFIERS.contains(&authority.as_str()) && !authority.is_empty() {
        record.external_id = Some(format!("{authority}:{text}"));
    } else {
        record.given_id = Some(text.to_owned());
    }
}

/// Takes an identifier that a spreadsheet turned into a number for what it was (`1704.08880` for
/// `1704.0888`), and keeps its spelling. Returns false if it is not one.
pub(super) fn take_decimal(record: &mut Record, text: &str) -> bool {
    let Some(id) = ArxivId::from_decimal(text) else { return false };
    record.arxiv_id = Some(id);
    record.given_id = Some(text.to_owned());
    true
}

/// Whether a number in a column without authority was an arXiv identifier before a spreadsheet read it. This
/// holds if the record has arXiv categories, if its date is in the month that the number begins with, if the
/// month lacks its leading zero (`907.529`), if exactly one trailing zero is missing from a five-digit
/// number, or if the number has the noise of a binary fraction. `1001.001` alone may well be a number of the
/// table.
fn is_arxivs(record: &Record, text: &str) -> bool {
    let Some((month, number)) = text.split_once('.') else { return false };
    let has_categories =
        !record.categories.is_empty() && record.categories.iter().all(|code| is_category(code));
    let has_noise = number.len() > 8;
    let lacks_a_zero = match month.len() {
        3 => number.len() >= 3,
        _ => month.len() == 4 && month >= "1501" && number.len() == 4,
    };
    has_categories || has_noise || lacks_a_zero || is_of_month(record, month)
}

/// Whether a record's date is in a month in arXiv's form, such as `907` for July 2009.
fn is_of_month(record: &Record, month: &str) -> bool {
    let month = format!("{month:0>4}");
    let of_date = record.published.map(|date| date.to_string()).unwrap_or_default();
    of_date
        .strip_prefix("20")
        .is_some_and(|date| date.get(..5).is_some_and(|date| date.replace('-', "") == month))
}

/// The PubMed identifier, which pandas turns into `31452104.0`.
pub(super) fn pubmed_number(text: &str) -> Option<&str> {
    let number = text.strip_suffix(".0").unwrap_or(text);
    let number =
        ["PMID:", "pmid:"].iter().find_map(|mark| number.strip_prefix(mark)).unwrap_or(number).trim();
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

/// Whether an identifier is one of Dimensions: `pub.1012345678`.
fn is_of_dimensions(text: &str) -> bool {
    let number = text.strip_prefix("pub.").unwrap_or_default();
    number.len() >= 10 && number.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::super::tests::row;
    use crate::Column;

    #[test]
    fn a_tables_own_numbers_are_kept_and_identify_nothing() {
        let id = |text| row(&[(Column::Title, "T"), (Column::Id, text)]).into_record("id").unwrap();
        assert_eq!((id("17").external_id, id("17").given_id.as_deref()), (None, Some("17")));
        assert_eq!(id("openalex:W1").external_id.as_deref(), Some("openalex:W1"));
        assert_eq!(id("2401.00001v2").version, Some(2));
    }

    #[test]
    fn identifiers_that_a_spreadsheet_made_numbers_of_are_put_right() {
        let dated = |column, text, categories, date| {
            let cells = [
                (Column::Title, "T"),
                (column, text),
                (Column::Categories, categories),
                (Column::Published, date),
            ];
            let record = row(&cells).into_record("id").unwrap();
            (record.arxiv_id.map(|id| id.to_string()), record.given_id)
        };
        let read = |column, text, categories| dated(column, text, categories, "");
        let pair = |id: &str, given: &str| (Some(id.to_owned()), Some(given.to_owned()));
        for column in [Column::Id, Column::ArxivId] {
            assert_eq!(read(column, "1704.0888", ""), pair("1704.08880", "1704.0888"));
            assert_eq!(read(column, "907.529", ""), pair("0907.5290", "907.529"));
            assert_eq!(read(column, "1612.0090300000002", ""), pair("1612.00903", "1612.0090300000002"));
        }
        assert_eq!(read(Column::Id, "1501.1", "cs.DC"), pair("1501.10000", "1501.1"));
        assert_eq!(read(Column::ArxivId, "1001.001", ""), pair("1001.0010", "1001.001"));
        for date in ["2010-01-04", "2010-01"] {
            assert_eq!(dated(Column::Id, "1001.001", "", date), pair("1001.0010", "1001.001"));
        }
        for date in ["", "2010", "2010-02-01", "1910-01-04"] {
            let own = (None, Some("1001.001".to_owned()));
            assert_eq!(dated(Column::Id, "1001.001", "", date), own, "a number of the table: {date}");
        }
        for (text, categories) in [("1501.1", ""), ("12.345", ""), ("12.345", "cs.DC"), ("17", "cs.DC")] {
            assert_eq!(read(Column::Id, text, categories), (None, Some(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_number_of_pubmed_stands_beside_another_identifier() {
        let cells = [(Column::Title, "T"), (Column::Id, "2-s2.0-1"), (Column::Pmid, "31452104.0")];
        let record = row(&cells).into_record("EID").unwrap();
        assert_eq!(record.external_id.as_deref(), Some("eid:2-s2.0-1"));
        assert_eq!(record.identifiers, ["pmid:31452104"]);
        for (number, found) in [("PMID: 17", Some("pmid:17")), ("none", None), ("-1", None)] {
            let record = row(&[(Column::Title, "T"), (Column::Pmid, number)]).into_record("").unwrap();
            assert_eq!(record.external_id.as_deref(), found, "{number}");
        }
    }
}
