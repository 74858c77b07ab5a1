//! Files and folders that appear whole or not at all, whatever ends the process and whenever. A writer holds
//! the [`OutputLock`] of its output, so that there is one at a time; readers take no lock. [`FileGroup`]
//! replaces files that belong together, [`StagedFolder`] a folder. The next holder of the lock finishes or
//! removes what a killed process left; [`abandon`] removes what this process has begun.
//!
//! While an output `NAME` is written, it may have hidden companions beside it: `.NAME.lock`, `.NAME.journal`,
//! `.NAME.XXXXXX.partial` and `.NAME.XXXXXX.replaced`.

mod begun;
mod companions;
mod error;
mod exchange;
mod file_group;
mod folder;
mod foreign;
mod journal;
mod lock;
mod mark;
mod mode;
mod sync;
mod target;

pub use begun::{abandon, settle};
pub use companions::is_companion;
pub use error::DurableError;
pub use file_group::{FileGroup, Output, replace_file};
pub use folder::{Owns, StagedFolder};
pub use lock::OutputLock;
pub use sync::make_folders;
pub use target::{Links, Ours, begins_with};
