//! The soak test: cycles of a month's work on one corpus and one run, with a service that fails in every way
//! and with commands that are killed. The end result is compared with one made in a single pass.

mod campaign;
mod life;
mod papers;
mod peak;
mod service;

pub(crate) use campaign::campaign;
