//! Joins the records of one paper across versions, cross-lists and copies, and logs every join.
//!
//! Records with the same arXiv identifier are one paper. A record without one joins the paper that has the
//! same DOI, the same other identifier, an identifier that a list of merges maps to it, or the same title and
//! abstract in their [`normal_form()`]. Papers with different arXiv identifiers are never joined. The result
//! does not depend on the order of inputs or of records within them.

mod components;
mod family_names;
mod group;
mod join_keys;
mod log;
mod merges;
pub(crate) mod near_duplicates;
mod normal_form;
mod rank;
mod shingles;
mod text_order;
mod union_find;

pub(crate) use components::{Components, Keys};
pub(crate) use group::{Papers, reconcile};
pub(crate) use join_keys::join_keys;
pub(crate) use log::write_log;
pub use log::{Additions, Reconciliation, ReconciliationReason, ReconciliationRow};
pub(crate) use normal_form::normal_form;
pub(crate) use rank::{best_of_fields, best_with, compare_with_place, first_published};
pub(crate) use text_order::sort_by_text;
pub(crate) use union_find::UnionFind;
