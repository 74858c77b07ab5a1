//! The soak: cycles of a month's work on one corpus and one run, with a service that fails in every way and with commands that
//! are killed; what is there at the end is held against what is made in one go.

mod campaign;
mod life;
mod papers;
mod peak;
mod service;

pub(crate) use campaign::campaign;
