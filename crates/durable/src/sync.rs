//! Makes sure that what was written reaches the disk.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Fsyncs the folder `path`, that is its entries, where the system can.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

/// Fsyncs all files and folders below `path`, and `path`.
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

/// Creates the folder `path` and its missing parents. Each one's entry is fsynced before the next is created.
///
/// # Errors
/// When a folder cannot be created or fsynced.
pub fn make_folders(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let parent = match path.parent() {
        // A bare name is relative to the working directory.
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
