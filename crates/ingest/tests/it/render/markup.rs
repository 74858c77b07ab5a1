//! XML and HTML.

use std::fmt::Write;

use thema_ingest::{Record, Timestamp};

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn element(name: &str, text: Option<&str>) -> String {
    text.map_or(String::new(), |text| format!("<{name}>{}</{name}>\n", escape(text)))
}

fn day(timestamp: Timestamp) -> String {
    timestamp.to_string()[..10].to_owned()
}

fn oai_page(records: &[Record], metadata: impl Fn(&Record) -> String) -> String {
    let mut page = "<?xml version=\"1.0\"?>\n<OAI-PMH><ListRecords>".to_owned();
    for record in records {
        let id = record.arxiv_id.as_ref().unwrap();
        let metadata = metadata(record);
        write!(
            page,
            "<record><header><identifier>oai:arXiv.org:{id}</identifier></header><metadata>{metadata}</metadata></record>"
        )
        .unwrap();
    }
    page + "</ListRecords></OAI-PMH>"
}

/// Metadata prefix `arXiv`.
pub(crate) fn oai_pmh(records: &[Record]) -> String {
    oai_page(records, |record| {
        let names = record.authors.iter().map(|name| {
            let (forenames, keyname) = name.rsplit_once(' ').unwrap();
            element("author", Some("")).replace(
                "></author>",
                &format!(
                    ">{}{}</author>",
                    element("keyname", Some(keyname)),
                    element("forenames", Some(forenames))
                ),
            )
        });
        format!(
            "<arXiv><id>{}</id>{}{}<authors>{}</authors>{}{}{}{}{}{}</arXiv>",
            record.arxiv_id.as_ref().unwrap(),
            element("created", record.published.map(day).as_deref()),
            element("updated", record.updated.map(day).as_deref()),
            names.collect::<String>(),
            element("title", Some(&record.title)),
            element("categories", Some(&record.categories.join(" "))),
            element("comments", record.comment.as_deref()),
            element("journal-ref", record.journal_reference.as_deref()),
            element("doi", record.doi.as_deref()),
            element("abstract", Some(&record.abstract_text)),
        )
    })
}

/// Metadata prefix `arXivRaw`; a record of version 3 has three versions.
pub(crate) fn oai_pmh_raw(records: &[Record]) -> String {
    oai_page(records, |record| {
        let last = record.version.unwrap();
        let versions = (1..=last).map(|version| {
            let date = if version == last { record.updated } else { record.published }.unwrap();
            format!("<version version='v{version}'><date>{date}</date></version>")
        });
        format!(
            "<arXivRaw><id>{}</id>{}{}{}{}{}{}{}{}</arXivRaw>",
            record.arxiv_id.as_ref().unwrap(),
            versions.collect::<String>(),
            element("title", Some(&record.title)),
            element("authors", Some(&record.authors.join(", "))),
            element("categories", Some(&record.categories.join(" "))),
            element("comments", record.comment.as_deref()),
            element("journal-ref", record.journal_reference.as_deref()),
            element("doi", record.doi.as_deref()),
            element("abstract", Some(&record.abstract_text)),
        )
    })
}

/// Metadata prefix `oai_dc`; only two categories are written by name, the others by code.
pub(crate) fn oai_pmh_dublin_core(records: &[Record]) -> String {
    oai_page(records, |record| {
        let inverted = |name: &String| {
            let (forenames, keyname) = name.rsplit_once(' ').unwrap();
            element("dc:creator", Some(&format!("{keyname}, {forenames}")))
        };
        let subject = |code: &String| {
            let name = match code.as_str() {
                "cs.DC" => "Computer Science - Distributed, Parallel, and Cluster Computing",
                "cs.LG" => "Computer Science - Machine Learning",
                other => other,
            };
            element("dc:subject", Some(name))
        };
        format!(
            "<oai_dc:dc>{}{}{}{}{}{}{}{}{}{}</oai_dc:dc>",
            element("dc:title", Some(&record.title)),
            record.authors.iter().map(inverted).collect::<String>(),
            record.categories.iter().map(subject).collect::<String>(),
            element("dc:description", Some(&record.abstract_text)),
            element(
                "dc:description",
                record.comment.as_ref().map(|comment| format!("Comment: {comment}")).as_deref()
            ),
            element("dc:date", record.published.map(day).as_deref()),
            element("dc:date", record.updated.map(day).as_deref()),
            element(
                "dc:identifier",
                Some(&format!("http://arxiv.org/abs/{}", record.arxiv_id.as_ref().unwrap()))
            ),
            element("dc:identifier", record.journal_reference.as_deref()),
            element("dc:identifier", record.doi.as_ref().map(|doi| format!("doi:{doi}")).as_deref()),
        )
    })
}

