//! `DataCite` records.

use std::io::BufRead;

use serde::Deserialize;

use crate::identifiers::category::is_category;
use crate::identifiers::cited::cited;
use crate::identifiers::doi::{arxiv_id_of_doi, normalise_doi};
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::records::keywords::{each_once, keywords};
use crate::sources::json::head::first_item_keys;
use crate::sources::json::{self, lenient, lenient_list, number, read_item};
use crate::text::author_names::given_name_first;
use crate::text::dates::parse_partial_date;
use crate::text::html_tokens::without_tags;
use crate::text::whitespace::{collapse, collapse_nonempty, paragraphs};
use crate::{Format, Record, Sink, Source, SourceError};

/// Records from <https://datacite.org>: pages of its REST API (`{"data": [...]}`) or a single record from it,
/// or one record per line as in its public data file.
///
/// The abstract is the description of that type. The date is the submission date, the issue date, the date of
/// availability, or else the publication year.
pub(in crate::sources) struct DataCite;

impl Source for DataCite {
    fn format(&self) -> Format {
        Format::DataCite
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let mentions = |needle: &str| memchr::memmem::find(head, needle.as_bytes()).is_some();
        let Some(keys) = first_item_keys(head) else { return false };
        let has = |own: &str| keys.iter().any(|key| key == own);
        (has("data") || has("attributes")) && mentions("\"dois\"") && mentions("\"titles\"")
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let head = input.fill_buf().map_err(|source| SourceError::Read { byte: 0, source })?;
        if json::is_answer(head, "data") {
            return json::read_answer(self.format(), "data", input, sink, &parse);
        }
        json::read(self.format(), &["data"], input, sink, &parse)
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Entry {
    #[serde(deserialize_with = "lenient")]
    id: String,
    #[serde(deserialize_with = "lenient")]
    attributes: Attributes,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Attributes {
    #[serde(deserialize_with = "lenient")]
    doi: String,
    #[serde(deserialize_with = "lenient_list")]
    titles: Vec<Title>,
    #[serde(deserialize_with = "lenient_list")]
    creators: Vec<Creator>,
    #[serde(deserialize_with = "lenient_list")]
    descriptions: Vec<Description>,
    #[serde(deserialize_with = "lenient_list")]
    dates: Vec<Dated>,
    #[serde(deserialize_with = "number")]
    publication_year: Option<i16>,
    #[serde(deserialize_with = "lenient")]
    container: Title,
    #[serde(deserialize_with = "lenient_list")]
    funding_references: Vec<Funding>,
    #[serde(deserialize_with = "lenient")]
    types: Types,
    #[serde(deserialize_with = "lenient")]
    language: String,
    #[serde(deserialize_with = "lenient_list")]
    subjects: Vec<Subject>,
    #[serde(deserialize_with = "lenient_list")]
    related_identifiers: Vec<Related>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Subject {
    #[serde(deserialize_with = "lenient")]
    subject: String,
    #[serde(deserialize_with = "lenient", rename = "subjectScheme")]
    scheme: String,
}

impl Subject {
    /// The code of an arXiv category: `cs.DS` of `Data Structures and Algorithms (cs.DS)`.
    fn category(&self) -> Option<&str> {
        let (_, code) = self.subject.strip_suffix(')')?.rsplit_once('(')?;
        (self.scheme == "arXiv" && is_category(code)).then_some(code)
    }
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Related {
    #[serde(deserialize_with = "lenient")]
    relation_type: String,
    #[serde(deserialize_with = "lenient")]
    related_identifier: String,
}

impl Related {
    fn cited(&self) -> Option<String> {
        let is_cited = matches!(self.relation_type.as_str(), "Cites" | "References");
        is_cited.then(|| cited(&self.related_identifier)).flatten()
    }
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Types {
    #[serde(deserialize_with = "lenient")]
    resource_type_general: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Funding {
    #[serde(deserialize_with = "lenient")]
    funder_name: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Title {
    #[serde(deserialize_with = "lenient")]
    title: String,
    /// The kind of additional title, such as a subtitle or a translation.
    #[serde(rename = "titleType", deserialize_with = "lenient")]
    other: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Creator {
    #[serde(deserialize_with = "lenient")]
    name: String,
    #[serde(deserialize_with = "lenient")]
    given_name: String,
    #[serde(deserialize_with = "lenient")]
    family_name: String,
    #[serde(deserialize_with = "lenient")]
    name_type: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Description {
    #[serde(deserialize_with = "lenient")]
    description: String,
    #[serde(deserialize_with = "lenient")]
    description_type: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Dated {
    #[serde(deserialize_with = "lenient")]
    date: String,
    #[serde(deserialize_with = "lenient")]
    date_type: String,
}

impl Creator {
    fn spoken(&self) -> Option<String> {
        let parts = [self.given_name.as_str(), self.family_name.as_str()];
        collapse_nonempty(&parts.join(" ")).or_else(|| {
            let name = collapse_nonempty(&self.name)?;
            Some(if self.name_type == "Organizational" { name } else { given_name_first(name) })
        })
    }
}

fn parse(entry: &[u8]) -> Result<Record, String> {
    let Entry { id, attributes } = read_item(entry)?;
    let doi = if attributes.doi.is_empty() { id } else { attributes.doi };
    let doi_is_arxivs = arxiv_id_of_doi(&doi);
    let summary = attributes.descriptions.iter().find(|text| text.description_type == "Abstract");
    let dated = |kind: &str| attributes.dates.iter().find(|dated| dated.date_type == kind);
    let day =
        ["Submitted", "Issued", "Available"].iter().find_map(|kind| parse_partial_date(&dated(kind)?.date));
    let year = attributes.publication_year.and_then(|year| parse_partial_date(&year.to_string()));
    let titles = || attributes.titles.iter();
    let title = titles()
        .find(|title| title.other.is_empty())
        .or_else(|| titles().next())
        .map(|title| collapse(&without_tags(&title.title)));
    Ok(Record {
        doi: normalise_doi(&doi).filter(|_| doi_is_arxivs.is_none()),
        arxiv_id: doi_is_arxivs,
        title: title.filter(|title| !title.is_empty()).ok_or("no title")?,
        abstract_text: summary.map(|text| paragraphs(&without_tags(&text.description))).unwrap_or_default(),
        authors: attributes.creators.iter().filter_map(Creator::spoken).collect(),
        published: day.or(year),
        journal_reference: collapse_nonempty(&attributes.container.title),
        funders: each_once(attributes.funding_references.iter().map(|funding| funding.funder_name.as_str())),
        categories: attributes.subjects.iter().filter_map(Subject::category).map(str::to_owned).collect(),
        keywords: keywords(
            attributes
                .subjects
                .iter()
                .filter(|subject| subject.category().is_none())
                .map(|subject| subject.subject.as_str()),
        ),
        references: attributes.related_identifiers.iter().filter_map(Related::cited).collect(),
        kind: paper_type_of([attributes.types.resource_type_general.as_str()]),
        language: language_code(&attributes.language).map(str::to_owned),
        ..Record::default()
    }
    .in_its_journal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::sources::testing::records;

    const ENTRY: &str = r#"{"id":"10.5072/abc","type":"dois","attributes":{"doi":"10.5072/ABC","creators":[{"name":"One, Ann","nameType":"Personal","givenName":"Ann","familyName":"One"},{"name":"Two, Bo"},{"name":"Queues, Logs and Co","nameType":"Organizational"}],"titles":[{"title":"On <i>Queues</i>"},{"title":"Sur les files","titleType":"TranslatedTitle"}],"publisher":"Invented Archive","container":{"title":"Logs of the archive"},"publicationYear":2024,"descriptions":[{"description":"v2","descriptionType":"Other"},{"description":"We study queues.","descriptionType":"Abstract"}],"dates":[{"date":"2024-05-06","dateType":"Issued"}],"language":"en-GB","types":{"resourceTypeGeneral":"Dataset"},"fundingReferences":[{"funderName":"Queue Fund","awardNumber":"1"}]}}"#;

    #[test]
    fn pages_and_lines_give_the_same_record() {
        let expected = Record {
            doi: Some("10.5072/abc".into()),
            title: "On Queues".into(),
            abstract_text: "We study queues.".into(),
            authors: vec!["Ann One".into(), "Bo Two".into(), "Queues, Logs and Co".into()],
            published: Timestamp::from_date(2024, 5, 6),
            journal_reference: Some("Logs of the archive".into()),
            venue: Some("Logs of the archive".into()),
            kind: Some("data set".into()),
            language: Some("en".into()),
            funders: vec!["Queue Fund".into()],
            ..Record::default()
        };
        for text in [format!(r#"{{"data":[{ENTRY}],"meta":{{"total":1}}}}"#), format!("{ENTRY}\n")] {
            assert!(DataCite.sniff(text.as_bytes()), "{text}");
            let (found, rejects) = records(&DataCite, text.as_bytes());
            assert_eq!((found, rejects), (vec![expected.clone()], vec![]), "{text}");
        }
    }

    #[test]
    fn arxivs_own_dois_name_the_paper_and_a_year_dates_it() {
        let text = r#"{"data":[{"type":"dois","attributes":{"doi":"10.48550/arxiv.2401.00001","titles":[{"title":"T"}],"publicationYear":2024}}]}"#;
        let (found, _) = records(&DataCite, text.as_bytes());
        assert_eq!(
            (found[0].doi.clone(), found[0].arxiv_id.clone()),
            (None, Some("2401.00001".parse().unwrap()))
        );
        assert_eq!(found[0].published, Timestamp::from_year(2024));
    }

    #[test]
    fn a_record_without_a_title_is_rejected() {
        let (found, rejects) =
            records(&DataCite, br#"{"data":[{"type":"dois","attributes":{"titles":null}}]}"#);
        assert_eq!((found.len(), rejects[0].1.as_str()), (0, "no title"));
    }
}
