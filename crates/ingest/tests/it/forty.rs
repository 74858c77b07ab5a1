//! The forty papers of the sample give the same corpus from every format.

use std::path::{Path, PathBuf};

use thema_ingest::{Corpus, Format, IngestParams};

/// What some formats omit from a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    ArxivId,
    Doi,
    /// All categories, or all but the primary one.
    Categories,
    SecondaryCategories,
    /// The submission date.
    Submitted,
    Comment,
    JournalReference,
    Authors,
    Abstract,
}

const ALL: [Left; 8] = [
    Left::ArxivId,
    Left::Doi,
    Left::Categories,
    Left::SecondaryCategories,
    Left::Submitted,
    Left::Comment,
    Left::JournalReference,
    Left::Authors,
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/sample/forty")
}

fn corpus(files: &[&str]) -> (Corpus, Vec<Format>) {
    let paths: Vec<PathBuf> = files.iter().map(|file| folder().join(file)).collect();
    let ingested = IngestParams::new().run(&paths).unwrap();
    assert_eq!(ingested.rejects, [], "{files:?}");
    (ingested.corpus, ingested.inputs.iter().map(|input| input.format).collect())
}

fn field(corpus: &Corpus, row: usize, field: Left) -> String {
    match field {
        Left::ArxivId => corpus.arxiv_id(row).unwrap_or_default().to_owned(),
        Left::Doi => corpus.doi(row).unwrap_or_default().to_owned(),
        Left::Categories => corpus.primary_category(row).unwrap_or_default().to_owned(),
        Left::SecondaryCategories => corpus.categories(row).skip(1).collect::<Vec<_>>().join(" "),
        Left::Submitted => {
            corpus.submitted(row).map(|day| day.to_string().chars().take(10).collect()).unwrap_or_default()
        }
        Left::Comment => corpus.comment(row).unwrap_or_default().to_owned(),
        Left::JournalReference => corpus.journal_reference(row).unwrap_or_default().to_owned(),
        Left::Authors => corpus.authors(row).collect::<Vec<_>>().join("; "),
        Left::Abstract => as_printed(corpus.abstract_text(row)),
    }
}

/// `text` with the Greek letters that two of the pages print where the others write LaTeX.
fn as_printed(text: &str) -> String {
    let letters =
        [("epsilon", "ε"), ("delta", "δ"), ("Delta", "Δ"), ("Theta", "Θ"), ("Omega", "Ω"), ("Sigma", "Σ")];
    letters.iter().fold(text.to_owned(), |text, (name, letter)| text.replace(&format!("\\{name}"), letter))
}

/// Title, abstract and fields.
type Paper = (String, String, Vec<(Left, String)>);

/// Every paper by title: its abstract and the fields that are not in `left_out`.
fn papers(corpus: &Corpus, left_out: &[Left]) -> Vec<Paper> {
    let mut papers: Vec<_> = (0..corpus.len())
        .map(|row| {
            let fields = ALL.into_iter().filter(|field| !left_out.contains(field));
            let fields = fields.map(|left| (left, field(corpus, row, left))).collect();
            let has_abstract = !left_out.contains(&Left::Abstract);
            let abstract_text = if has_abstract { field(corpus, row, Left::Abstract) } else { String::new() };
            (as_printed(corpus.title(row)), abstract_text, fields)
        })
        .collect();
    papers.sort_by(|first, second| first.0.cmp(&second.0));
    papers
}

/// What differs from the expected, as `found / expected`.
fn differences(found: &[Paper], expected: &[Paper]) -> Vec<String> {
    let mut differences = Vec::new();
    if found.len() != expected.len() {
        differences.push(format!("{} papers", found.len()));
    }
    for (found, expected) in found.iter().zip(expected) {
        for (found, expected) in [(&found.0, &expected.0), (&found.1, &expected.1)] {
            if found != expected {
                differences.push(format!("{found} / {expected}"));
            }
        }
        for ((field, found), (_, expected)) in found.2.iter().zip(&expected.2) {
            if found != expected {
                differences.push(format!("{field:?}: {found} / {expected}"));
            }
        }
    }
    differences
}

