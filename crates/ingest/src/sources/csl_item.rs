//! A work in Citation Style Language JSON, which reference managers export and Crossref's API extends.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::json::{lenient, lenient_list, printed_value, read_item};
use crate::identifiers::affiliations::country_of_affiliation;
use crate::identifiers::category::is_category;
use crate::identifiers::cited::cited;
use crate::identifiers::doi::{arxiv_id_of_doi, normalise_doi};
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::records::keywords::{each_once, keywords};
use crate::text::dates::parse_partial_date;
use crate::text::html_tokens::{HtmlToken, html_tokens};
use crate::text::whitespace::{collapse, collapse_nonempty, paragraphs};
use crate::{ArxivId, Record, Timestamp};

/// A work (<https://docs.citationstyles.org/en/stable/specification.html>). Crossref writes titles as lists
/// and abstracts in JATS.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct Item {
    #[serde(rename = "DOI", deserialize_with = "lenient")]
    doi: String,
    #[serde(rename = "PMID", deserialize_with = "first")]
    pmid: String,
    #[serde(rename = "URL", deserialize_with = "lenient")]
    url: String,
    #[serde(deserialize_with = "first")]
    number: String,
    #[serde(deserialize_with = "first")]
    title: String,
    #[serde(rename = "abstract", deserialize_with = "lenient")]
    abstract_text: String,
    #[serde(deserialize_with = "lenient_list")]
    author: Vec<Name>,
    #[serde(deserialize_with = "first")]
    container_title: String,
    #[serde(deserialize_with = "lenient")]
    published: CslDate,
    #[serde(deserialize_with = "lenient")]
    issued: CslDate,
    #[serde(deserialize_with = "lenient")]
    posted: CslDate,
    #[serde(deserialize_with = "lenient_list")]
    subject: Vec<String>,
    #[serde(deserialize_with = "lenient")]
    keyword: String,
    #[serde(deserialize_with = "lenient_list")]
    reference: Vec<Reference>,
    #[serde(deserialize_with = "lenient_list")]
    funder: Vec<Name>,
    #[serde(rename = "type", deserialize_with = "lenient")]
    kind: String,
    #[serde(deserialize_with = "lenient")]
    language: String,
}

/// Crossref types that are not papers.
const NO_PAPERS: [&str; 7] = [
    "journal",
    "journal-issue",
    "journal-volume",
    "book-series",
    "proceedings-series",
    "report-series",
    "component",
];

/// A cited work, in Crossref's form.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Reference {
    #[serde(rename = "DOI", deserialize_with = "lenient")]
    doi: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct Name {
    #[serde(deserialize_with = "lenient")]
    given: String,
    #[serde(deserialize_with = "lenient")]
    non_dropping_particle: String,
    #[serde(deserialize_with = "lenient")]
    dropping_particle: String,
    #[serde(deserialize_with = "lenient")]
    family: String,
    #[serde(deserialize_with = "lenient")]
    suffix: String,
    #[serde(deserialize_with = "lenient_list")]
    affiliation: Vec<Affiliation>,
    /// An organisation, under Crossref's key.
    #[serde(rename = "name", deserialize_with = "lenient")]
    whole: String,
    /// An organisation, under reference managers' key.
    #[serde(deserialize_with = "lenient")]
    literal: String,
}

/// An author's affiliation, in Crossref's form.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Affiliation {
    #[serde(deserialize_with = "lenient")]
    name: String,
}

/// `{"date-parts": [[2024, 5, 6]]}` with numbers or strings, or a free-form string.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct CslDate {
    #[serde(deserialize_with = "lenient_list")]
    date_parts: Vec<Vec<Value>>,
    #[serde(deserialize_with = "lenient")]
    raw: String,
    #[serde(deserialize_with = "lenient")]
    literal: String,
}

impl Name {
    fn organisation(&self) -> &str {
        if self.whole.trim().is_empty() { &self.literal } else { &self.whole }
    }

    fn spoken(&self) -> Option<String> {
        let parts = [&self.given, &self.dropping_particle, &self.non_dropping_particle, &self.family];
        let parts = parts.map(String::as_str);
        let suffix = collapse_nonempty(&self.suffix).map(|suffix| format!(", {suffix}")).unwrap_or_default();
        collapse_nonempty(&parts.join(" "))
            .map(|name| name + &suffix)
            .or_else(|| collapse_nonempty(self.organisation()))
    }
}

impl CslDate {
    fn day(&self) -> Option<Timestamp> {
        let parts = self.date_parts.first().map(|parts| parts.iter().map(printed_value).collect::<Vec<_>>());
        let texts = parts.map(|parts| parts.join("-"));
        [texts.as_deref().unwrap_or_default(), &self.raw, &self.literal]
            .into_iter()
            .find_map(parse_partial_date)
    }
}

