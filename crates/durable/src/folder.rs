//! Replaces a folder atomically.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::begun::{Unfinished, steady};
use crate::companions::{Companions, PARTIAL, REPLACED};
use crate::error::write_error;
use crate::exchange::{exchange, rename_new};
use crate::foreign::{carry_over, foreign};
use crate::mark::{discard, is_marked, mark, unmark};
use crate::mode::{by_mask, keep_mode};
use crate::sync::{make_folders, sync_folder, sync_tree};
use crate::target::{Links, refuse_mount, resolve};
use crate::{DurableError, OutputLock};

/// Tells which paths in a folder the program wrote: files, and the folders created for them. The rest is
/// foreign and survives a replacement. Fails if it cannot tell; then nothing is removed.
pub type Owns = fn(&Path) -> io::Result<Box<dyn Fn(&Path) -> bool>>;

/// Says why an existing folder must not be replaced.
type Check = Box<dyn Fn(&Path) -> Result<(), String> + Send + Sync>;

/// A folder while it is being written: a hidden sibling of the target, `.NAME.XXXXXX.partial`, under the
/// target's lock. [`StagedFolder::commit`] exchanges the two, so that the target, old or new, exists at every
/// moment. If dropped without a commit, it is removed. A mark in it distinguishes it from an old folder not
/// yet removed.
pub struct StagedFolder {
    // Declared before the lock, so that it is removed before the lock is released.
    staging: Staging,
    lock: OutputLock,
    check: Check,
    owns: Owns,
}

/// The hidden sibling.
struct Staging {
    path: PathBuf,
    unfinished: Unfinished,
    is_placed: bool,
}

impl StagedFolder {
    /// Takes the lock of `target`, restores or removes what killed processes left, and begins the folder.
    /// Creates missing parents. `check` is called now and by `commit` for an existing folder that is not
    /// empty. Call `begin` before the work, so that a wrong output fails at once.
    ///
    /// # Errors
    /// [`DurableError::Busy`] when another process is writing `target`; [`DurableError::Refused`] when
    /// `check` refuses it, or it is not a folder, is a dangling link or a mount point;
    /// [`DurableError::Write`] when its parent cannot be written.
    pub fn begin(
        target: &Path,
        owns: Owns,
        check: impl Fn(&Path) -> Result<(), String> + Send + Sync + 'static,
    ) -> Result<Self, DurableError> {
        let target = resolve(target, Links::Follow)?;
        let error = write_error(&target);
        let parent = target.parent().unwrap_or(Path::new("/"));
        make_folders(parent).map_err(&error)?;
        let lock = OutputLock::take(&target)?;
        let target = lock.target();
        if lock.is_alone() {
            let _steady = steady();
            recover(target, owns);
        }
        let check: Check = Box::new(check);
        refuse(target, &check)?;
        let companions = Companions::of(target);
        let mut builder = tempfile::Builder::new();
        by_mask(&mut builder, 0o777).prefix(companions.stem()).suffix(PARTIAL);
        let mut steady = steady();
        let path = builder.tempdir_in(target.parent().unwrap_or(parent)).map_err(&error)?.keep();
        let staging = Staging { unfinished: steady.begun(&path), path, is_placed: false };
        let marked = mark(&staging.path);
        drop(steady);
        marked.map_err(&error)?;
        if let Ok(standing) = fs::metadata(target) {
            File::open(&staging.path).and_then(|folder| keep_mode(&folder, &standing)).map_err(&error)?;
        }
        Ok(Self { staging, lock, check, owns })
    }

    /// The folder to write into.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.staging.path
    }

    /// The final path.
    #[must_use]
    pub fn target(&self) -> &Path {
        self.lock.target()
    }

    /// The lock of the final path.
    #[must_use]
    pub fn lock(&self) -> &OutputLock {
        &self.lock
    }

    /// Creates the file `name`, which may be in a subfolder (`model/terms.bin`).
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] when `name` leads out of the folder, [`io::ErrorKind::AlreadyExists`]
    /// when it was created before, and the system's errors.
    pub fn create(&self, name: &str) -> io::Result<File> {
        let name = Path::new(name);
        let mut components = name.components();
        let is_inside = components.all(|component| matches!(component, Component::Normal(_)));
        if !is_inside || name.as_os_str().is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "is outside the directory"));
        }
        let _steady = steady();
        let folders: Vec<&Path> =
            name.ancestors().skip(1).filter(|path| !path.as_os_str().is_empty()).collect();
        for folder in folders.into_iter().rev() {
            match fs::create_dir(self.path().join(folder)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => made?,
            }
        }
        OpenOptions::new().write(true).create_new(true).open(self.path().join(name))
    }

    /// Fsyncs the folder and puts it in place, with the permissions of what it replaces; foreign files of the
    /// old folder move to the new one. When it returns, the folder survives a power failure.
    ///
    /// # Errors
    /// [`DurableError::Refused`] when something that must not be replaced now exists at the target;
    /// [`DurableError::Write`] when a rename or an fsync fails. Either the old folder or the new one is then
    /// in place.
    pub fn commit(mut self) -> Result<PathBuf, DurableError> {
        let target = self.target().to_path_buf();
        let error = write_error(&target);
        sync_tree(self.path()).map_err(&error)?;
        let mut steady = steady();
        refuse(&target, &self.check)?;
        let staging = self.path().to_path_buf();
        let parent = target.parent().unwrap_or(Path::new("/"));
        let former = if fs::symlink_metadata(&target).is_ok() {
            unmark(&target).and_then(|()| keep_modes(&staging, &target)).map_err(&error)?;
            Some(replace(&staging, &target).map_err(&error)?)
        } else {
            rename_new(&staging, &target).map_err(&error)?;
            None
        };
        self.staging.is_placed = true;
        steady.forget(&self.staging.unfinished);
        sync_folder(parent).and_then(|()| unmark(&target)).map_err(&error)?;
        if let Some(former) = former
            && let Err(failure) = remove_former(&former, &target, self.owns)
        {
            tracing::warn!("{}, the former directory, cannot be removed: {failure}", former.display());
        }
        drop(steady);
        Ok(target)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        if !self.is_placed {
            let mut steady = steady();
            // What cannot be removed is left to the next holder of the lock.
            let _ = discard(&self.path);
            steady.forget(&self.unfinished);
        }
    }
}

