//! What reference managers keep and exchange.

pub(super) mod bibtex;
mod bibtex_entries;
pub(super) mod ris;
