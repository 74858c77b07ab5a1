//! Integration tests of the crate: one binary, one module per subject.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod corpus;
mod digests;
mod files;
mod map_places;
mod schema;