/// Puts `staging` in place of `target` and returns the new path of the old folder.
fn replace(staging: &Path, target: &Path) -> io::Result<PathBuf> {
    if exchange(staging, target)? {
        return Ok(staging.to_path_buf());
    }
    // For a moment the target does not exist. If the process is killed now, the next holder of the lock
    // restores it.
    let aside = staging.with_extension(&REPLACED[1..]);
    fs::rename(target, &aside)?;
    if let Err(failure) = fs::rename(staging, target) {
        fs::rename(&aside, target)?;
        return Err(failure);
    }
    Ok(aside)
}

/// Moves foreign files out of `former`, and removes the rest.
fn remove_former(former: &Path, target: &Path, owns: Owns) -> io::Result<()> {
    carry_over(former, target, &owns(former)?)?;
    fs::remove_dir_all(former)
}

/// Restores a folder that was moved aside, and removes old and unfinished folders. What cannot be removed
/// stays for the next attempt. The caller holds the lock.
fn recover(target: &Path, owns: Owns) {
    if let Err(failure) = unmark(target) {
        tracing::warn!("{}: {failure}", target.display());
    }
    let companions = Companions::of(target);
    let mut aside = companions.found(REPLACED).unwrap_or_default();
    if fs::symlink_metadata(target).is_err()
        && let Some(last) = aside.pop()
        && let Err(failure) = rename_new(&last, target)
    {
        tracing::warn!(
            "{} is all that is left of {} and cannot be moved back: {failure}",
            last.display(),
            target.display()
        );
        return;
    }
    let partial = companions.found(PARTIAL).unwrap_or_default();
    for path in aside.into_iter().chain(partial) {
        if fs::symlink_metadata(&path).is_ok_and(|metadata| !metadata.is_dir()) {
            continue;
        }
        let removed = if is_marked(&path) {
            discard(&path)
        } else if target.is_dir() {
            remove_former(&path, target, owns)
        } else {
            match owns(&path).and_then(|owned| foreign(&path, &owned)) {
                Ok(foreign) if foreign.is_empty() => fs::remove_dir_all(&path),
                Ok(foreign) => Err(io::Error::other(format!("it contains {}", foreign[0].display()))),
                Err(failure) => Err(failure),
            }
        };
        if let Err(failure) = removed {
            tracing::warn!(
                "{}, left by an interrupted process, cannot be removed: {failure}",
                path.display()
            );
        }
    }
}

/// Refuses a target that must not or cannot be replaced.
fn refuse(target: &Path, check: &Check) -> Result<(), DurableError> {
    let mut entries = match fs::read_dir(target) {
        Ok(entries) => entries,
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(other) if other.kind() == io::ErrorKind::NotADirectory => {
            return Err(DurableError::refused(target, "is not a directory"));
        }
        Err(other) => return Err(write_error(target)(other)),
    };
    if entries.next().is_some() {
        check(target).map_err(|reason| DurableError::refused(target, reason))?;
    }
    refuse_mount(target)
}

/// Gives `new` and its contents the permissions of the same paths in `former`.
fn keep_modes(new: &Path, former: &Path) -> io::Result<()> {
    for entry in fs::read_dir(new)? {
        let entry = entry?;
        let beside = former.join(entry.file_name());
        let Ok(standing) = fs::symlink_metadata(&beside) else { continue };
        let is_folder = entry.file_type()?.is_dir();
        if is_folder && standing.is_dir() {
            keep_modes(&entry.path(), &beside)?;
        } else if is_folder == standing.is_dir() && !standing.is_symlink() {
            keep_mode(&File::open(entry.path())?, &standing)?;
        }
    }
    keep_mode(&File::open(new)?, &fs::metadata(former)?)
}
