//! Joins the records of one paper, whatever its versions, cross-lists and copies, and says what was joined.
//!
//! Records of one arXiv identifier are one paper. Records without one are joined to the paper with the same DOI,
//! the same other identifier, one that gave way to it by a list of such, or the same title and abstract in their [`normal_form()`]. Papers with different
//! arXiv identifiers are never joined. Nothing depends on the order of inputs or of records in them.

mod components;
mod group;
mod join_keys;
mod log;
mod merges;
pub(crate) mod near_duplicates;
mod normal_form;
mod rank;
mod table;
mod text_order;

pub(crate) use components::{Components, Keys};
pub(crate) use group::{Papers, reconcile};
pub(crate) use join_keys::join_keys;
pub(crate) use log::write_log;
pub use log::{Additions, Reconciliation, ReconciliationReason, ReconciliationRow};
pub(crate) use normal_form::normal_form;
pub(crate) use rank::{best_of_fields, best_with, compare_with_place, first_published};
pub(crate) use text_order::sort_by_text;