/// RSS 2.0.
pub(crate) fn arxiv_feed(records: &[Record]) -> String {
    let mut feed = "<rss version='2.0'><channel><link>http://rss.arxiv.org/rss/cs.DC</link>".to_owned();
    for record in records {
        let (id, version) = (record.arxiv_id.as_ref().unwrap(), record.version.unwrap());
        let categories: String =
            record.categories.iter().map(|code| element("category", Some(code))).collect();
        let description =
            format!("arXiv:{id}v{version} Announce Type: new \nAbstract: {}", record.abstract_text);
        write!(
            feed,
            "<item>{}<link>https://arxiv.org/abs/{id}</link>{}{categories}{}{}{}{}</item>",
            element("title", Some(&record.title)),
            element("description", Some(&description)),
            element("pubDate", record.announced.map(|announced| announced.to_string()).as_deref()),
            element("dc:creator", Some(&record.authors.join(", "))),
            element("arxiv:DOI", record.doi.as_deref()),
            element("arxiv:journal_reference", record.journal_reference.as_deref()),
        )
        .unwrap();
    }
    feed + "</channel></rss>"
}

/// A listing page; all records must have been announced on the same day.
pub(crate) fn arxiv_listing_html(records: &[Record]) -> String {
    let announced = records[0].announced.map(day).unwrap();
    let mut page = format!("<html><body><h3>Showing new listings for {announced}</h3><dl id='articles'>");
    for record in records {
        let block = |class: &str, label: &str, text: Option<&str>| {
            text.map_or(String::new(), |text| {
                let text = escape(text);
                format!("<div class='list-{class}'><span class='descriptor'>{label}:</span>\n {text}\n</div>")
            })
        };
        let authors = record.authors.iter().map(|name| format!("<a href='x'>{}</a>", escape(name)));
        let subjects = record.categories.iter().map(|code| format!("Some, (Name) ({code})"));
        write!(
            page,
            "<dt><a href='/abs/{}'>x</a></dt><dd>{}<div class='list-authors'>{}</div>{}{}{}<p class='mathjax'>{}</p></dd>",
            record.arxiv_id.as_ref().unwrap(),
            block("title mathjax", "Title", Some(&record.title)),
            authors.collect::<Vec<_>>().join(", "),
            block("comments", "Comments", record.comment.as_deref()),
            block("subjects", "Subjects", Some(&subjects.collect::<Vec<_>>().join("; "))),
            block("journal-ref", "Journal-ref", record.journal_reference.as_deref()),
            escape(&record.abstract_text),
        )
        .unwrap();
    }
    page + "</dl></body></html>"
}

/// PubMed.
pub(crate) fn pubmed(records: &[Record]) -> String {
    let mut set = "<PubmedArticleSet>".to_owned();
    for record in records {
        let author = |name: &String| {
            let (forename, last) = name.rsplit_once(' ').unwrap();
            format!(
                "<Author>{}{}</Author>",
                element("LastName", Some(last)),
                element("ForeName", Some(forename))
            )
        };
        let parts = record.abstract_text.lines().map(|part| element("AbstractText", Some(part)));
        let date = day(record.published.unwrap());
        let doi = record.doi.as_ref();
        let doi = doi.map(|doi| format!("<ELocationID EIdType=\"doi\">{}</ELocationID>", escape(doi)));
        write!(
            set,
            "<PubmedArticle><MedlineCitation>{}<Article><Journal>{}</Journal>{}{}<Abstract>{}</Abstract>\
             <AuthorList>{}</AuthorList><ArticleDate><Year>{}</Year><Month>{}</Month><Day>{}</Day></ArticleDate>\
             </Article></MedlineCitation></PubmedArticle>",
            element("PMID", record.external_id.as_deref().and_then(|id| id.strip_prefix("pmid:"))),
            element("Title", record.journal_reference.as_deref()),
            element("ArticleTitle", Some(&format!("{}.", record.title))),
            doi.unwrap_or_default(),
            parts.collect::<String>(),
            record.authors.iter().map(author).collect::<String>(),
            &date[..4],
            &date[5..7],
            &date[8..],
        )
        .unwrap();
    }
    set + "</PubmedArticleSet>"
}
