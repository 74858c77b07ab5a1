//! The sections of the page, one per file.

mod map;
mod overview;
mod paper;
mod provenance;
mod quality;
mod structure;
mod themes;
mod trends;

pub(crate) use map::map;
pub(crate) use overview::{overview, title};
pub(crate) use provenance::provenance;
pub(crate) use quality::quality;
pub(crate) use structure::structure;
pub(crate) use themes::themes;
pub(crate) use trends::trends;
