//! Integration tests of the features.

mod analysis_page;
mod parity;
mod properties;
mod storage;
