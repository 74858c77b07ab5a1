//! The journal of a file group: once it exists, the group must be replaced, by whichever process.
//!
//! It contains [`HEAD`], then the temporary name and the final name of every file, then [`END`], each
//! terminated by NUL. It is written under another name and then renamed, so an incomplete one was not made by
//! this program.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use crate::DurableError;
use crate::companions::{Companions, PARTIAL};
use crate::error::write_error;
use crate::mode::by_mask;
use crate::sync::sync_folder;
use crate::target::open_plain;

const HEAD: &[u8] = b"thema journal 1";
const END: &[u8] = b"end";
/// Most bytes of a journal that are read.
const LONGEST: u64 = 1 << 16;

/// One file of a group: its temporary name and its final name, both in the group's folder.
pub(crate) type Step = (OsString, OsString);

/// Writes the journal of a group in `folder` and fsyncs it; `of` are the companions of the group's first
/// file.
pub(crate) fn write(of: &Companions, folder: &Path, steps: &[Step]) -> io::Result<()> {
    let mut bytes = Vec::new();
    let names = steps.iter().flat_map(|(from, to)| [from.as_encoded_bytes(), to.as_encoded_bytes()]);
    for part in std::iter::once(HEAD).chain(names).chain([END]) {
        bytes.extend_from_slice(part);
        bytes.push(0);
    }
    let mut builder = tempfile::Builder::new();
    by_mask(&mut builder, 0o666).prefix(of.stem()).suffix(PARTIAL);
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(&bytes)?;
    file.as_file().sync_all()?;
    file.persist(of.journal())?;
    sync_folder(folder)
}

/// Finishes the group of an existing journal. The caller holds the lock of `target`, the group's first file.
pub(crate) fn finish(of: &Companions, target: &Path) -> Result<(), DurableError> {
    let path = of.journal();
    let error = write_error(target);
    let file = match open_plain(&path) {
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(()),
        opened => opened.map_err(&error)?,
    };
    let folder = target.parent().unwrap_or(Path::new("/"));
    if !is_trusted(&file, folder).map_err(&error)? {
        return Err(DurableError::refused(&path, "belongs to another user and is not followed"));
    }
    let mut bytes = Vec::new();
    file.take(LONGEST).read_to_end(&mut bytes).map_err(&error)?;
    let steps = parse(&bytes, folder);
    let steps = steps
        .ok_or_else(|| DurableError::refused(&path, "is corrupted; remove it if nothing is lost by that"))?;
    for (from, to) in steps {
        match fs::rename(folder.join(from), folder.join(to)) {
            // Renamed before the previous process ended.
            Err(missing) if missing.kind() == io::ErrorKind::NotFound => {}
            renamed => renamed.map_err(&error)?,
        }
    }
    sync_folder(folder).map_err(&error)?;
    fs::remove_file(&path).map_err(&error)?;
    sync_folder(folder).map_err(&error)
}

/// The steps in `bytes`; `None` if they are not a journal for `folder`.
fn parse(bytes: &[u8], folder: &Path) -> Option<Vec<Step>> {
    let parts: Vec<&[u8]> = bytes.strip_suffix(b"\0")?.split(|&byte| byte == 0).collect();
    let [HEAD, names @ .., END] = parts.as_slice() else { return None };
    let (pairs, rest) = names.as_chunks::<2>();
    let steps: Vec<Step> = pairs.iter().map(|[from, to]| (name(from), name(to))).collect();
    let fits = |(from, to): &Step| {
        let target = folder.join(to);
        target.file_name() == Some(to) && Companions::of(&target).is_unique_name(from, PARTIAL)
    };
    (rest.is_empty() && steps.iter().all(fits)).then_some(steps)
}

#[cfg(unix)]
fn name(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(bytes).to_owned()
}

#[cfg(not(unix))]
fn name(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Whether the journal belongs to this user, to the folder's owner or to root, and not to a stranger who may
/// also write in the folder.
#[cfg(unix)]
fn is_trusted(file: &File, folder: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let journal = file.metadata()?;
    let owners = [rustix::process::geteuid().as_raw(), fs::metadata(folder)?.uid(), 0];
    Ok(journal.is_file() && owners.contains(&journal.uid()))
}

#[cfg(not(unix))]
fn is_trusted(file: &File, _: &Path) -> io::Result<bool> {
    Ok(file.metadata()?.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_leads_to_names_of_its_folder_alone() {
        let folder = Path::new("/x");
        let journal =
            |from: &str, to: &str| parse(format!("thema journal 1\0{from}\0{to}\0end\0").as_bytes(), folder);
        assert_eq!(journal(".a.a1B2c3.partial", "a").unwrap().len(), 1);
        for (from, to) in [
            (".a.a1B2c3.partial", "../a"),
            (".a.a1B2c3.partial", "/etc/a"),
            ("../.a.a1B2c3.partial", "a"),
            ("secret", "a"),
            (".b.a1B2c3.partial", "a"),
            ("", ""),
        ] {
            assert!(journal(from, to).is_none(), "{from} {to}");
        }
        let whole = b"thema journal 1\0.a.a1B2c3.partial\0a\0end\0";
        assert!((0..whole.len()).all(|cut| parse(&whole[..cut], folder).is_none()));
    }
}
