//! What exists where an output is to be.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::DurableError;
use crate::error::write_error;

/// How an output whose name is a symbolic link is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// The file that the link points to is replaced, and the link stays: for names given by a person.
    Follow,
    /// The link is refused: for names that the program derived from another, where a stranger may have put
    /// the link.
    Refuse,
}

/// Whether an opened file is of the kind that may be replaced.
pub type Ours = Box<dyn Fn(&mut File) -> io::Result<bool> + Send + Sync>;

/// Accepts files that begin with `magic`.
#[must_use]
pub fn begins_with(magic: &'static [u8]) -> Ours {
    Box::new(move |file| {
        let mut head = Vec::with_capacity(magic.len());
        file.take(magic.len() as u64).read_to_end(&mut head)?;
        Ok(head == magic)
    })
}

/// The absolute path of `target` without links, whether it exists or not.
pub(crate) fn resolve(target: &Path, links: Links) -> Result<PathBuf, DurableError> {
    let error = write_error(target);
    let is_link = fs::symlink_metadata(target).is_ok_and(|metadata| metadata.is_symlink());
    if is_link && links == Links::Refuse {
        return Err(DurableError::refused(target, "is a symbolic link and is not followed"));
    }
    match fs::canonicalize(target) {
        Ok(path) if path.file_name().is_none() => Err(DurableError::refused(&path, "has no name to replace")),
        Ok(path) => Ok(path),
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => {
            if is_link {
                return Err(DurableError::refused(target, "is a dangling symbolic link"));
            }
            let path = std::path::absolute(target).map_err(&error)?;
            let (Some(name), Some(parent)) = (path.file_name(), path.parent()) else {
                return Err(DurableError::refused(target, "has no name"));
            };
            match fs::canonicalize(parent) {
                Ok(parent) => Ok(parent.join(name)),
                Err(missing) if missing.kind() == io::ErrorKind::NotFound => Ok(path),
                Err(other) => Err(error(other)),
            }
        }
        Err(other) => Err(error(other)),
    }
}

/// Refuses a file that must not be replaced: one that is not a regular file, and a non-empty one that is not
/// `ours`; `what` names that kind ("a corpus"). Returns the file's metadata, or `None` if it does not exist.
pub(crate) fn standing_file(
    target: &Path,
    ours: &Ours,
    what: &str,
) -> Result<Option<Metadata>, DurableError> {
    let metadata = match fs::symlink_metadata(target) {
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(write_error(target))?,
    };
    if !metadata.is_file() {
        return Err(DurableError::refused(target, format!("is {}, not a file", kind(&metadata))));
    }
    if metadata.len() > 0 {
        let is_ours = File::open(target).and_then(|mut file| ours(&mut file)).map_err(write_error(target))?;
        if !is_ours {
            return Err(DurableError::refused(
                target,
                format!("exists and is not {what}; it is not replaced"),
            ));
        }
    }
    Ok(Some(metadata))
}

/// The kind of file, in words.
fn kind(metadata: &Metadata) -> &'static str {
    if metadata.is_dir() {
        return "a directory";
    }
    if metadata.is_symlink() {
        return "a symbolic link";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = metadata.file_type();
        if kind.is_fifo() {
            return "a named pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_block_device() || kind.is_char_device() {
            return "a device";
        }
    }
    "a special file"
}

/// Refuses a folder that cannot be renamed because a file system is mounted on it.
pub(crate) fn refuse_mount(target: &Path) -> Result<(), DurableError> {
    if is_mount(target) {
        let reason = "is a mount point, which cannot be replaced; name a directory inside it";
        return Err(DurableError::refused(target, reason));
    }
    Ok(())
}

#[cfg(target_os = "linux")]
fn is_mount(target: &Path) -> bool {
    use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, statx};
    let found = statx(CWD, target, AtFlags::SYMLINK_NOFOLLOW, StatxFlags::BASIC_STATS);
    found.is_ok_and(|found| found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT))
}

#[cfg(not(target_os = "linux"))]
fn is_mount(_: &Path) -> bool {
    false
}

/// Opens the regular file `path`, creating it if missing, without following a link or waiting for a pipe. A
/// file of another user is opened only for reading.
pub(crate) fn open_beside(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = match plain(&mut options).open(path) {
        Err(denied) if denied.kind() == io::ErrorKind::PermissionDenied => {
            open_plain(path).map_err(|_| denied)?
        }
        opened => opened.map_err(|error| said_of(path, &error))?,
    };
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::other(format!("{} is not a regular file", path.display())))
    }
}

/// Opens `path` for reading, without following a link or waiting for a pipe.
pub(crate) fn open_plain(path: &Path) -> io::Result<File> {
    plain(OpenOptions::new().read(true)).open(path)
}

/// An error that names the companion file, because it is not the path that the user knows.
fn said_of(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(unix)]
fn plain(options: &mut OpenOptions) -> &mut OpenOptions {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o666).custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32)
}

#[cfg(not(unix))]
fn plain(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}
