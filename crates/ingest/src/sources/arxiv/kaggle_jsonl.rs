//! Kaggle's snapshot of arXiv's metadata, one JSON object per line.

use std::io::BufRead;

use serde::Deserialize;

use crate::identifiers::category::is_category;
use crate::identifiers::doi::normalise_doi;
use crate::sources::json::head::first_keys;
use crate::sources::json::{Text, from_json, lenient_list, read_item_with};
use crate::sources::line_records;
use crate::text::author_names::split_author_list;
use crate::text::whitespace::{collapse, collapse_nonempty, paragraphs};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError, Timestamp};

/// The snapshot at <https://www.kaggle.com/datasets/Cornell-University/arxiv>.
///
/// In `versions`, the first gives the submission date, and the last the update date and the version number.
/// Without `versions`, `update_date` stands for both dates.
pub(in crate::sources) struct KaggleJsonl;

impl Source for KaggleJsonl {
    fn format(&self) -> Format {
        Format::KaggleJsonl
    }

    fn sniff(&self, head: &[u8]) -> bool {
        // Other formats have `versions` too; together with a plain-text `abstract` they indicate the
        // snapshot.
        first_keys(head).is_some_and(|keys| {
            let has = |key: &str| keys.iter().any(|own| own == key);
            let is_dated = has("update_date") || (has("versions") && has("abstract"));
            has("id") && has("title") && is_dated && !has("abstract_inverted_index")
        })
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        line_records::read(input, sink, parse)
    }
}

/// The fields of a line that a [`Record`] uses.
#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow, default)]
    id: Text<'a>,
    #[serde(borrow, default)]
    authors: Text<'a>,
    #[serde(borrow, default)]
    title: Text<'a>,
    #[serde(borrow, default)]
    comments: Text<'a>,
    #[serde(borrow, default, rename = "journal-ref")]
    journal_reference: Text<'a>,
    #[serde(borrow, default)]
    doi: Text<'a>,
    #[serde(borrow, default)]
    categories: Text<'a>,
    #[serde(borrow, default, rename = "abstract")]
    abstract_text: Text<'a>,
    #[serde(borrow, default, deserialize_with = "lenient_list")]
    versions: Vec<Version<'a>>,
    #[serde(borrow, default)]
    update_date: Text<'a>,
}

#[derive(Deserialize)]
struct Version<'a> {
    #[serde(borrow, default)]
    version: Text<'a>,
    #[serde(borrow, default)]
    created: Text<'a>,
}

fn parse(line: &[u8]) -> Result<Record, String> {
    read_item_with(line, |line| from_json(line).map(|line| record(&line)))?
}

