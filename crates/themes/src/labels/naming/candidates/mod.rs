//! Phrases that may name a group of papers, and how well each one does.

mod candidate;
mod evenness;
mod found;
mod grouping;
mod rates;
mod share_bound;
mod spoken_for;
mod weighing;

pub(super) use candidate::{Candidate, TITLE};
pub(super) use grouping::Grouping;
pub(super) use share_bound::lower_bound;
pub(super) use weighing::{COMMON_WORD, Demand, THIN};

/// Minimum share of a group's papers that hold a candidate, and that write it as the name would.
pub(super) const LEAST_SHARE: f64 = 0.02;
