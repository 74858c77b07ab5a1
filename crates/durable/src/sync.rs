//! What was written reaches the disk.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Flushes the entries of the folder `path`, where the system can.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

/// Flushes all files below `path`, all folders, and `path`.
pub(crate) fn sync_tree(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            sync_tree(&entry.path())?;
        } else if kind.is_file() {
            File::open(entry.path())?.sync_all()?;
        }
    }
    sync_folder(path)
}

/// Makes the folder `path` and those that lead to it, each on the disk before the next.
///
/// # Errors
/// When one cannot be made or flushed.
pub fn make_folders(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let parent = match path.parent() {
        // A name alone lies where the process is.
        Some(parent) if parent.as_os_str().is_empty() => Some(Path::new(".")),
        parent => parent,
    };
    if let Some(parent) = parent {
        make_folders(parent)?;
    }
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        made => made.and_then(|()| parent.map_or(Ok(()), sync_folder)),
    }
}