fn record(line: &Line<'_>) -> Result<Record, String> {
    let title = collapse(&line.title);
    if title.is_empty() {
        return Err("no title".into());
    }
    let identifier = line.id.trim();
    let (arxiv_id, given_version) = match ArxivId::parse_versioned(identifier) {
        Ok((id, version)) => (Some(id), version),
        Err(_) => (ArxivId::from_decimal(identifier), None),
    };
    let updated = Timestamp::parse(&line.update_date).ok();
    let created = |version: Option<&Version<'_>>| Timestamp::parse(&version?.created).ok();
    let number = |version: &Version<'_>| version.version.trim_start_matches('v').parse().ok();
    Ok(Record {
        given_id: (!identifier.is_empty() && arxiv_id.as_ref().is_none_or(|id| id.as_str() != identifier))
            .then(|| identifier.to_owned()),
        arxiv_id,
        version: given_version.or_else(|| number(line.versions.last()?)),
        doi: normalise_doi(&line.doi),
        title,
        abstract_text: paragraphs(&line.abstract_text),
        authors: split_author_list(&line.authors),
        categories: line
            .categories
            .split(|character: char| character.is_whitespace() || character == ',')
            .filter(|code| is_category(code))
            .map(str::to_owned)
            .collect(),
        published: created(line.versions.first()).or(updated),
        updated: created(line.versions.last()).or(updated),
        comment: collapse_nonempty(&line.comments),
        journal_reference: collapse_nonempty(&line.journal_reference),
        ..Record::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::records;

    #[test]
    fn a_line_becomes_a_record() {
        let line = r#"{"id":"2001.00001","submitter":null,"authors":"Ada One, Bo Two and Cy Three (Institute of Logs, Town)","title":"Short\n  Queues","comments":null,"journal-ref":"J. Q. 1","doi":"10.1000/ABC","categories":"cs.DC cs.PF","abstract":"  We study\nqueues \"here\".\n","versions":[{"version":"v1","created":"Wed, 1 Jan 2020 10:00:00 GMT"},{"version":"v2","created":"Thu, 2 Jan 2020 00:00:00 GMT"}],"update_date":"2020-01-03"}"#;
        let (read, rejects) = records(&KaggleJsonl, line.as_bytes());
        assert!(rejects.is_empty());
        let expected = Record {
            arxiv_id: Some("2001.00001".parse().unwrap()),
            version: Some(2),
            doi: Some("10.1000/abc".into()),
            title: "Short Queues".into(),
            abstract_text: "We study queues \"here\".".into(),
            authors: vec!["Ada One".into(), "Bo Two".into(), "Cy Three".into()],
            categories: vec!["cs.DC".into(), "cs.PF".into()],
            published: Some(Timestamp::parse("2020-01-01T10:00:00Z").unwrap()),
            updated: Timestamp::from_date(2020, 1, 2),
            journal_reference: Some("J. Q. 1".into()),
            ..Record::default()
        };
        assert_eq!(read, [expected]);
    }

    #[test]
    fn an_identifier_kept_as_a_decimal_is_understood_and_remembered() {
        let line = br#"{"id":"907.529","title":"T","abstract":"A","update_date":"2009-07-30"}"#;
        let (read, _) = records(&KaggleJsonl, line);
        assert_eq!(read[0].arxiv_id, Some("0907.5290".parse().unwrap()));
        assert_eq!(read[0].given_id.as_deref(), Some("907.529"));
        assert_eq!(read[0].published, Timestamp::from_date(2009, 7, 30));
    }

    #[test]
    fn a_title_alone_is_a_paper() {
        let (read, rejects) = records(&KaggleJsonl, br#"{"id":"2001.00001","title":"T","abstract":" "}"#);
        assert!(rejects.is_empty());
        assert_eq!((read[0].title.as_str(), read[0].abstract_text.as_str()), ("T", ""));
    }

    #[test]
    fn values_of_other_types_cost_no_paper() {
        let line = r#"{"id":"2001.00001","authors":["Ada One","Bo Two"],"title":"T","abstract":"A \ud83d b","categories":["cs.DC cs.PF","cs.LG"],"versions":["v1"],"comments":false,"doi":{}}
{"id":"2001.00002","title":"T","abstract":"A","versions":null,"categories":null,"update_date":"2020-01-03"}"#;
        let (read, rejects) = records(&KaggleJsonl, line.as_bytes());
        assert!(rejects.is_empty(), "{rejects:?}");
        assert_eq!(read[0].authors, ["Ada One", "Bo Two"]);
        assert_eq!(read[0].categories, ["cs.DC", "cs.PF", "cs.LG"]);
        assert_eq!(read[0].abstract_text, "A \u{fffd} b");
        assert_eq!((&read[0].comment, &read[0].doi), (&None, &None));
        assert_eq!(read[1].published, Timestamp::from_date(2020, 1, 3));
    }

    #[test]
    fn lines_that_are_no_papers_are_rejected_with_line_and_byte() {
        let good = r#"{"id":"2001.00001","title":"T","abstract":"A"}"#;
        let bad = [r#"{"id":"2001.00002","abstract":"A"}"#, r#"{"title":" "}"#, "{\"title\":", "[1]"];
        let text = [good, bad[0], "", bad[1], bad[2], bad[3], good].join("\n");
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(b"\n{\"title\":\"T\xff\",\"abstract\":\"A\"}\n");
        let (read, rejects) = records(&KaggleJsonl, &bytes);
        assert_eq!(read.len(), 2);
        let lines: Vec<_> = rejects.iter().map(|(position, _)| position.line.unwrap()).collect();
        assert_eq!(lines, [2, 4, 5, 6, 8]);
        assert_eq!(rejects[0].0.byte, good.len() as u64 + 1);
        let reasons: Vec<_> = rejects.iter().map(|(_, reason)| reason.as_str()).collect();
        assert_eq!(reasons[..2], ["no title", "no title"]);
        assert!(reasons[2].starts_with("not JSON"), "{}", reasons[2]);
        assert!(reasons[4].starts_with("invalid UTF-8"), "{}", reasons[4]);
    }
}
