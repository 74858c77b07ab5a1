//! PubMed exports in MEDLINE format (`.nbib`, "PubMed" and "MEDLINE" in its save menu).

use std::io::BufRead;

use super::tagged::{Dialect, Fields};
use crate::identifiers::affiliations::country_of_affiliation;
use crate::identifiers::countries::country_name;
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::records::keywords::{each_once, keywords};
use crate::text::author_names::given_name_first;
use crate::text::full_stop::without_full_stop;
use crate::text::whitespace::{collapse, collapse_nonempty};
use crate::{Format, Record, Sink, Source, SourceError};

/// Records begin with a line `PMID- 31452104`. A tag has up to four letters, is padded to four and followed
/// by a hyphen and a space. A line that begins with six spaces continues the field before it. The tags are
/// described at <https://pubmed.ncbi.nlm.nih.gov/help/#pubmed-format>.
///
/// Authors are `FAU`, or else `AU`; funders are the agencies of the grants `GR`; the date is that of
/// electronic publication `DEP`, or else `DP`; the DOI is a `LID` or `AID` marked `[doi]`. A title in
/// brackets is a translation; without `TI`, the original title `TT` is used.
pub(in crate::sources) struct Nbib;

const DIALECT: Dialect = Dialect {
    format: Format::Nbib,
    tagged,
    begins: "PMID",
    ends: None,
    around: &[],
    example: "PMID- 31452104",
};

impl Source for Nbib {
    fn format(&self) -> Format {
        Format::Nbib
    }

    fn sniff(&self, head: &[u8]) -> bool {
        DIALECT.begins(head)
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        DIALECT.read(input, sink, record)
    }
}

/// Tag and value of `TAG - value`.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let (tag, behind) = line.split_at_checked(4)?;
    let tag = tag.trim_end();
    let is_tag = tag.len() > 1 && tag.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let value = behind.strip_prefix('-')?;
    (is_tag && (value.is_empty() || value.starts_with(' '))).then(|| (tag, value.trim()))
}

fn record(fields: &Fields) -> Record {
    let authors = if fields.first(&["FAU"]).is_some() { ["FAU", "CN"] } else { ["AU", "CN"] };
    let dois = fields.all(&["LID", "AID", "SO"]).filter_map(|value| {
        let marked = value.split_once("[doi]").map(|(doi, _)| doi);
        let cited = || value.split_once("doi: ").map(|(_, doi)| doi.trim_end().trim_end_matches('.'));
        Some(marked.or_else(cited)?.trim())
    });
    let title = fields
        .first(&["TI"])
        .filter(|title| !matches!(title.trim_matches(['[', ']', '.']), "" | "Not Available"))
        .or_else(|| fields.first(&["TT"]));
    let mut record = Record {
        external_id: fields.first(&["PMID"]).map(|number| format!("pmid:{number}")),
        title: title.map(|title| without_full_stop(&title).to_owned()).unwrap_or_default(),
        abstract_text: fields.all(&["AB", "OAB"]).next().map(collapse).unwrap_or_default(),
        authors: fields.mixed(&authors).filter_map(collapse_nonempty).map(given_name_first).collect(),
        journal_reference: fields.first(&["TA", "JT"]),
        venue: fields.first(&["JT", "TA"]),
        kind: paper_type_of(fields.all(&["PT"])),
        language: fields.all(&["LA"]).find_map(language_code).map(str::to_owned),
        countries: each_once(fields.all(&["AD"]).filter_map(country_of_affiliation)),
        funders: each_once(fields.all(&["GR"]).filter_map(agency)),
        keywords: keywords(fields.all(&["MH", "OT"]).map(heading)),
        withdrawn: fields.all(&["PT"]).any(|kind| kind == "Retracted Publication"),
        ..Record::default()
    };
    record.set_published(fields.all(&["DEP", "DP"]).map(day));
    record.set_dois(dois);
    record
}

/// A subject heading without its qualifiers (`Bays/*chemistry`) and the asterisk of a major heading.
fn heading(text: &str) -> &str {
    text.split('/').next().unwrap_or_default().trim_start_matches('*')
}

