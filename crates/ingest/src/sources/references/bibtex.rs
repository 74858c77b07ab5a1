//! BibTeX bibliographies.

use std::io::BufRead;

use super::bibtex_entries::{BibTexEntries, Entry, opens_entry};
use super::bibtex_parents::Parents;
use super::bibtex_services;
use super::journal_macros::journal_of_macro;
use crate::identifiers::category::is_category;
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::sources::accept::{accept, unmarked_texts};
use crate::sources::document::Document;
use crate::sources::services::dblp::without_number;
use crate::text::author_names::given_name_first;
use crate::text::latex_text::plain_line;
use crate::text::whitespace::{collapse, collapse_nonempty};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError};

/// A bibliography as exported by arXiv, Google Scholar, Zotero, DBLP and others.
///
/// Accents are decoded and commands removed; in names and titles braces are removed too, and formulas stay.
/// The arXiv identifier is taken from `eprint` (if `archiveprefix` or `eprinttype` says arXiv or is missing),
/// an arXiv DOI, `url`, or a mention `arXiv:2401.00001` in `journal`, `number`, `note` or `howpublished`. The
/// date is `date`, or `year`, `month` and `day`.
pub(in crate::sources) struct BibTex;

impl Source for BibTex {
    fn format(&self) -> Format {
        Format::BibTex
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let head = String::from_utf8_lossy(head);
        let looks_like_entry = |line: &str| {
            let Some(behind) = line.trim_start().strip_prefix('@') else { return false };
            opens_entry(behind) && !behind.split(['{', '(']).nth(1).unwrap_or_default().contains('@')
        };
        head.lines().find(|line| line.trim_start().starts_with('@')).is_some_and(looks_like_entry)
            && head.contains('=')
            && !head.trim_start().starts_with(['<', '{'])
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let document = Document::read(input, self.format())?;
        let parents = Parents::of(document.text());
        let mut entries = BibTexEntries::new(document.text());
        let mut ordinal = 0;
        while let Some((range, entry)) = entries.next_entry() {
            ordinal += 1;
            let position = document.position(ordinal, range.start);
            let record = if document.is_invalid(range) {
                Err("invalid UTF-8 in this entry".to_owned())
            } else {
                entry.map(|entry| unmarked_texts(record(&parents.complete(entry))))
            };
            accept(sink, position, record);
        }
        if ordinal == 0 {
            let reason = "no entry such as @article{key, title = {..}}".to_owned();
            return Err(SourceError::NoRecords { format: self.format(), reason });
        }
        document.ended()
    }
}

fn record(entry: &Entry) -> Record {
    let text = |name: &str| entry.field(name).map(|value| collapse(&plain_line(value)));
    let plain = |name: &str| entry.field(name).map(collapse).unwrap_or_default();
    let is_dblps = plain("bibsource").contains("dblp");
    let mut record = Record {
        title: text("title").unwrap_or_default(),
        abstract_text: bibtex_services::abstract_text(entry),
        authors: authors(entry.field("author").unwrap_or_default())
            .into_iter()
            .map(|name| if is_dblps { without_number(name) } else { name })
            .collect(),
        keywords: bibtex_services::keywords(entry),
        journal_reference: ["journal", "journaltitle", "booktitle"]
            .into_iter()
            .find_map(|name| journal_of_macro(entry.field(name)?).map(str::to_owned).or_else(|| text(name)))
            .filter(|j| !j.is_empty()),
        kind: paper_type_of([entry.kind.as_str()]),
        language: ["language", "langid"]
            .into_iter()
            .find_map(|name| language_code(&text(name)?))
            .map(str::to_owned),
        funders: bibtex_services::funders(entry),
        countries: bibtex_services::countries(entry),
        external_id: bibtex_services::accession(entry),
        ..Record::default()
    };
    record.set_published(dates(entry));
    record.set_dois([plain("doi").as_str()]);
    let archives = ["archiveprefix", "eprinttype"].map(plain);
    let is_arxivs = archives.iter().any(|archive| archive.eq_ignore_ascii_case("arxiv"))
        || archives.iter().all(String::is_empty);
    let eprint = if is_arxivs { plain("eprint") } else { String::new() };
    let mentions =
        ["journal", "number", "note", "howpublished"].map(|name| mentioned_identifier(&plain(name)));
    let spellings = [Some(eprint), Some(plain("url"))].into_iter().chain(mentions).flatten();
    if let Some((id, version)) = spellings.into_iter().find_map(|text| ArxivId::parse_versioned(&text).ok()) {
        (record.arxiv_id, record.version) = (Some(id), version);
    }
    record.journal_reference =
        record.journal_reference.filter(|journal| mentioned_identifier(journal).is_none());
    record.venue.clone_from(&record.journal_reference);
    let classes = [plain("primaryclass"), plain("eprintclass")].concat();
    record.categories.extend(Some(classes).filter(|class| is_category(class)));
    record
}

