//! Reports the progress of long computations to whoever watches.
//!
//! A kernel creates a [`Task`] and counts its steps. The caller watches it with [`watched`]. Unwatched
//! kernels pay almost nothing, and no signature mentions progress.

mod task;
mod watch;

pub use task::Task;
pub use watch::{Watch, watched};
