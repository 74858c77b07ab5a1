//! What names a paper or its subject: arXiv's identifiers, DOIs, categories.

mod arxiv_id;
pub(crate) mod category;
pub(crate) mod category_names;
pub(crate) mod cited;
pub(crate) mod doi;

pub use arxiv_id::ArxivId;
