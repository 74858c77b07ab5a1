//! Formats that reference managers store and exchange.

pub(super) mod bibtex;
mod bibtex_entries;
mod bibtex_parents;
mod bibtex_services;
pub(super) mod csl_json;
pub(super) mod endnote;
pub(super) mod endnote_xml;
mod journal_macros;
pub(super) mod nbib;
pub(super) mod ris;
mod tagged;
pub(super) mod web_of_science;
pub(super) mod web_of_science_rows;
