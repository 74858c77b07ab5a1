//! What a person put into a folder that is replaced.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::companions::is_companion;
use crate::exchange::rename_new;
use crate::mark::MARK;
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
            } else if is_folder || !(entry.file_name() == MARK || is_companion(&entry.file_name())) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Moves what is foreign from `former` to `folder`, to the same paths; where something stands there already, beside it, under
/// a name that says so. A file that goes on in the one that stands there is left.
pub(crate) fn carry_over(former: &Path, folder: &Path, owned: &dyn Fn(&Path) -> bool) -> io::Result<()> {
    for path in foreign(former, owned)? {
        let mut to = folder.join(&path);
        if goes_on(&former.join(&path), &to)? {
            continue;
        }
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

/// Whether all that the file `former` holds is the beginning of the file `now`, so that nothing is lost with it.
fn goes_on(former: &Path, now: &Path) -> io::Result<bool> {
    let is_file = |path: &Path| fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    if !is_file(former) || !is_file(now) {
        return Ok(false);
    }
    let (mut former, mut now) = (BufReader::new(File::open(former)?), BufReader::new(File::open(now)?));
    loop {
        let (one, other) = (former.fill_buf()?, now.fill_buf()?);
        if one.is_empty() {
            return Ok(true);
        }
        let both = one.len().min(other.len());
        if both == 0 || one[..both] != other[..both] {
            return Ok(false);
        }
        former.consume(both);
        now.consume(both);
    }
}