/// The identifier after `arXiv:` in a text.
fn mentioned_identifier(text: &str) -> Option<String> {
    let (_, behind) = text.split_once("arXiv:").or_else(|| text.split_once("arxiv:"))?;
    let identifier = behind.trim_start().split([' ', ',', ';', ']', ')']).next()?;
    ArxivId::parse_versioned(identifier).is_ok().then(|| identifier.to_owned())
}

/// Names separated by the word `and` outside braces.
fn authors(list: &str) -> Vec<String> {
    let mut names = Vec::new();
    let (mut depth, mut start) = (0_i32, 0);
    let mut add = |name: &str| {
        let whole = name.trim();
        let protected = is_one_group(whole);
        let decoded = collapse(&plain_line(whole));
        if !decoded.is_empty() && decoded != "others" {
            names.push(if protected {
                decoded
            } else {
                name_of_parts(&decoded).unwrap_or_else(|| given_name_first(decoded))
            });
        }
    };
    // In a run of white space, all of it is before the same word.
    let is_first = |offset: usize| !list[..offset].ends_with(|c: char| c.is_ascii_whitespace());
    for (offset, byte) in list.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            byte if depth == 0
                && byte.is_ascii_whitespace()
                && (offset == start || offset > start && is_first(offset)) =>
            {
                let behind = list[offset..].trim_ascii_start();
                if let Some(rest) = behind.strip_prefix("and")
                    && rest.starts_with(|c: char| c.is_ascii_whitespace())
                {
                    add(&list[start..offset]);
                    start = list.len() - rest.len();
                }
            }
            _ => {}
        }
    }
    add(&list[start..]);
    names
}

/// A name that biblatex writes in parts: `prefix=van, family=Beethoven, given=Bo, useprefix=true`.
fn name_of_parts(name: &str) -> Option<String> {
    let part = |wanted: &str| {
        let mut parts = name.split(',').filter_map(|part| part.split_once('='));
        parts.find(|(part, _)| part.trim() == wanted).map_or("", |(_, value)| value.trim().trim_matches('"'))
    };
    part("family").chars().next()?;
    let suffix = collapse_nonempty(part("suffix")).map(|suffix| format!(", {suffix}")).unwrap_or_default();
    Some(collapse(&[part("given"), part("prefix"), part("family")].join(" ")) + &suffix)
}

/// Whether the whole name is in braces, `{The Queue Group}`, and not only letters at both ends,
/// `{\O}ster, Jos{\'e}`.
pub(super) fn is_one_group(name: &str) -> bool {
    let mut depth = 0_i32;
    let end = name.bytes().position(|byte| {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        depth == 0
    });
    name.starts_with('{') && end.is_some_and(|end| end + 1 == name.len())
}

