//! Renders records in the formats, for the tests that read them back.

mod json;
mod markup;
mod references;
mod tables;

pub(crate) use json::{ndjson, openalex, semantic_scholar};
pub(crate) use markup::{arxiv_feed, arxiv_listing_html, oai_pmh, oai_pmh_dublin_core, oai_pmh_raw, pubmed};
pub(crate) use references::{bibtex, ris};
pub(crate) use tables::{csv, tsv};
