//! PubMed articles.

use std::io::BufRead;

use crate::identifiers::affiliations::country_of_affiliation;
use crate::identifiers::doi::normalise_doi;
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::records::keywords::{each_once, keywords};
use crate::sources::xml_items;
use crate::text::dates::parse_partial_date;
use crate::text::full_stop::without_full_stop;
use crate::text::whitespace::{collapse, collapse_nonempty};
use crate::xml::{Element, root_element};
use crate::{Format, Record, Sink, Source, SourceError, Timestamp};

/// Files of `PubmedArticleSet`, as distributed by the National Library of Medicine and returned by
/// E-utilities (<https://dtd.nlm.nih.gov/ncbi/pubmed/doc/out/250101/>).
///
/// The parts of a structured abstract are joined, each after its label. The date is that of the electronic
/// article, or else that of the issue; the identifier becomes `pmid:31452104`. Retracted publications are
/// marked as withdrawn.
pub(in crate::sources) struct PubMed;

impl Source for PubMed {
    fn format(&self) -> Format {
        Format::PubMed
    }

    fn sniff(&self, head: &[u8]) -> bool {
        root_element(head).is_some_and(|(name, _)| {
            matches!(name, "PubmedArticleSet" | "PubmedArticle" | "PubmedBookArticle")
        })
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        xml_items::read(self.format(), input, sink, &["PubmedArticle", "PubmedBookArticle"], record)
    }
}

/// A book of the NCBI Bookshelf, or a chapter of one.
fn book(document: Element<'_>) -> Record {
    let pmid = document.child("PMID").map_or("", Element::text).trim();
    let of_book = |name| document.child("Book")?.child(name);
    let book_title = of_book("BookTitle").and_then(|title| collapse_nonempty(title.text()));
    let chapter = title(document);
    let is_chapter = !chapter.is_empty();
    let kinds = document.children_named("PublicationType").map(Element::text);
    Record {
        external_id: (!pmid.is_empty()).then(|| format!("pmid:{pmid}")),
        title: if is_chapter { chapter } else { book_title.clone().unwrap_or_default() },
        abstract_text: document.child("Abstract").map(abstract_text).unwrap_or_default(),
        authors: document.child("AuthorList").map(authors).unwrap_or_default(),
        published: document
            .child("ContributionDate")
            .and_then(day)
            .or_else(|| of_book("PubDate").and_then(day)),
        kind: paper_type_of(kinds.chain([if is_chapter { "book chapter" } else { "book" }])),
        language: document.child("Language").and_then(|code| language_code(code.text())).map(str::to_owned),
        countries: each_once(document.child("AuthorList").into_iter().flat_map(countries)),
        keywords: keywords(listed(document, "KeywordList", "Keyword").map(Element::text)),
        journal_reference: book_title.filter(|_| is_chapter),
        ..Record::default()
    }
    .in_its_journal()
}

fn record(item: Element<'_>) -> Result<Record, String> {
    if let Some(document) = item.child("BookDocument") {
        return Ok(book(document));
    }
    let citation = item.child("MedlineCitation").ok_or("no MedlineCitation")?;
    let article = citation.child("Article").ok_or("no Article")?;
    let pmid = citation.child("PMID").map_or("", Element::text).trim();
    let types = article.child("PublicationTypeList");
    let retracted =
        types.is_some_and(|types| types.children().any(|kind| kind.text() == "Retracted Publication"));
    Ok(Record {
        doi: doi(item, article),
        external_id: (!pmid.is_empty()).then(|| format!("pmid:{pmid}")),
        title: title(article),
        abstract_text: article.child("Abstract").map(abstract_text).unwrap_or_default(),
        authors: article.child("AuthorList").map(authors).unwrap_or_default(),
        published: article.child("ArticleDate").and_then(day).or_else(|| issue(article).and_then(issue_day)),
        journal_reference: journal_reference(article),
        venue: venue(article),
        kind: paper_type_of(types.into_iter().flat_map(Element::children).map(Element::text)),
        language: article.child("Language").and_then(|code| language_code(code.text())).map(str::to_owned),
        countries: each_once(article.child("AuthorList").into_iter().flat_map(countries)),
        keywords: keywords(headings(citation)),
        references: references(item),
        funders: each_once(agencies(article)),
        withdrawn: retracted,
        ..Record::default()
    })
}

/// The title, or the one in the article's own language if there is no English one.
fn title(article: Element<'_>) -> String {
    let named = |name| article.child(name).map_or_else(String::new, |title| collapse(title.text()));
    let english = named("ArticleTitle");
    let is_missing =
        matches!(english.trim_matches(['[', ']', '.']), "" | "Not Available" | "In Process Citation");
    let title = if is_missing { named("VernacularTitle") } else { english };
    without_full_stop(&title).to_owned()
}

