//! Permissions: a replacement can be read by whoever could read the replaced file, and by nobody else.

use std::fs::{File, Metadata};
use std::io;

/// Gives `file` the permissions and, if allowed, the owner and group of what it replaces. If the group cannot
/// be kept, the file's group gets no right that others do not have.
#[cfg(unix)]
pub(crate) fn keep_mode(file: &File, replaced: &Metadata) -> io::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let own = file.metadata()?;
    let mut mode = replaced.mode() & 0o777;
    let wanted = (replaced.uid(), replaced.gid());
    if (own.uid(), own.gid()) != wanted
        && fchown(file, Some(wanted.0), Some(wanted.1)).is_err()
        && own.gid() != wanted.1
        && fchown(file, None, Some(wanted.1)).is_err()
    {
        let others = mode & 0o007;
        mode &= !0o070 | (others << 3);
    }
    if own.mode() & 0o777 == mode {
        return Ok(());
    }
    file.set_permissions(Permissions::from_mode(mode))
}

/// Permissions are left to the system here.
#[cfg(not(unix))]
pub(crate) fn keep_mode(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Makes `builder` create files and folders with `mode`, restricted by the process's umask.
pub(crate) fn by_mask<'a, 'b>(
    builder: &'a mut tempfile::Builder<'b, 'b>,
    mode: u32,
) -> &'a mut tempfile::Builder<'b, 'b> {
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder
}
