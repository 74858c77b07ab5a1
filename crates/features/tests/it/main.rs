//! Integration tests of the features.

#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod analysis_page;
mod notes;
mod parity;
mod properties;
mod storage;
