//! Renames that overwrite nothing: exchanging two names, and taking a name only if it is free.

use std::fs;
use std::io;
use std::path::Path;

/// Exchanges `a` and `b`, which must both exist, so that each name exists at every moment. Returns `false` if
/// the system or file system does not support it (`renameat2` with `RENAME_EXCHANGE`).
pub(crate) fn exchange(a: &Path, b: &Path) -> io::Result<bool> {
    system::exchange(a, b)
}

/// Renames `from` to `to`, where nothing may exist.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] when something exists there.
pub(crate) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    if system::rename_new(from, to)? {
        return Ok(());
    }
    if fs::symlink_metadata(to).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod system {
    use std::io;
    use std::path::Path;

    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;

    pub(super) fn exchange(a: &Path, b: &Path) -> io::Result<bool> {
        known(renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE))
    }

    pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<bool> {
        known(renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE))
    }

    fn known(renamed: rustix::io::Result<()>) -> io::Result<bool> {
        match renamed {
            Ok(()) => Ok(true),
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod system {
    use std::io;
    use std::path::Path;

    pub(super) fn exchange(_: &Path, _: &Path) -> io::Result<bool> {
        Ok(false)
    }

    pub(super) fn rename_new(_: &Path, _: &Path) -> io::Result<bool> {
        Ok(false)
    }
}