/// The agency of a grant, which lists number, short name, agency and country as far as known:
/// `R01 CA1/CA/NCI NIH HHS/United States`.
fn agency(grant: &str) -> Option<&str> {
    let mut parts = grant.split('/').map(str::trim).filter(|part| !part.is_empty()).rev().peekable();
    parts.next_if(|last| *last == "International" || country_name(last).is_some());
    parts.next().filter(|name| !name.bytes().any(|byte| byte.is_ascii_digit()) && !name.ends_with('_'))
}

/// `20190827` with dashes inserted; a date in words is unchanged.
fn day(text: &str) -> String {
    let is_compact = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_compact { format!("{}-{}-{}", &text[..4], &text[4..6], &text[6..]) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::sources::testing::records;

    const TEXT: &str = "\nPMID- 31452104\nOWN - NLM\nTI  - Sharding the\n      commons.\nLID - S0001 [pii]\nLID - \
                        10.1000/XYZ [doi]\nAB  - BACKGROUND: We shard.\n      It is fast.\nFAU - One, Ann B\nAU  - One \
                        AB\nFAU - Two, Bo\nAU  - Two B\nDP  - 2019 Nov-Dec\nDEP - 20190827\nLA  - fre\nAD  - Free Univ, Berlin, Germany. one@example.org.\nAD  - Corn Univ, Ithaca, NY 14853, USA.\nGR  - R01 CA1/CA/NCI NIH HHS/United States\nGR  - Wellcome Trust/United Kingdom\nGR  - WT_/WT_/United Kingdom\nJT  - Journal of shards\nTA  - J Shards\nMH  - *Shards/economics\nMH  - Humans\nOT  - sharding\nPT  - Journal \
                        Article\nPT  - Review\n\nPMID- 7\nTI  - [Not Available].\nTT  - Files d'attente.\nDP  - 1998\nPT  - Retracted Publication\n";

    #[test]
    fn every_field_is_read() {
        assert_eq!(crate::sniff(TEXT.as_bytes()), Some(Format::Nbib));
        let (found, rejects) = records(&Nbib, TEXT.as_bytes());
        assert_eq!(rejects, []);
        let expected = Record {
            doi: Some("10.1000/xyz".into()),
            external_id: Some("pmid:31452104".into()),
            title: "Sharding the commons".into(),
            abstract_text: "BACKGROUND: We shard. It is fast.".into(),
            authors: vec!["Ann B One".into(), "Bo Two".into()],
            published: Timestamp::from_date(2019, 8, 27),
            journal_reference: Some("J Shards".into()),
            venue: Some("Journal of shards".into()),
            kind: Some("review".into()),
            language: Some("fr".into()),
            countries: vec!["Germany".into(), "United States".into()],
            funders: vec!["NCI NIH HHS".into(), "Wellcome Trust".into()],
            keywords: ["Shards", "Humans", "sharding"].map(String::from).into(),
            ..Record::default()
        };
        assert_eq!(found[0], expected);
        assert_eq!((found[1].title.as_str(), found[1].withdrawn), ("Files d'attente", true));
        assert_eq!(found[1].published, Timestamp::from_year(1998));
    }

    #[test]
    fn older_exports_without_full_names_are_read() {
        let text = "PMID- 9\r\nTI  - On queues.\r\nAU  - One AB\r\nAU  - Two B\r\nSO  - J Q. 1990;1(2):3-4. doi: 10.1000/q.\r\n";
        let (found, _) = records(&Nbib, text.as_bytes());
        assert_eq!(found[0].authors, ["One AB", "Two B"]);
        assert_eq!(found[0].doi.as_deref(), Some("10.1000/q"));
    }

    #[test]
    fn what_is_no_export_is_refused() {
        let mut kept = crate::sources::testing::Kept::default();
        let error = Nbib.read(&mut &b"TI  - A title\n"[..], &mut kept).unwrap_err();
        assert!(error.to_string().contains("PMID- "), "{error}");
        assert!(!Nbib.sniff(b"TY  - JOUR\n") && !Nbib.sniff(b""));
    }
}
