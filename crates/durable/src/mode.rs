//! Permissions: what replaces a file may be read by whom the file could be read by, and by nobody else.

use std::fs::{File, Metadata};
use std::io;

/// Gives `file` the permissions and, where that is allowed, the owner and group of what it replaces. Where the group
/// cannot be kept, group and others get no right that a stranger did not have.
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

/// Permissions are the system's affair here.
#[cfg(not(unix))]
pub(crate) fn keep_mode(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Has `builder` make what everybody may read whom the process' mask lets.
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
