//! Tests across the crates: papers in, themes out.

#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod fixtures;

mod divided;
mod forty;
mod sample;
mod seeds;
mod tallies;
mod threads;
