//! The registry of formats.

use super::arxiv::api_text::ArxivApiText;
use super::arxiv::atom::ArxivAtom;
use super::arxiv::feed::ArxivFeed;
use super::arxiv::inference_report::InferenceReport;
use super::arxiv::kaggle_jsonl::KaggleJsonl;
use super::arxiv::listing_html::ArxivListingHtml;
use super::arxiv::listing_text::ArxivListingText;
use super::arxiv::oai_pmh::OaiPmh;
use super::arxiv::pith_listing::PithListing;
use super::references::bibtex::BibTex;
use super::references::csl_json::CslJson;
use super::references::endnote::EndNote;
use super::references::endnote_xml::EndNoteXml;
use super::references::nbib::Nbib;
use super::references::ris::Ris;
use super::references::web_of_science::WebOfScience;
use super::services::biorxiv::BioRxiv;
use super::services::crossref::Crossref;
use super::services::datacite::DataCite;
use super::services::dblp::Dblp;
use super::services::openalex::OpenAlex;
use super::services::openalex_merges::OpenAlexMerges;
use super::services::pubmed::PubMed;
use super::services::semantic_scholar::SemanticScholar;
use super::tables::delimited::Delimited;
use super::tables::lines::Lines;
use super::tables::ndjson::Ndjson;
use super::tables::parquet::Parquet;
use crate::{ColumnMapping, Format, Source};

static CSV: Delimited = Delimited::csv(ColumnMapping::GUESSED);
static NDJSON: Ndjson = Ndjson::new(ColumnMapping::GUESSED);
static PARQUET: Parquet = Parquet::new(ColumnMapping::GUESSED);
static TSV: Delimited = Delimited::tsv(ColumnMapping::GUESSED);

/// The reader of a format.
#[must_use]
pub fn source(format: Format) -> &'static dyn Source {
    match format {
        Format::ArxivApiText => &ArxivApiText,
        Format::ArxivAtom => &ArxivAtom,
        Format::ArxivFeed => &ArxivFeed,
        Format::ArxivListingHtml => &ArxivListingHtml,
        Format::ArxivListingText => &ArxivListingText,
        Format::BibTex => &BibTex,
        Format::BioRxiv => &BioRxiv,
        Format::Crossref => &Crossref,
        Format::CslJson => &CslJson,
        Format::Csv => &CSV,
        Format::DataCite => &DataCite,
        Format::Dblp => &Dblp,
        Format::EndNote => &EndNote,
        Format::EndNoteXml => &EndNoteXml,
        Format::InferenceReport => &InferenceReport,
        Format::KaggleJsonl => &KaggleJsonl,
        Format::Lines => &Lines,
        Format::Nbib => &Nbib,
        Format::Ndjson => &NDJSON,
        Format::OaiPmh => &OaiPmh,
        Format::OpenAlex => &OpenAlex,
        Format::OpenAlexMerges => &OpenAlexMerges,
        Format::Arrow | Format::Corpus | Format::Parquet => &PARQUET,
        Format::PithListing => &PithListing,
        Format::PubMed => &PubMed,
        Format::Ris => &Ris,
        Format::SemanticScholar => &SemanticScholar,
        Format::Tsv => &TSV,
        Format::WebOfScience => &WebOfScience,
    }
}

/// The reader of a table with this column mapping; `None` if the format is not a table.
#[must_use]
pub fn table_source(format: Format, columns: &ColumnMapping) -> Option<Box<dyn Source>> {
    let columns = columns.clone();
    match format {
        Format::Csv => Some(Box::new(Delimited::csv(columns))),
        Format::Ndjson => Some(Box::new(Ndjson::new(columns))),
        Format::Parquet => Some(Box::new(Parquet::new(columns))),
        Format::Tsv => Some(Box::new(Delimited::tsv(columns))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_finds_its_own_reader_and_its_own_name() {
        for format in Format::ALL {
            assert_eq!(source(format).format(), format);
            assert_eq!(format.name().parse(), Ok(format));
        }
    }
}
