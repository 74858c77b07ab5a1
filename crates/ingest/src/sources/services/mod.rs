//! Formats of services that index the literature.

pub(super) mod biorxiv;
pub(super) mod crossref;
pub(super) mod datacite;
pub(super) mod dblp;
mod inverted_index;
pub(super) mod openalex;
pub(super) mod openalex_merges;
pub(super) mod pubmed;
pub(super) mod semantic_scholar;
