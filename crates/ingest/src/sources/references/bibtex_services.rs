//! Each service's own use of BibTeX fields.

use super::bibtex::is_one_group;
use super::bibtex_entries::Entry;
use crate::identifiers::affiliations::country_of_affiliation;
use crate::records::keywords::{self, each_once};
use crate::text::latex_text::{plain_line, plain_prose};
use crate::text::whitespace::{collapse, paragraphs};

/// The abstract. The Web of Science encloses it in braces and breaks its lines.
pub(super) fn abstract_text(entry: &Entry) -> String {
    let value = entry.field("abstract").unwrap_or_default().trim();
    if is_one_group(value) {
        collapse(&plain_prose(&value[1..value.len() - 1]))
    } else {
        paragraphs(&plain_prose(value))
    }
}

/// The keywords. Scopus and the Web of Science have both the authors' own and those of their indexes; EndNote
/// writes one per line without separators.
pub(super) fn keywords(entry: &Entry) -> Vec<String> {
    let list = |name| {
        let value = entry.field(name)?;
        let is_parted = value.contains([';', ',']);
        let value = if is_parted { value.to_owned() } else { value.lines().collect::<Vec<_>>().join(";") };
        Some(collapse(&plain_line(&value)))
    };
    let lists = ["author_keywords", "keywords", "keywords-plus"].into_iter().filter_map(list);
    keywords::keywords(lists.collect::<Vec<_>>().join(";").split([';', ',']))
}

/// The countries of the authors' affiliations, which are separated by semicolons, or by line breaks in the
/// Web of Science.
pub(super) fn countries(entry: &Entry) -> Vec<String> {
    let value = entry.field("affiliation").or_else(|| entry.field("affiliations")).unwrap_or_default();
    let value = if is_of_web_of_science(entry) { value.replace('\n', ";") } else { value.to_owned() };
    each_once(collapse(&plain_line(&value)).split(';').filter_map(country_of_affiliation))
}

/// The funders without grant numbers: `Queue Fund {[}Q-1]; Log Trust`.
pub(super) fn funders(entry: &Entry) -> Vec<String> {
    let value = collapse(&plain_line(entry.field("funding-acknowledgement").unwrap_or_default()));
    each_once(value.split(';').map(|funder| funder.split('[').next().unwrap_or_default()))
}

/// The accession number of the Web of Science or PubMed.
pub(super) fn accession(entry: &Entry) -> Option<String> {
    if is_of_web_of_science(entry) {
        return entry.field("unique-id").map(|number| in_no_braces(number).to_lowercase());
    }
    entry.field("pmid").map(|number| format!("pmid:{}", collapse(number)))
}

fn is_of_web_of_science(entry: &Entry) -> bool {
    entry.field("unique-id").is_some_and(|number| in_no_braces(number).starts_with("WOS:"))
}

fn in_no_braces(value: &str) -> &str {
    value.trim().trim_matches(['{', '}'])
}

#[cfg(test)]
mod tests {
    use super::super::bibtex_entries::BibTexEntries;
    use super::*;

    fn entry(fields: &str) -> Entry {
        BibTexEntries::new(&format!("@article{{k, {fields}}}")).next_entry().unwrap().1.unwrap()
    }

    #[test]
    fn fields_of_the_web_of_science_are_read() {
        let entry = entry(
            "Abstract = {{We wait,\n   and wait.}}, Affiliation = {{One, A, Univ, Leeds, England.\n   Two, B, Free Sch, Chile.}}, \
             Keywords = {{a; b}}, Keywords-Plus = {{C}}, Funding-Acknowledgement = {{Queue Fund {[}1, 2]; Log Trust}}, \
             Unique-ID = {{WOS:000512}}, pmid = {7}",
        );
        assert_eq!(abstract_text(&entry), "We wait, and wait.");
        assert_eq!(countries(&entry), ["United Kingdom", "Chile"]);
        assert_eq!(keywords(&entry), ["a", "b", "C"]);
        assert_eq!(funders(&entry), ["Queue Fund", "Log Trust"]);
        assert_eq!(accession(&entry).as_deref(), Some("wos:000512"));
    }

    #[test]
    fn keywords_stand_on_lines_where_nothing_parts_them() {
        assert_eq!(keywords(&entry("keywords = {long logs\nqueues\n}")), ["long logs", "queues"]);
        assert_eq!(keywords(&entry("keywords = {long\nlogs, queues}")), ["long logs", "queues"]);
        assert_eq!(accession(&entry("pmid = {7}")).as_deref(), Some("pmid:7"));
        assert_eq!(accession(&entry("title = {T}")), None);
    }
}
