//! Ensures that there is only one writer at a time.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::DurableError;
use crate::begun::{Unfinished, steady};
use crate::companions::Companions;
use crate::error::write_error;
use crate::target::{Links, open_beside, resolve};

/// How often locking is retried if the previous holder removed the file at the same moment.
const TRIES: usize = 100;
/// Most bytes read of the holder's description.
const HOLDER: u64 = 200;

/// The right to write one output, held by at most one process: an advisory lock (`flock`) on the file
/// `.NAME.lock` beside it. It ends with the process, however that ends, or with this value, which removes the
/// file. Readers need no lock.
///
/// On a file system without locks everybody gets the right, with a warning; then nothing that other processes
/// left is removed.
#[derive(Debug)]
pub struct OutputLock {
    target: PathBuf,
    held: Option<Held>,
}

#[derive(Debug)]
struct Held {
    _file: File,
    path: PathBuf,
    unfinished: Unfinished,
}

impl OutputLock {
    /// Takes the lock of the output at `target`, a file or folder that need not exist. Links are resolved, so
    /// that two names of one output have one lock.
    ///
    /// # Errors
    /// [`DurableError::Busy`] when another process holds it, [`DurableError::Refused`] when the output's
    /// parent folder is missing, [`DurableError::Write`] when the lock file cannot be created.
    pub fn take(target: &Path) -> Result<Self, DurableError> {
        let target = resolve(target, Links::Follow)?;
        let path = Companions::of(&target).lock();
        for _ in 0..TRIES {
            let mut steady = steady();
            let file = open_beside(&path).map_err(|error| not_opened(&target, error))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(DurableError::Busy { path: target, holder: holder(&file) });
                }
                Err(TryLockError::Error(error)) if no_locks(&error) => {
                    tracing::warn!(
                        "{}: the file system has no locks; let only one process write it at a time",
                        target.display()
                    );
                    let _ = fs::remove_file(&path);
                    return Ok(Self { target, held: None });
                }
                Err(TryLockError::Error(error)) => return Err(write_error(&target)(error)),
            }
            // The previous holder may have removed the file between the two calls; then this lock protects
            // nothing.
            if is_same_file(&file, &path) {
                sign(&file);
                let unfinished = steady.begun(&path);
                return Ok(Self { target, held: Some(Held { _file: file, path, unfinished }) });
            }
        }
        Err(DurableError::Busy { path: target, holder: "other processes".to_owned() })
    }

    /// The output's path, with links resolved.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Whether no other process can write the output now, so that unfinished files were left by a process
    /// that ended.
    pub(crate) fn is_alone(&self) -> bool {
        self.held.is_some()
    }
}

impl Drop for OutputLock {
    fn drop(&mut self) {
        if let Some(held) = &self.held {
            let mut steady = steady();
            // Before the lock is released, which happens when the file is closed.
            let _ = fs::remove_file(&held.path);
            steady.forget(&held.unfinished);
        }
    }
}

/// Why the lock of `target` could not be opened; a missing folder has a message of its own.
fn not_opened(target: &Path, error: io::Error) -> DurableError {
    match target.parent() {
        Some(folder) if error.kind() == io::ErrorKind::NotFound && !folder.exists() => {
            let reason = format!("cannot be written: create the folder {} first", folder.display());
            DurableError::refused(target, reason)
        }
        _ => write_error(target)(error),
    }
}

fn no_locks(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::Unsupported || is_out_of_locks(error)
}

#[cfg(unix)]
fn is_out_of_locks(error: &io::Error) -> bool {
    rustix::io::Errno::from_io_error(error) == Some(rustix::io::Errno::NOLCK)
}

#[cfg(not(unix))]
fn is_out_of_locks(_: &io::Error) -> bool {
    false
}

/// Writes the holder into the lock file. If that fails, the lock is held all the same.
fn sign(mut file: &File) {
    let signed = file.set_len(0).and_then(|()| writeln!(file, "process {}{}", std::process::id(), host()));
    if let Err(error) = signed {
        tracing::debug!(%error, "cannot write the holder into the lock");
    }
}

#[cfg(unix)]
fn host() -> String {
    format!(" on {}", rustix::system::uname().nodename().to_string_lossy())
}

#[cfg(not(unix))]
fn host() -> String {
    String::new()
}

fn holder(mut file: &File) -> String {
    let mut text = String::new();
    let read = file.rewind().and_then(|()| file.take(HOLDER).read_to_string(&mut text));
    let text: String = text.trim().chars().filter(|c| !c.is_control()).collect();
    if read.is_err() || text.is_empty() { "another process".to_owned() } else { text }
}

#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let of = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(file), Ok(named)) => of(file) == of(named),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same_file(_: &File, path: &Path) -> bool {
    path.exists()
}
