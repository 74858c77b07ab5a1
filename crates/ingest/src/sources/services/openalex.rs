//! OpenAlex works.

use std::io::BufRead;

use serde::Deserialize;

use super::inverted_index::InvertedIndex;
use crate::identifiers::cited::cited;
use crate::identifiers::doi::{arxiv_id_of_doi, normalise_doi};
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::records::keywords::{each_once, keywords};
use crate::sources::json::head::first_keys;
use crate::sources::json::{self, is_page, lenient, lenient_list, number, read_item};
use crate::text::dates::parse_partial_date;
use crate::text::html_tokens::without_tags;
use crate::text::whitespace::{collapse, collapse_nonempty};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError, Timestamp};

/// Works from <https://openalex.org>, one per line as in its snapshot, or as API pages with `results`.
///
/// The abstract is reassembled from its inverted index. The arXiv identifier is taken from a location at
/// arxiv.org or an arXiv DOI; the work's own identifier becomes `openalex:W2741809807`.
pub(in crate::sources) struct OpenAlex;

impl Source for OpenAlex {
    fn format(&self) -> Format {
        Format::OpenAlex
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let mentions = |needle: &str| memchr::memmem::find(head, needle.as_bytes()).is_some();
        mentions("openalex.org/")
            && (is_page(head, "results")
                || first_keys(head).is_some_and(|keys| {
                    let own = ["abstract_inverted_index", "authorships", "display_name", "ids"];
                    let has = |key: &str| keys.iter().any(|known| known == key);
                    has(own[0]) || own.iter().filter(|key| has(key)).count() >= 2
                }))
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        json::read(self.format(), &["results"], input, sink, &parse)
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Work {
    #[serde(deserialize_with = "lenient")]
    id: String,
    #[serde(deserialize_with = "lenient")]
    doi: String,
    #[serde(deserialize_with = "lenient")]
    title: String,
    #[serde(deserialize_with = "lenient")]
    display_name: String,
    #[serde(deserialize_with = "lenient")]
    publication_date: String,
    #[serde(deserialize_with = "number")]
    publication_year: Option<i16>,
    abstract_inverted_index: Option<InvertedIndex>,
    #[serde(deserialize_with = "lenient_list")]
    authorships: Vec<Authorship>,
    #[serde(deserialize_with = "lenient")]
    primary_location: Location,
    #[serde(deserialize_with = "lenient_list")]
    locations: Vec<Location>,
    #[serde(deserialize_with = "lenient_list")]
    keywords: Vec<Named>,
    #[serde(deserialize_with = "lenient_list")]
    mesh: Vec<Heading>,
    #[serde(deserialize_with = "lenient_list")]
    referenced_works: Vec<String>,
    #[serde(deserialize_with = "lenient_list")]
    grants: Vec<Grant>,
    #[serde(deserialize_with = "lenient_list")]
    funders: Vec<Named>,
    #[serde(rename = "type", deserialize_with = "lenient")]
    kind: String,
    #[serde(deserialize_with = "lenient")]
    language: String,
    #[serde(deserialize_with = "lenient")]
    is_retracted: bool,
    #[serde(deserialize_with = "lenient")]
    ids: Ids,
}

/// A PubMed subject heading.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Heading {
    #[serde(deserialize_with = "lenient")]
    descriptor_name: String,
}

/// Identifiers from other authorities.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Ids {
    #[serde(deserialize_with = "lenient")]
    pmid: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Authorship {
    #[serde(deserialize_with = "lenient")]
    author: Named,
    #[serde(deserialize_with = "lenient")]
    raw_author_name: String,
    #[serde(deserialize_with = "lenient_list")]
    countries: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Grant {
    #[serde(deserialize_with = "lenient")]
    funder_display_name: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Location {
    #[serde(deserialize_with = "lenient")]
    landing_page_url: String,
    #[serde(deserialize_with = "lenient")]
    pdf_url: String,
    #[serde(deserialize_with = "lenient")]
    source: Named,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Named {
    #[serde(deserialize_with = "lenient")]
    display_name: String,
}

/// What OpenAlex stores besides works, by the first letter of its identifiers.
fn other_object(letter: char) -> Option<&'static str> {
    match letter {
        'A' => Some("an author"),
        'C' => Some("a concept"),
        'F' => Some("a funder"),
        'I' => Some("an institution"),
        'K' => Some("a keyword"),
        'P' => Some("a publisher"),
        'S' => Some("a source"),
        'T' => Some("a topic"),
        _ => None,
    }
}

/// A work from before September 2023, which gives countries only for its authors' institutions.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Places {
    #[serde(deserialize_with = "lenient_list")]
    authorships: Vec<Institutions>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Institutions {
    #[serde(deserialize_with = "lenient_list")]
    institutions: Vec<Institution>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Institution {
    #[serde(deserialize_with = "lenient")]
    country_code: String,
}

/// The countries of the institutions of a work whose authors have no countries themselves.
fn countries_of_institutions(work: &[u8]) -> Vec<String> {
    if memchr::memmem::find(work, b"\"country_code\"").is_none() {
        return Vec::new();
    }
    let places: Places = read_item(work).unwrap_or_default();
    let institutions = places.authorships.iter().flat_map(|author| &author.institutions);
    each_once(institutions.map(|institution| institution.country_code.as_str()))
}

fn parse(text: &[u8]) -> Result<Record, String> {
    let work: Work = read_item(text)?;
    let kind = work.id.rsplit('/').next().and_then(|number| number.chars().next());
    if let Some(other) = kind.and_then(other_object) {
        return Err(format!("{other} of OpenAlex, not a work"));
    }
    let title =
        [work.title, work.display_name].iter().find_map(|title| collapse_nonempty(&without_tags(title)));
    let abstract_text = work.abstract_inverted_index.map_or(Ok(String::new()), |index| index.0)?;
    let doi_is_arxivs = arxiv_id_of_doi(&work.doi);
    let locations = || std::iter::once(&work.primary_location).chain(&work.locations);
    let addresses = locations().flat_map(|location| [&location.landing_page_url, &location.pdf_url]);
    let at_arxiv = addresses
        .filter(|address| address.contains("arxiv.org/"))
        .find_map(|address| ArxivId::parse_versioned(address).ok());
    let of_location_doi = locations().find_map(|location| arxiv_id_of_doi(&location.landing_page_url));
    let names = work.authorships.iter().filter_map(|authorship| {
        collapse_nonempty(&authorship.author.display_name)
            .or_else(|| collapse_nonempty(&authorship.raw_author_name))
    });
    let of_authors = work.authorships.iter().flat_map(|authorship| &authorship.countries);
    let countries = Some(each_once(of_authors.map(String::as_str))).filter(|countries| !countries.is_empty());
    let of_grants = work.grants.iter().map(|grant| &grant.funder_display_name);
    let funders = of_grants.chain(work.funders.iter().map(|funder| &funder.display_name));
    let named = work.keywords.iter().map(|keyword| keyword.display_name.as_str());
    let number = work.id.rsplit('/').next().filter(|number| number.starts_with('W') && number.len() < 20);
    let pmid = work.ids.pmid.rsplit('/').next().and_then(collapse_nonempty);
    let journal = collapse_nonempty(&work.primary_location.source.display_name);
    Ok(Record {
        doi: normalise_doi(&work.doi).filter(|_| doi_is_arxivs.is_none()),
        version: at_arxiv.as_ref().and_then(|(_, version)| *version),
        arxiv_id: at_arxiv.map(|(id, _)| id).or(doi_is_arxivs).or(of_location_doi),
        external_id: number.map(|number| format!("openalex:{number}")),
        identifiers: pmid.iter().map(|number| format!("pmid:{number}")).collect(),
        title: title.ok_or("no title")?,
        abstract_text: collapse(&without_tags(&abstract_text)),
        authors: names.collect(),
        published: parse_partial_date(&work.publication_date)
            .or_else(|| Timestamp::from_year(work.publication_year?)),
        journal_reference: journal.filter(|journal| !journal.starts_with("arXiv")),
        keywords: keywords(named.chain(work.mesh.iter().map(|heading| heading.descriptor_name.as_str()))),
        references: work.referenced_works.iter().filter_map(|work| cited(work)).collect(),
        countries: countries.unwrap_or_else(|| countries_of_institutions(text)),
        funders: each_once(funders.map(String::as_str)),
        kind: paper_type_of([work.kind.as_str()]),
        language: language_code(&work.language).map(str::to_owned),
        withdrawn: work.is_retracted,
        ..Record::default()
    }
    .in_its_journal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::records;

    const WORK: &str = r#"{"id":"https://openalex.org/W2741809807","doi":"https://doi.org/10.1000/XYZ",
"title":"The <i>cost</i> of R&amp;D","display_name":"x","publication_date":"2018-02-13","ids":{"openalex":"x","pmid":"https://pubmed.ncbi.nlm.nih.gov/31452104"},
"authorships":[{"author":{"display_name":"Ann One"},"countries":["DE","CL"]},{"author":null,"raw_author_name":"Bo Two",
"countries":["DE"]}],"grants":[{"funder":"https://openalex.org/F1","funder_display_name":"Queue Fund","award_id":"1"}],
"funders":[{"id":"https://openalex.org/F1","display_name":"Queue Fund"},{"display_name":"Log Trust"}],
"abstract_inverted_index":{"We":[0],"measure":[1,3],"and":[2],"again.":[4]},"is_retracted":false,"type":"book-chapter","language":"pt",
"primary_location":{"landing_page_url":"https://doi.org/10.1000/xyz","source":{"display_name":"J. Costs"}},
"locations":[{"landing_page_url":"http://arxiv.org/abs/1802.00001"}],"cited_by_count":"many",
"keywords":[{"id":"https://openalex.org/keywords/cost","display_name":"Cost","score":0.5}],
"mesh":[{"descriptor_ui":"D1","descriptor_name":"Humans","qualifier_name":null,"is_major_topic":false},{"descriptor_name":"Cost"}],
"referenced_works":["https://openalex.org/W1","https://openalex.org/W22"]}"#;

    fn expected() -> Record {
        Record {
            arxiv_id: Some("1802.00001".parse().unwrap()),
            doi: Some("10.1000/xyz".into()),
            external_id: Some("openalex:W2741809807".into()),
            identifiers: vec!["pmid:31452104".into()],
            title: "The cost of R&D".into(),
            abstract_text: "We measure and measure again.".into(),
            authors: vec!["Ann One".into(), "Bo Two".into()],
            published: Timestamp::from_date(2018, 2, 13),
            journal_reference: Some("J. Costs".into()),
            venue: Some("J. Costs".into()),
            kind: Some("book chapter".into()),
            language: Some("pt".into()),
            keywords: vec!["Cost".into(), "Humans".into()],
            references: vec!["openalex:W1".into(), "openalex:W22".into()],
            countries: vec!["DE".into(), "CL".into()],
            funders: vec!["Queue Fund".into(), "Log Trust".into()],
            ..Record::default()
        }
    }

    #[test]
    fn lines_and_pages_give_the_same_works() {
        let line = WORK.replace('\n', "");
        let lines = format!("{line}\n{{\"id\":\"https://openalex.org/W1\",\"title\":null}}\n{line}\n");
        let page = format!("{{\"meta\":{{\"count\":2}},\n\"results\":[{WORK},{{\"id\":7}},{WORK}]}}\n");
        let pages = page.repeat(2);
        for (text, count, rejected) in [(lines, 2, 1), (page, 2, 1), (pages, 4, 2)] {
            assert!(OpenAlex.sniff(text.as_bytes()), "{text}");
            let (found, rejects) = records(&OpenAlex, text.as_bytes());
            assert_eq!(found, vec![expected(); count]);
            assert_eq!(rejects.len(), rejected);
            assert_eq!((rejects[0].0.record, rejects[0].1.as_str()), (2, "no title"));
        }
    }

    #[test]
    fn a_cut_page_keeps_the_works_before_the_cut() {
        let page = format!("{{\"results\":[{WORK},{WORK}");
        let mut kept = crate::sources::testing::Kept::default();
        let error = OpenAlex.read(&mut page.as_bytes(), &mut kept).unwrap_err();
        assert!(error.to_string().contains("EOF"), "{error}");
        assert_eq!(kept.records.len(), 2);
    }

    #[test]
    fn works_with_versions_are_not_the_snapshot_of_arxiv() {
        let work = r#"{"id":"https://openalex.org/W2","doi":"https://doi.org/10.1000/y","display_name":"On Queues","title":"On Queues","publication_date":"2024-05-06","versions":[],"ids":{"openalex":"https://openalex.org/W2"},"authorships":[{"author":{"display_name":"Ann One"}}],"abstract_inverted_index":{"We":[0],"wait.":[1]}}"#;
        assert_eq!(crate::sniff(work.as_bytes()), Some(Format::OpenAlex));
        let (records, _) = records(&OpenAlex, work.as_bytes());
        assert_eq!(records[0].abstract_text, "We wait.");
        assert_eq!((records[0].authors.len(), records[0].external_id.as_deref()), (1, Some("openalex:W2")));
    }

    #[test]
    fn works_of_few_fields_and_of_old_snapshots_are_read() {
        let few = r#"{"id":"https://openalex.org/W3","title":"On Queues","abstract_inverted_index":{"We":[0],"wait.":[1]},"publication_year":2019}"#;
        let old = r#"{"id":"https://openalex.org/W4","display_name":"On Logs","ids":{},"authorships":[{"author":{"display_name":"Ann One"},"institutions":[{"country_code":"CL"},{"country_code":"DE"},{"country_code":null}]}]}"#;
        for text in [few, old] {
            assert_eq!(crate::sniff(text.as_bytes()), Some(Format::OpenAlex), "{text}");
        }
        let (found, _) = records(&OpenAlex, format!("{few}\n{old}\n").as_bytes());
        assert_eq!(
            (found[0].abstract_text.as_str(), found[0].published),
            ("We wait.", Timestamp::from_year(2019))
        );
        assert_eq!(found[1].countries, ["CL", "DE"]);
    }

    #[test]
    fn what_is_no_work_is_no_paper() {
        for (number, what) in [("A1", "an author"), ("I1", "an institution"), ("S1", "a source")] {
            let line = format!(
                r#"{{"id":"https://openalex.org/{number}","display_name":"Ann One","ids":{{}},"works_count":3}}"#
            );
            let (papers, rejects) = records(&OpenAlex, line.as_bytes());
            assert!(papers.is_empty());
            assert_eq!(rejects[0].1, format!("{what} of OpenAlex, not a work"));
        }
    }
}
