//! Formats that arXiv publishes, and pages that list its papers.

pub(super) mod api_text;
pub(super) mod atom;
pub(super) mod feed;
mod flattened_names;
pub(super) mod inference_report;
pub(super) mod kaggle_jsonl;
pub(super) mod listing_html;
pub(super) mod listing_text;
pub(super) mod oai_pmh;
pub(super) mod pith_listing;
