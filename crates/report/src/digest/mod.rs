//! `digest.md`: two pages that a person reads first and forwards. Every sentence is counted or quoted from the report;
//! papers are cited by their identifiers.

mod compose;
mod leftovers;
mod movement;
mod opening;
mod origins;
mod picture;
mod portraits;
mod quoting;

pub use compose::digest;