/// The date of an entry as texts, the most likely first. In BibTeX the month is a number, a name or `1~mar`.
fn dates(entry: &Entry) -> Vec<String> {
    let field = |name: &str| entry.field(name).map(|value| collapse(&plain_line(value))).unwrap_or_default();
    let [date, year, month, day] = ["date", "year", "month", "day"].map(field);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let written = match (is_number(&month), is_number(&day)) {
        (true, true) => format!("{year}-{month:0>2}-{day:0>2}"),
        (true, false) => format!("{year}-{month:0>2}"),
        (false, _) => [day, month, year.clone()].join(" "),
    };
    vec![date, written, year]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::sources::testing::records;

    #[test]
    fn an_export_of_arxiv_is_read_whole() {
        let text = r#"% a comment with an @
@string{jan = "January"}
@misc{one2026,
      title={The {GPU} cost of {\AE}ther: $O(n^{2})$},
      author={Ann One and M{\"u}ller, Bo and {The Big and Bold Team} and others},
      year={2026},
      month = feb,
      eprint={2602.23598v2},
      archivePrefix={arXiv},
      primaryClass={cs.DC},
      keywords={sharding, {GPU} clusters; sharding},
      url={https://arxiv.org/abs/2602.23598},
      abstract = {We measure.
It costs.},
}"#;
        let (found, rejects) = records(&BibTex, text.as_bytes());
        assert_eq!(rejects, []);
        let expected = Record {
            arxiv_id: Some("2602.23598".parse().unwrap()),
            version: Some(2),
            title: "The GPU cost of Æther: $O(n^{2})$".into(),
            abstract_text: "We measure. It costs.".into(),
            authors: vec!["Ann One".into(), "Bo Müller".into(), "The Big and Bold Team".into()],
            categories: vec!["cs.DC".into()],
            keywords: vec!["sharding".into(), "GPU clusters".into()],
            published: Timestamp::from_month(2026, 2),
            ..Record::default()
        };
        assert_eq!(found, [expected]);
    }

    #[test]
    fn identifiers_are_found_where_other_exports_hide_them() {
        for field in [
            "journal={arXiv preprint arXiv:2401.00001}",
            "number = {arXiv:2401.00001}",
            "note = \"arXiv:2401.00001 [cs]\"",
            "doi = {10.48550/arXiv.2401.00001}",
            "url = {http://arxiv.org/abs/2401.00001}",
        ] {
            let (found, _) = records(&BibTex, format!("@article{{k, title = {{T}}, {field}}}").as_bytes());
            assert_eq!(found[0].arxiv_id, Some("2401.00001".parse().unwrap()), "{field}");
            assert_eq!((&found[0].journal_reference, &found[0].doi), (&None, &None), "{field}");
        }
    }

    #[test]
    fn years_of_two_digits_are_told_and_no_date_is_made_up() {
        for (fields, date, given) in [
            ("year={98}", Timestamp::from_year(1998), Some("98")),
            ("year={98}, month=mar", Timestamp::from_month(1998, 3), Some("March 98")),
            ("year={1998}, month=3, day=4", Timestamp::from_date(1998, 3, 4), None),
            ("year={1998}, month={4 March}", Timestamp::from_date(1998, 3, 4), None),
            ("year={1998}, month={Mar--Apr}", Timestamp::from_month(1998, 3), None),
            ("year={1998}, month={Summer}", Timestamp::from_year(1998), None),
            ("year={(1998)}", Timestamp::from_year(1998), None),
            ("year={2O19}", None, Some("2O19")),
            ("year={in press}", None, None),
            ("date={2001-02}, year={1}", Timestamp::from_month(2001, 2), None),
        ] {
            let text = format!("@string{{mar = \"March\"}}\n@article{{k, title = {{T}}, {fields}}}");
            let (found, _) = records(&BibTex, text.as_bytes());
            assert_eq!((found[0].published, found[0].given_date.as_deref()), (date, given), "{fields}");
        }
    }

    #[test]
    fn several_dois_and_the_countries_of_affiliations_are_kept() {
        let text = "@article{k, title={T}, doi={10.1000/a, 10.1000/b}, affiliation={School, Berlin, Germany; Here, Chile}}";
        let (found, _) = records(&BibTex, text.as_bytes());
        assert_eq!(found[0].doi.as_deref(), Some("10.1000/a"));
        assert_eq!(found[0].identifiers, ["doi:10.1000/b"]);
        assert_eq!(found[0].countries, ["Germany", "Chile"]);
    }

    #[test]
    fn an_archive_may_be_named_twice() {
        for (fields, id) in [
            ("eprint={2401.00001}, archiveprefix={arXiv}, eprinttype={arxiv}", Some("2401.00001")),
            ("eprint={2401.00001}, eprinttype={arXiv}", Some("2401.00001")),
            ("eprint={2401.00001}, eprinttype={pubmed}", None),
        ] {
            let (found, _) = records(&BibTex, format!("@article{{k, title = {{T}}, {fields}}}").as_bytes());
            assert_eq!(found[0].arxiv_id.as_ref().map(ArxivId::as_str), id, "{fields}");
        }
    }

    #[test]
    fn any_white_space_separates_names() {
        let began = std::time::Instant::now();
        for space in [" ", "\n", " \t\r\n"] {
            let wide = space.repeat(300_000);
            let list =
                format!("{wide}Ann One{wide}and{space}and {{Queue and Group}}{wide}and{wide}Bo Two{wide}");
            assert_eq!(authors(&list), ["Ann One", "Queue and Group", "Bo Two"]);
        }
        assert!(began.elapsed() < std::time::Duration::from_secs(20), "quadratic");
    }

    #[test]
    fn a_broken_entry_costs_that_entry_only() {
        let text = "@article{a, title = {A}}\n@article{b, title = {never closed\n@article{c, title = {C}}\n@misc{d}\n";
        let (found, rejects) = records(&BibTex, text.as_bytes());
        let titles: Vec<&str> = found.iter().map(|record| record.title.as_str()).collect();
        assert_eq!(titles, ["A", "C"]);
        let rejects: Vec<_> =
            rejects.iter().map(|(at, reason)| (at.line.unwrap(), reason.as_str())).collect();
        assert_eq!(rejects, [(2, "the entry's braces are not closed"), (4, "no title")]);
    }

    #[test]
    fn braces_around_letters_do_not_make_a_name_of_a_group() {
        let list = r"{\O}ster, Jos{\'e} and {The Queue and Log Group} and {{Log}, {Team}} and Two, Bo";
        assert_eq!(authors(list), ["José Øster", "The Queue and Log Group", "Log, Team", "Bo Two"]);
    }
}
