//! Reads the members of zip archives in place; nothing is written to disk.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zip::ZipArchive;
use zip::read::ZipFile;

use crate::input::decompress::{Bounded, Budget};

/// Whether an input that begins with `head` is a zip archive with at least one member.
pub(crate) fn is_archive(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04")
}

/// A zip archive whose members together may decompress to no more than a budget allows.
pub(crate) struct Archive {
    members: ZipArchive<Counted>,
    taken: Arc<AtomicU64>,
    budget: Budget,
}

impl Archive {
    /// Reads the directory of the archive at `path`.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        let taken = Arc::<AtomicU64>::default();
        let members = ZipArchive::new(Counted { file, taken: Arc::clone(&taken) })?;
        // Members of a hostile archive may overlap, so bytes read more than once count at most up to the
        // file's size.
        Ok(Self { members, budget: Budget::new(Arc::clone(&taken), size), taken })
    }

    /// The number of members.
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    /// The names of all members whose names are UTF-8.
    pub(crate) fn names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.members.file_names().filter_map(Result::ok)
    }

    /// A counter of the bytes read from the archive's file.
    pub(crate) fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.taken)
    }

    /// The budget shared by all members.
    pub(crate) fn budget(&self) -> Budget {
        self.budget.clone()
    }

    /// The member at `index` and its name; `None` for folders, links and hidden files.
    pub(crate) fn member(&mut self, index: usize) -> io::Result<Option<(PathBuf, Member<'_>)>> {
        let budget = self.budget.clone();
        let member = self.members.by_index(index)?;
        let name = String::from_utf8_lossy(member.name_raw()).replace(char::is_control, "_");
        if !member.is_file() || is_hidden(&name) {
            return Ok(None);
        }
        Ok(Some((PathBuf::from(name), Bounded::new(member, budget))))
    }
}

/// The bytes of a member.
pub(crate) type Member<'a> = Bounded<ZipFile<'a, Counted>>;

/// Whether the member is hidden, or metadata that macOS adds.
fn is_hidden(name: &str) -> bool {
    name.starts_with("__MACOSX/")
        || name.split(['/', '\\']).any(|part| part.starts_with('.') && !matches!(part, "." | ".."))
}

/// A file that counts the bytes read from it.
pub(crate) struct Counted {
    file: File,
    taken: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        self.taken.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
