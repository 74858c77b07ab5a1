//! Models as bytes: a container of named sections, versioned and checksummed, and the sections of each model.

mod background;
mod container;
mod feature_model;
mod projection;
mod string_table;

pub(crate) use container::{Container, write_container};