fn doi(item: Element<'_>, article: Element<'_>) -> Option<String> {
    let location = article.children_named("ELocationID").find(|id| id.attribute("EIdType") == Some("doi"));
    let listed = || {
        let ids = item.child("PubmedData")?.child("ArticleIdList")?;
        ids.children_named("ArticleId").find(|id| id.attribute("IdType") == Some("doi"))
    };
    normalise_doi(location.or_else(listed)?.text())
}

fn abstract_text(element: Element<'_>) -> String {
    let parts = element.children_named("AbstractText").filter_map(|part| {
        let text = collapse_nonempty(part.text())?;
        let label = part.attribute("Label").and_then(collapse_nonempty);
        Some(
            label
                .filter(|label| label != "UNLABELLED")
                .map_or(text.clone(), |label| format!("{label}: {text}")),
        )
    });
    parts.collect::<Vec<_>>().join("\n")
}

fn authors(list: Element<'_>) -> Vec<String> {
    let name = |author: Element<'_>| {
        let part = |name| author.child(name).map_or("", Element::text);
        if author.attribute("ValidYN") == Some("N") {
            return None;
        }
        let given = if part("ForeName").is_empty() { part("Initials") } else { part("ForeName") };
        let spoken = collapse_nonempty(&[given, part("LastName")].join(" "));
        match collapse_nonempty(part("Suffix")) {
            Some(suffix) => spoken.map(|name| format!("{name}, {suffix}")),
            None => spoken.or_else(|| collapse_nonempty(part("CollectiveName"))),
        }
    };
    list.children_named("Author").filter_map(name).collect()
}

fn issue(article: Element<'_>) -> Option<Element<'_>> {
    article.child("Journal")?.child("JournalIssue")
}

fn issue_day(issue: Element<'_>) -> Option<Timestamp> {
    let date = issue.child("PubDate")?;
    day(date).or_else(|| parse_partial_date(date.child("MedlineDate")?.text()))
}

/// `Year`, `Month` as a number or name, `Day`. Missing parts make the date coarser; invalid ones leave the
/// year.
fn day(date: Element<'_>) -> Option<Timestamp> {
    let part = |name| date.child(name).map_or("", Element::text).trim();
    let parts = [part("Year"), part("Month"), part("Day")];
    let text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    parse_partial_date(&text).or_else(|| parse_partial_date(parts[0]))
}

/// The journal's name, or else its abbreviation.
fn venue(article: Element<'_>) -> Option<String> {
    let journal = article.child("Journal")?;
    ["Title", "ISOAbbreviation"].into_iter().find_map(|name| collapse_nonempty(journal.child(name)?.text()))
}

/// The countries at the ends of the authors' affiliations.
fn countries(authors: Element<'_>) -> impl Iterator<Item = &'static str> {
    let affiliations = authors.children().flat_map(|author| author.children_named("AffiliationInfo"));
    affiliations.filter_map(|info| country_of_affiliation(info.child("Affiliation")?.text()))
}

/// Subject headings, then the authors' keywords.
fn headings(citation: Element<'_>) -> impl Iterator<Item = &str> {
    let mesh = listed(citation, "MeshHeadingList", "MeshHeading");
    let mesh = mesh.filter_map(|heading| heading.child("DescriptorName"));
    mesh.chain(listed(citation, "KeywordList", "Keyword")).map(Element::text)
}

/// The items of all lists with this name in an element.
fn listed<'x>(of: Element<'x>, list: &'static str, item: &'static str) -> impl Iterator<Item = Element<'x>> {
    of.children_named(list).flat_map(move |list| list.children_named(item))
}

/// The agencies of the grants.
fn agencies(article: Element<'_>) -> impl Iterator<Item = &str> {
    let grants = article.child("GrantList").into_iter().flat_map(Element::children);
    grants.filter_map(|grant| grant.child("Agency")).map(Element::text)
}

fn references(item: Element<'_>) -> Vec<String> {
    let lists = item.child("PubmedData").into_iter().flat_map(|data| data.children_named("ReferenceList"));
    let cited = lists.flat_map(|list| list.children_named("Reference"));
    let numbers = cited.filter_map(|reference| {
        let mut ids = reference.child("ArticleIdList")?.children_named("ArticleId");
        ids.find(|id| id.attribute("IdType") == Some("pubmed"))
    });
    numbers
        .filter_map(|number| collapse_nonempty(number.text()))
        .map(|number| format!("pmid:{number}"))
        .collect()
}

