//! Serialised models: a versioned, checksummed container of named sections, and the sections of each model.

mod container;
mod feature_model;
mod string_table;

pub use container::{Container, write_container};
pub use string_table::{
    floats_from_bytes, floats_to_bytes, numbers_from_bytes, numbers_to_bytes, strings_from_bytes,
    strings_to_bytes,
};
