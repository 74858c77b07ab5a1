//! Reads a run from its files.

use std::path::Path;

use thema_report::{Manifest, ReportError, StoredRun, consistently};

use crate::error::Blame;
use crate::{Fault, Result};

/// Reads a run directory.
pub(crate) fn read(run: &Path) -> Result<StoredRun> {
    StoredRun::read(run).blame_for(Fault::Input, || unreadable(run))
}

/// Reads only the manifest of a run directory.
pub(crate) fn manifest(run: &Path) -> Result<Manifest> {
    consistently(run, &[], |manifest| Ok::<_, ReportError>(manifest.clone()))
        .blame_for(Fault::Input, || unreadable(run))
}

fn unreadable(run: &Path) -> String {
    format!("{} is not a run this version can read", run.display())
}
