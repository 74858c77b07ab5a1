//! A run as its files have it.

use std::path::Path;

use thema_report::StoredRun;

use crate::error::Blame;
use crate::{Fault, Result};

/// Reads a run directory.
pub(crate) fn read(run: &Path) -> Result<StoredRun> {
    StoredRun::read(run)
        .blame_for(Fault::Input, || format!("{} is no run that this version can read", run.display()))
}
