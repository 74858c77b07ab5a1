//! Tests across the crates: from papers to themes.

#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod fixtures;

mod divided;
mod forty;
mod sample;
mod seeds;
mod signals;
mod tallies;
mod threads;
