//! The crate's guarantees, tested through its public interface.

#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod any_memory;
mod archives;
mod categories;
mod contract;
mod cut_files;
mod dates;
mod draw;
mod exports;
mod forty;
mod gold;
mod harvest;
mod limits;
mod line_ends;
mod merged_works;
mod modules;
mod parts;
mod render;
mod round_trips;
mod shared_ids;
mod titles;
