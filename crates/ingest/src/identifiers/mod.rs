//! Identifiers of papers, and codes for what describes them: categories, countries, languages, types.

pub(crate) mod affiliations;
mod arxiv_id;
pub(crate) mod category;
pub(crate) mod category_names;
pub(crate) mod cited;
pub(crate) mod countries;
pub(crate) mod doi;
pub(crate) mod languages;
pub(crate) mod names;
pub(crate) mod paper_types;

pub use arxiv_id::ArxivId;
pub use category_names::category_name;
pub use countries::country_name;
pub use languages::language_name;
