//! Names of the hidden files and folders beside an output being written.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Random characters in a unique name.
pub(crate) const UNIQUE: usize = 6;
/// A name longer than this, in bytes, is replaced by its beginning and a hash, because file systems allow 255
/// bytes.
const LONGEST: usize = 220;
/// Bytes kept of a longer name, at most.
const KEPT: usize = 180;

/// An unfinished file or folder, or a replaced folder not yet removed.
pub(crate) const PARTIAL: &str = ".partial";
/// A folder moved aside where the file system cannot exchange names.
pub(crate) const REPLACED: &str = ".replaced";

/// The companion names of one output.
#[derive(Clone, Debug)]
pub(crate) struct Companions {
    folder: PathBuf,
    stem: OsString,
}

impl Companions {
    /// The companions of `target`, which must have a name and a parent folder.
    pub(crate) fn of(target: &Path) -> Self {
        let name = target.file_name().unwrap_or_default();
        let mut stem = OsString::from(".");
        if name.len() <= LONGEST {
            stem.push(name);
        } else {
            let hash = blake3::hash(name.as_encoded_bytes()).to_hex();
            stem.push(name.to_string_lossy().chars().take(KEPT / 4).collect::<String>());
            stem.push(format!("-{}", &hash[..16]));
        }
        stem.push(".");
        Self { folder: target.parent().unwrap_or(Path::new("/")).to_path_buf(), stem }
    }

    /// The prefix of unique names.
    pub(crate) fn stem(&self) -> &OsStr {
        &self.stem
    }

    pub(crate) fn lock(&self) -> PathBuf {
        self.with("lock")
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.with("journal")
    }

    fn with(&self, suffix: &str) -> PathBuf {
        let mut name = self.stem.clone();
        name.push(suffix);
        self.folder.join(name)
    }

    /// Whether `name` is a unique name of this output with the suffix `suffix`.
    pub(crate) fn is_unique_name(&self, name: &OsStr, suffix: &str) -> bool {
        let name = name.as_encoded_bytes();
        let unique = name
            .strip_prefix(self.stem.as_encoded_bytes())
            .and_then(|rest| rest.strip_suffix(suffix.as_bytes()));
        unique.is_some_and(is_unique)
    }

    /// The existing unique names of this output with this suffix, sorted.
    pub(crate) fn found(&self, suffix: &str) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if self.is_unique_name(&entry.file_name(), suffix) {
                found.push(entry.path());
            }
        }
        found.sort();
        Ok(found)
    }
}

fn is_unique(part: &[u8]) -> bool {
    part.len() == UNIQUE && part.iter().all(u8::is_ascii_alphanumeric)
}

/// Whether `name` has the form that this crate uses for unfinished files and folders.
#[must_use]
pub fn is_companion(name: &OsStr) -> bool {
    let Some(rest) = name.as_encoded_bytes().strip_prefix(b".") else { return false };
    let long = |suffix: &str| {
        let stem = rest.strip_suffix(suffix.as_bytes());
        let parts = stem.and_then(|stem| Some((stem, stem.iter().rposition(|&byte| byte == b'.')?)));
        parts.is_some_and(|(stem, dot)| dot > 0 && is_unique(&stem[dot + 1..]))
    };
    long(PARTIAL)
        || long(REPLACED)
        || [".lock", ".journal"]
            .iter()
            .any(|suffix| rest.len() > suffix.len() && rest.ends_with(suffix.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unique_names_are_of_one_output_alone() {
        let of = |name: &str| Companions::of(&Path::new("/x").join(name));
        let is = |of: &Companions, name: &str| of.is_unique_name(OsStr::new(name), PARTIAL);
        assert!(is(&of("out"), ".out.a1B2c3.partial"));
        assert!(is(&of("out.abcdef"), ".out.abcdef.a1B2c3.partial"));
        for other in
            [".out.abcdef.a1B2c3.partial", ".out.a1B2c.partial", ".out.partial", "out.a1B2c3.partial"]
        {
            assert!(!is(&of("out"), other), "{other}");
        }
    }

    #[test]
    fn companions_are_known_by_their_names() {
        for name in [".out.lock", ".out.journal", ".out.a1B2c3.partial", ".a.b.a1B2c3.replaced"] {
            assert!(is_companion(OsStr::new(name)), "{name}");
        }
        for name in ["out.lock", ".lock", ".git", ".partial", ".a1B2c3.partial", "notes.md", ".x.partial"] {
            assert!(!is_companion(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn the_longest_name_leaves_room() {
        let long = Companions::of(&Path::new("/x").join("é".repeat(127)));
        let longest = long.stem().len() + UNIQUE + REPLACED.len();
        assert!(longest <= 255, "{longest}");
        assert_ne!(long.stem(), Companions::of(&Path::new("/x").join("é".repeat(126))).stem());
    }
}
