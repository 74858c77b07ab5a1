//! How far a kernel is, for whoever watches.
//!
//! A kernel makes a [`Task`] and counts its steps. Whoever runs the kernel watches it with [`watched`]; nobody else pays
//! for it, and no signature knows of it.

mod task;
mod watch;

pub use task::Task;
pub use watch::{Watch, watched};
