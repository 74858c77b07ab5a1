//! A generated corpus as works of OpenAlex.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::calendar::civil;
use crate::lines::write_lines;
use crate::{Corpus, Paper};

/// Streams `corpus` as the lines of an OpenAlex snapshot (<https://docs.openalex.org/api-entities/works/work-object>):
/// every field of a work, with as many authors, institutions, concepts, cited and related works as works often
/// have, some 13 KB each.
///
/// # Errors
/// Any error of `out`.
pub fn write_works(corpus: &Corpus, out: &mut impl Write) -> io::Result<()> {
    write_lines(corpus, out, |paper| serde_json::to_vec(&work(paper)))
}

fn work(paper: &Paper) -> Value {
    let (year, month, day) = civil(paper.submitted.div_euclid(86_400));
    let date = format!("{year}-{month:02}-{day:02}");
    let number = number_of(&paper.id);
    let id = address("W", number);
    let doi = format!("https://doi.org/10.5555/{}", paper.id);
    let source = json!({
        "id": address("S", number % 997), "display_name": "Proceedings of Generated Papers", "issn_l": "0000-0000",
        "issn": ["0000-0000", "0000-0001"], "is_oa": false, "is_in_doaj": false, "is_core": true, "type": "journal",
        "host_organization": address("P", 7), "host_organization_name": "Generator Press",
        "host_organization_lineage": [address("P", 7)],
    });
    let location = |address: &str| {
        json!({
            "is_oa": false, "landing_page_url": address, "pdf_url": null, "source": source, "license": null,
            "license_id": null, "version": "publishedVersion", "is_accepted": true, "is_published": true,
        })
    };
    let topic = |rank: u64, score: f64| {
        json!({
            "id": address("T", number % 4_000 + rank), "display_name": "Generated Methods in Science", "score": score,
            "subfield": {"id": "https://openalex.org/subfields/1705", "display_name": "Computer Networks"},
            "field": {"id": "https://openalex.org/fields/17", "display_name": "Computer Science"},
            "domain": {"id": "https://openalex.org/domains/3", "display_name": "Physical Sciences"},
        })
    };
    let mut work = json!({
        "id": id, "doi": doi, "title": paper.title, "display_name": paper.title,
        "publication_year": year, "publication_date": date,
        "ids": {"openalex": id, "doi": doi, "mag": number.to_string()},
        "language": "en", "primary_location": location(&doi), "type": "article", "type_crossref": "journal-article",
        "indexed_in": ["crossref"],
        "open_access": {"is_oa": false, "oa_status": "closed", "oa_url": null, "any_repository_has_fulltext": false},
        "authorships": (0..4).map(|rank| authorship(number, rank)).collect::<Vec<_>>(),
        "institution_assertions": [], "countries_distinct_count": 2, "institutions_distinct_count": 4,
        "corresponding_author_ids": [address("A", number * 4)], "apc_list": null, "apc_paid": null, "fwci": 1.25,
        "has_fulltext": false, "cited_by_count": number % 90, "cited_by_percentile_year": {"min": 89, "max": 90},
    });
    let more = json!({
        "biblio": {"volume": "7", "issue": "2", "first_page": "101", "last_page": "119"},
        "is_retracted": false, "is_paratext": false, "primary_topic": topic(0, 0.9987),
        "topics": [topic(0, 0.9987), topic(1, 0.9541), topic(2, 0.9127)],
        "keywords": (0..5).map(|rank| keyword(number, rank)).collect::<Vec<_>>(),
        "concepts": (0..12).map(|rank| concept(number, rank)).collect::<Vec<_>>(),
        "mesh": [], "locations_count": 2, "locations": [location(&doi), location(&format!("https://example.org/{number}"))],
        "best_oa_location": null, "sustainable_development_goals": [], "grants": [], "datasets": [], "versions": [],
        "referenced_works_count": 35,
        "referenced_works": (1..=35).map(|back| address("W", number.saturating_sub(back * 37))).collect::<Vec<_>>(),
        "related_works": (1..=10).map(|step| address("W", number + step * 11)).collect::<Vec<_>>(),
        "abstract_inverted_index": inverted(&paper.abstract_text),
        "counts_by_year": (0..8).map(|back| json!({"year": 2026 - back, "cited_by_count": back * 3})).collect::<Vec<_>>(),
        "cited_by_api_url": format!("https://api.openalex.org/works?filter=cites:W{number}"),
        "updated_date": "2026-01-02T03:04:05.678901", "created_date": date,
    });
    if let (Some(work), Value::Object(more)) = (work.as_object_mut(), more) {
        work.extend(more);
    }
    work
}

/// The number that the digits of a paper's identifier make.
fn number_of(id: &str) -> u64 {
    2_000_000_000
        + id.bytes().filter(u8::is_ascii_digit).fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'))
}

fn address(letter: &str, number: u64) -> String {
    format!("https://openalex.org/{letter}{number}")
}

fn authorship(number: u64, rank: u64) -> Value {
    let institution = address("I", number % 9_000 + rank);
    let name = format!("Generated University {}, Department of Queues", number % 9_000 + rank);
    json!({
        "author_position": if rank == 0 { "first" } else { "middle" },
        "author": {
            "id": address("A", number * 4 + rank), "display_name": format!("Ada Generator {rank}"),
            "orcid": "https://orcid.org/0000-0000-0000-0000",
        },
        "institutions": [{
            "id": institution, "display_name": name, "ror": "https://ror.org/000000000",
            "country_code": "DE", "type": "education", "lineage": [institution],
        }],
        "countries": ["DE"], "is_corresponding": rank == 0, "raw_author_name": format!("A. Generator {rank}"),
        "raw_affiliation_strings": [name],
        "affiliations": [{"raw_affiliation_string": name, "institution_ids": [institution]}],
    })
}

fn keyword(number: u64, rank: u64) -> Value {
    let word = format!("keyword-{}", (number + rank) % 700);
    json!({"id": format!("https://openalex.org/keywords/{word}"), "display_name": word, "score": 0.5})
}

fn concept(number: u64, rank: u64) -> Value {
    json!({
        "id": address("C", number % 60_000 + rank), "wikidata": format!("https://www.wikidata.org/wiki/Q{}", number % 60_000),
        "display_name": "Generated science", "level": rank % 4, "score": 0.612_345_6,
    })
}

/// Every word of `text` with its positions.
fn inverted(text: &str) -> BTreeMap<&str, Vec<usize>> {
    let mut positions: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (position, word) in text.split(' ').enumerate() {
        positions.entry(word).or_default().push(position);
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CorpusParams;

    #[test]
    fn a_work_is_a_line_with_its_abstract_inverted() {
        let params = CorpusParams { papers: 3, vocabulary: 500, ..CorpusParams::default() };
        let corpus = Corpus::new(params).unwrap();
        let mut bytes = Vec::new();
        write_works(&corpus, &mut bytes).unwrap();
        let works: Vec<Value> = std::str::from_utf8(&bytes)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(works.len(), 3);
        for (work, paper) in works.iter().zip(corpus.papers()) {
            assert_eq!(work["title"], paper.title);
            let mut words = vec![String::new(); paper.abstract_text.split(' ').count()];
            for (word, positions) in work["abstract_inverted_index"].as_object().unwrap() {
                for position in positions.as_array().unwrap() {
                    words[position.as_u64().unwrap() as usize] = word.clone();
                }
            }
            assert_eq!(words.join(" "), paper.abstract_text);
        }
        assert!((10_000..18_000).contains(&(bytes.len() / 3)), "{} bytes", bytes.len());
    }
}