/// `J. Title 12(3):45-67`, as far as known.
fn journal_reference(article: Element<'_>) -> Option<String> {
    let journal = article.child("Journal")?;
    let title = journal.child("ISOAbbreviation").or_else(|| journal.child("Title"))?;
    let mut reference = collapse_nonempty(title.text())?;
    let part = |name| issue(article).and_then(|issue| collapse_nonempty(issue.child(name)?.text()));
    if let Some(volume) = part("Volume") {
        reference = format!("{reference} {volume}");
        if let Some(number) = part("Issue") {
            reference = format!("{reference}({number})");
        }
    }
    let pages =
        article.child("Pagination").and_then(|pages| collapse_nonempty(pages.child("MedlinePgn")?.text()));
    Some(pages.map_or(reference.clone(), |pages| format!("{reference}:{pages}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::records;

    const ARTICLE: &str = r#"<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "https://dtd.nlm.nih.gov/pubmed.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">31452104</PMID>
<Article PubModel="Print-Electronic"><Journal><JournalIssue><Volume>12</Volume><Issue>3</Issue><PubDate>
<Year>2019</Year><Month>Aug</Month></PubDate></JournalIssue><ISOAbbreviation>J. Cells</ISOAbbreviation></Journal>
<ArticleTitle>CO<sub>2</sub> &amp; <i>E. coli</i>.</ArticleTitle><Pagination><MedlinePgn>45-67</MedlinePgn></Pagination>
<ELocationID EIdType="pii">x</ELocationID><ELocationID EIdType="doi">10.1000/XYZ</ELocationID>
<Abstract><AbstractText Label="AIMS">To see.</AbstractText><AbstractText Label="RESULTS">Seen: n &lt; 5.</AbstractText>
<CopyrightInformation>(c)</CopyrightInformation></Abstract>
<AuthorList><Author><LastName>One</LastName><ForeName>Ann</ForeName><AffiliationInfo><Affiliation>Free School, Santiago, Chile. Electronic address: one@example.org.</Affiliation></AffiliationInfo></Author><Author><CollectiveName>The Team
</CollectiveName></Author></AuthorList><Language>ger</Language><PublicationTypeList><PublicationType>Journal Article</PublicationType><PublicationType>Retracted Publication</PublicationType>
</PublicationTypeList><GrantList CompleteYN="Y"><Grant><GrantID>1</GrantID><Agency>Queue Fund</Agency><Country>Chile</Country>
</Grant><Grant><Agency>Queue Fund</Agency></Grant></GrantList></Article><MeshHeadingList><MeshHeading><DescriptorName UI="D1">Bacteria</DescriptorName><QualifierName>
chemistry</QualifierName></MeshHeading></MeshHeadingList><KeywordList><Keyword>carbon</Keyword></KeywordList></MedlineCitation>
<PubmedData><ReferenceList><Reference><Citation>One, 2001</Citation><ArticleIdList><ArticleId IdType="pubmed">11</ArticleId>
</ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle>
<PubmedArticle><MedlineCitation><PMID>2</PMID></MedlineCitation></PubmedArticle></PubmedArticleSet>"#;

    #[test]
    fn an_article_is_read_whole() {
        assert!(PubMed.sniff(ARTICLE.as_bytes()));
        let (found, rejects) = records(&PubMed, ARTICLE.as_bytes());
        let expected = Record {
            doi: Some("10.1000/xyz".into()),
            external_id: Some("pmid:31452104".into()),
            title: "CO2 & E. coli".into(),
            abstract_text: "AIMS: To see.\nRESULTS: Seen: n < 5.".into(),
            authors: vec!["Ann One".into(), "The Team".into()],
            published: Timestamp::from_month(2019, 8),
            journal_reference: Some("J. Cells 12(3):45-67".into()),
            venue: Some("J. Cells".into()),
            kind: Some("article".into()),
            language: Some("de".into()),
            countries: vec!["Chile".into()],
            keywords: vec!["Bacteria".into(), "carbon".into()],
            references: vec!["pmid:11".into()],
            funders: vec!["Queue Fund".into()],
            withdrawn: true,
            ..Record::default()
        };
        assert_eq!(found, [expected]);
        assert_eq!((rejects[0].0.record, rejects[0].1.as_str()), (2, "no Article"));
    }

    #[test]
    fn a_title_that_is_not_english_is_the_title() {
        for english in ["", "<ArticleTitle/>", "<ArticleTitle>[Not Available].</ArticleTitle>"] {
            let text = format!(
                "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article>{english}<VernacularTitle>Files \
                 d'attente.</VernacularTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"
            );
            let (found, rejects) = records(&PubMed, text.as_bytes());
            assert_eq!(rejects, []);
            assert_eq!(found[0].title, "Files d'attente", "{english}");
        }
    }
}
