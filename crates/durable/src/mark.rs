//! The mark of a folder that is not yet in place. A kill may leave a hidden folder beside another. If it has
//! the mark, it was never in place, and contains nothing of a person's.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::sync::sync_folder;

/// Name of the mark, a file in the folder.
pub(crate) const MARK: &str = ".not-in-place";

/// Adds the mark to `folder`.
pub(crate) fn mark(folder: &Path) -> io::Result<()> {
    File::create_new(folder.join(MARK)).map(drop)
}

/// Whether `folder` has the mark.
pub(crate) fn is_marked(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(MARK)).is_ok()
}

/// Removes the mark from `folder` and fsyncs the folder, if both exist.
pub(crate) fn unmark(folder: &Path) -> io::Result<()> {
    match fs::remove_file(folder.join(MARK)) {
        Err(missing) if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&missing.kind()) => {
            Ok(())
        }
        removed => removed.and_then(|()| sync_folder(folder)),
    }
}

/// Removes `folder`, the mark last, so that a partly removed folder still has it.
pub(crate) fn discard(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else if entry.file_name() != MARK {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_dir_all(folder)
}
