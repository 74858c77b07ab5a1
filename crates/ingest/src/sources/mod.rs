//! The formats, a file each, and the table that finds them by name.
//!
//! A new format is a type that implements [`Source`](crate::Source) in a file of its own here, a variant of
//! [`Format`](crate::Format) with its place in the order of sniffing, and a line in `registry.rs`.

mod accept;
mod arxiv_api_text;
mod arxiv_atom;
mod arxiv_feed;
mod arxiv_listing_html;
mod arxiv_listing_text;
mod bibtex;
mod bibtex_entries;
mod block_reader;
mod delimited;
mod delimited_rows;
mod flattened_names;
mod inference_report;
mod json_head;
mod json_lines;
mod json_papers;
mod json_scan;
mod kaggle_jsonl;
mod ndjson;
mod oai_pmh;
mod openalex;
mod parquet;
mod parquet_cells;
mod parquet_slices;
mod pipeline;
mod pith_listing;
mod plain_row;
mod pubmed;
mod registry;
mod ris;
mod semantic_scholar;
mod table_row;
#[cfg(test)]
mod testing;
mod xml_items;

pub use registry::{source, table_source};
