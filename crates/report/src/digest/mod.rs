//! `digest.md`: two pages for people to read first and forward. Every sentence is counted or quoted from the
//! report, and papers are cited by their identifiers.

mod bursts;
mod compose;
mod leftovers;
mod movement;
mod newcomers;
mod opening;
mod origins;
mod picture;
mod portraits;
mod quoting;
mod stability;
mod still;

pub use compose::digest;