/// Checks that the file is recognised as `format`, gives the papers of the reference apart from what the
/// format omits, and changes nothing when joined with the reference.
fn check(file: &str, format: Format, left_out: &[Left]) {
    let (reference, _) = corpus(&["kaggle-jsonl.jsonl"]);
    assert_eq!(reference.len(), 40);
    let (own, formats) = corpus(&[file]);
    assert_eq!(formats, [format]);
    let expected = papers(&reference, left_out);
    assert_eq!(differences(&papers(&own, left_out), &expected), Vec::<String>::new(), "{file}");
    let (joined, _) = corpus(&["kaggle-jsonl.jsonl", file]);
    let keys = |corpus: &Corpus| (0..corpus.len()).map(|row| corpus.key(row).to_owned()).collect::<Vec<_>>();
    assert_eq!(keys(&joined), keys(&reference), "{file} joined with the reference");
    assert_eq!(
        differences(
            &papers(&joined, &[Left::JournalReference]),
            &papers(&reference, &[Left::JournalReference])
        ),
        Vec::<String>::new(),
        "{file} joined with the reference"
    );
}

macro_rules! formats {
    ($($name:ident: $file:literal is $format:ident without [$($left:ident),*];)*) => {
        $(
            #[test]
            fn $name() {
                check($file, Format::$format, &[$(Left::$left),*]);
            }
        )*
    };
}

formats! {
    arxiv_api_text: "arxiv-api-text.txt" is ArxivApiText without [Categories, SecondaryCategories];
    arxiv_api_text_joined: "arxiv-api-text-joined.txt" is ArxivApiText without [Categories, SecondaryCategories];
    arxiv_atom: "arxiv-atom.xml" is ArxivAtom without [];
    arxiv_feed: "arxiv-feed.xml" is ArxivFeed without [Submitted, Comment];
    arxiv_listing_html: "arxiv-listing-html.html" is ArxivListingHtml without [Submitted];
    arxiv_listing_text: "arxiv-listing-text.txt" is ArxivListingText without [Submitted];
    bibtex: "bibtex.bib" is BibTex without [SecondaryCategories, Submitted, Comment];
    biorxiv: "biorxiv.json" is BioRxiv without [Categories, SecondaryCategories, Comment];
    crossref: "crossref.json" is Crossref without [Comment];
    csl_json: "csl-json.json" is CslJson without [Comment];
    csv: "csv.csv" is Csv without [];
    datacite: "datacite.jsonl" is DataCite without [Categories, SecondaryCategories, Comment];
    endnote: "endnote.enw" is EndNote without [Comment, JournalReference];
    dblp: "dblp.xml" is Dblp without [Abstract, Categories, SecondaryCategories, Submitted, Comment];
    endnote_xml: "endnote-xml.xml" is EndNoteXml without [Comment];
    inference_report: "inference-report.txt" is InferenceReport without [ArxivId, SecondaryCategories, Submitted, Comment, Authors];
    kaggle_jsonl: "kaggle-jsonl.jsonl" is KaggleJsonl without [];
    lines: "lines.txt" is Lines without [Abstract, ArxivId, Categories, SecondaryCategories, Submitted, Comment, Authors];
    nbib: "nbib.nbib" is Nbib without [ArxivId, Categories, SecondaryCategories, Comment, JournalReference];
    ndjson: "ndjson.jsonl" is Ndjson without [];
    oai_pmh_arxiv: "oai-pmh-arxiv.xml" is OaiPmh without [];
    oai_pmh_arxiv_raw: "oai-pmh-arxivraw.xml" is OaiPmh without [];
    oai_pmh_dublin_core: "oai-pmh-dc.xml" is OaiPmh without [];
    openalex: "openalex.jsonl" is OpenAlex without [Categories, SecondaryCategories, Comment];
    pith_listing: "pith-listing.txt" is PithListing without [ArxivId, SecondaryCategories, Submitted, Comment, Authors];
    pubmed: "pubmed.xml" is PubMed without [ArxivId, Categories, SecondaryCategories, Comment, JournalReference];
    ris: "ris.ris" is Ris without [Comment];
    semantic_scholar: "semantic-scholar.jsonl" is SemanticScholar without [Categories, SecondaryCategories, Comment];
    tsv: "tsv.tsv" is Tsv without [];
    web_of_science: "web-of-science.txt" is WebOfScience without [Comment, JournalReference];
}

#[test]
fn every_file_of_the_folder_has_its_test() {
    let mut files: Vec<_> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files.len(), 30, "{files:?}");
}