/// The record of a work, or why it has none.
pub(super) fn record(item: &[u8]) -> Result<Record, String> {
    let item: Item = read_item(item)?;
    if NO_PAPERS.contains(&item.kind.as_str()) {
        return Err(format!("a Crossref {}, not a work", item.kind));
    }
    let doi_is_arxivs = arxiv_id_of_doi(&item.doi);
    let numbered = [&item.number, &item.url].into_iter().find_map(|text| {
        let id = text.strip_prefix("arXiv:").or_else(|| Some(text.split_once("arxiv.org/abs/")?.1))?;
        ArxivId::parse_versioned(id).ok().map(|(id, _)| id)
    });
    let affiliations = item.author.iter().flat_map(|author| &author.affiliation);
    let listed =
        || item.keyword.split([',', ';']).map(str::trim).chain(item.subject.iter().map(String::as_str));
    Ok(Record {
        doi: normalise_doi(&item.doi).filter(|_| doi_is_arxivs.is_none()),
        arxiv_id: doi_is_arxivs.or(numbered),
        external_id: collapse_nonempty(&item.pmid).map(|pmid| format!("pmid:{pmid}")),
        title: collapse_nonempty(&without_markup(&item.title)).ok_or("no title")?,
        abstract_text: without_markup(&item.abstract_text),
        authors: item.author.iter().filter_map(Name::spoken).collect(),
        categories: listed().filter(|code| is_category(code)).map(str::to_owned).collect(),
        keywords: keywords(listed()),
        references: item.reference.iter().filter_map(|reference| cited(&reference.doi)).collect(),
        countries: each_once(affiliations.filter_map(|place| country_of_affiliation(&place.name))),
        funders: each_once(item.funder.iter().map(Name::organisation)),
        published: [&item.published, &item.issued, &item.posted].into_iter().find_map(CslDate::day),
        journal_reference: collapse_nonempty(&without_markup(&item.container_title)),
        kind: paper_type_of([item.kind.as_str()]),
        language: language_code(&item.language).map(str::to_owned),
        ..Record::default()
    }
    .in_its_journal())
}

/// The text of JATS or HTML, one paragraph per line. A heading is put before its paragraph, unless it only
/// says that this is the abstract. Text without markup keeps its paragraphs.
fn without_markup(text: &str) -> String {
    if !text.contains(['<', '&']) {
        return paragraphs(text);
    }
    let (mut done, mut plain, mut heading) = (Vec::new(), String::new(), None::<String>);
    for (_, token) in html_tokens(text) {
        match token {
            HtmlToken::Open(tag) if tag.name.ends_with("title") => heading = Some(String::new()),
            HtmlToken::Close(name) if name.ends_with("title") => {
                let said = collapse(&heading.take().unwrap_or_default());
                if !said.is_empty() && !said.eq_ignore_ascii_case("abstract") {
                    plain.push_str(&said);
                    plain.push_str(": ");
                }
            }
            HtmlToken::Close(name) if name == "p" || name == "jats:p" => {
                done.push(std::mem::take(&mut plain));
            }
            HtmlToken::Text(piece) => heading.as_mut().unwrap_or(&mut plain).push_str(&piece),
            HtmlToken::Open(_) | HtmlToken::Close(_) => {}
        }
    }
    done.push(plain);
    done.iter().filter_map(|paragraph| collapse_nonempty(paragraph)).collect::<Vec<_>>().join("\n")
}

/// A string, a number as printed, or the first of a list of these; empty for anything else.
fn first<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let value: Value = lenient(deserializer)?;
    Ok(match &value {
        Value::Array(items) => items.first().map(printed_value).unwrap_or_default(),
        other => printed_value(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jats_becomes_paragraphs() {
        let jats = "<jats:title>Abstract</jats:title><jats:sec><jats:title>Aims</jats:title><jats:p>H<jats:sub>2</jats:sub>O \
                    &amp; queues\n  wait.</jats:p></jats:sec><jats:p>They do.</jats:p>";
        assert_eq!(without_markup(jats), "Aims: H2O & queues wait.\nThey do.");
        assert_eq!(without_markup("f(n) > n"), "f(n) > n");
    }

    #[test]
    fn dates_in_every_spelling() {
        let day =
            |date: &str| record(format!(r#"{{"title":"T","issued":{date}}}"#).as_bytes()).unwrap().published;
        for date in [
            r#"{"date-parts":[[2024,5,6]]}"#,
            r#"{"date-parts":[["2024","05","6"]]}"#,
            r#"{"raw":"2024-05-06"}"#,
            r#"{"literal":"6 May 2024"}"#,
        ] {
            assert_eq!(day(date), Timestamp::from_date(2024, 5, 6), "{date}");
        }
        assert_eq!(day(r#"{"date-parts":[[2024]]}"#), Timestamp::from_year(2024));
        for date in [r#"{"date-parts":[[null]]}"#, r#"{"date-parts":[]}"#, "7", "null"] {
            assert_eq!(day(date), None, "{date}");
        }
    }
}
