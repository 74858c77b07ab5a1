//! What a person put into a folder that is replaced.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::companions::is_companion;
use crate::exchange::rename_new;
use crate::sync::{make_folders, sync_folder};

/// How many names are tried for what cannot keep its own.
const NAMES: usize = 1_000;

/// The files and folders below `folder` that are not `owned`, by their paths in it. A folder that is owned is looked
/// through; any other is foreign as a whole. What a killed process left of its own is not foreign.
pub(crate) fn foreign(folder: &Path, owned: &dyn Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(within) = folders.pop() {
        for entry in fs::read_dir(folder.join(&within))? {
            let entry = entry?;
            let path = within.join(entry.file_name());
            let is_folder = entry.file_type()?.is_dir();
            if owned(&path) {
                if is_folder {
                    folders.push(path);
                }
            } else if is_folder || !is_companion(&entry.file_name()) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Moves what is foreign from `former` to `folder`, to the same paths; beside what stands there already, under a name that
/// says so.
pub(crate) fn carry_over(former: &Path, folder: &Path, owned: &dyn Fn(&Path) -> bool) -> io::Result<()> {
    for path in foreign(former, owned)? {
        let mut to = folder.join(&path);
        if let Some(parent) = to.parent() {
            make_folders(parent)?;
        }
        let mut moved = rename_new(&former.join(&path), &to);
        for number in 1..NAMES {
            if !moved.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists) {
                break;
            }
            let mut name = path.clone().into_os_string();
            name.push(format!(".kept-{number}"));
            to = folder.join(name);
            moved = rename_new(&former.join(&path), &to);
        }
        moved?;
        if to != folder.join(&path) {
            tracing::warn!("{} is kept as {}", path.display(), to.display());
        }
        to.parent().map_or(Ok(()), sync_folder)?;
    }
    Ok(())
}
