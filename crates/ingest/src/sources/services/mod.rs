//! What services that index the literature give out.

mod json_papers;
pub(super) mod openalex;
pub(super) mod pubmed;
pub(super) mod semantic_scholar;
