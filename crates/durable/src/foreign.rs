//! Files that a person put into a folder that is replaced.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::companions::is_companion;
use crate::exchange::rename_new;
use crate::mark::MARK;
use crate::sync::{make_folders, sync_folder};

/// Alternative names tried for a foreign file whose own name is taken.
const NAMES: usize = 1_000;

/// The files and folders below `folder` that are not `owned`, as relative paths. An owned folder is searched;
/// any other is foreign as a whole. What a killed process of this program left is not foreign.
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

/// Moves foreign files from `former` to the same paths in `folder`. If a path is taken, the file goes beside
/// it, under a name that says so. A file that is the beginning of the one in its place is left behind.
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

/// Whether the whole file `former` is the beginning of the file `now`, so that nothing is lost with it.
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
