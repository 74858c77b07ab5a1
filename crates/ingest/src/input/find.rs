//! Finds inputs: files, directories, patterns and standard input.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::IngestError;

/// Deepest nesting of directories below the one that the user named.
const MAX_DEPTH: usize = 32;

/// The path that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// Lists the inputs behind `paths`, in the order given and without repetition. A file stands for itself, `-`
/// for standard input, and a directory for every file below it, sorted by path. Hidden files and links to
/// directories are skipped. A path that does not exist and contains one of `*?[` is a pattern
/// (`dumps/*.jsonl`, `**/*.xml`) for files and directories.
///
/// Returns the inputs, and separately the paths that could not be listed.
#[must_use]
pub fn find_inputs(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<IngestError>) {
    let (mut inputs, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        if path.as_os_str() == STANDARD_INPUT {
            inputs.push(path.clone());
            continue;
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => list(path, MAX_DEPTH, &mut inputs, &mut errors),
            Ok(_) => inputs.push(path.clone()),
            Err(source) => match expand(path) {
                Some(found) => {
                    let (found, unlisted) = find_inputs(&found);
                    inputs.extend(found);
                    errors.extend(unlisted);
                }
                None if is_pattern(path) && source.kind() != ErrorKind::PermissionDenied => {
                    errors.push(IngestError::NoMatch { path: path.clone() });
                }
                None => errors.push(IngestError::Open { path: path.clone(), source }),
            },
        }
    }
    let mut seen = rustc_hash::FxHashSet::default();
    inputs.retain(|path| seen.insert(path.clone()));
    (inputs, errors)
}

/// Whether a path that does not exist is a pattern.
fn is_pattern(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.contains(['*', '?', '[']))
}

/// The paths that match the pattern `path`, sorted; `None` if it is not a pattern or matches nothing.
///
/// Folders are walked here and not by the `glob` crate, which panics on a name that is not UTF-8. Such names
/// match no pattern.
fn expand(path: &Path) -> Option<Vec<PathBuf>> {
    if !is_pattern(path) {
        return None;
    }
    let mut found = vec![PathBuf::new()];
    for component in path.components() {
        let part = component.as_os_str();
        found = if !is_pattern(Path::new(part)) {
            found.into_iter().map(|before| before.join(part)).collect()
        } else if part == "**" {
            found.iter().flat_map(|before| folders(before, MAX_DEPTH)).collect()
        } else {
            let pattern = glob::Pattern::new(part.to_str()?).ok()?;
            found.iter().flat_map(|before| matching(before, &pattern)).collect()
        };
    }
    found.retain(|path| path.exists());
    // A file of this name is not standard input.
    found.iter_mut().filter(|path| path.as_os_str() == STANDARD_INPUT).for_each(|path| *path = "./-".into());
    found.sort();
    found.dedup();
    (!found.is_empty()).then_some(found)
}

/// Entries of `folder` whose names match `pattern`.
fn matching(folder: &Path, pattern: &glob::Pattern) -> Vec<PathBuf> {
    let options = glob::MatchOptions { require_literal_leading_dot: true, ..glob::MatchOptions::new() };
    let names = names(folder).into_iter();
    names.filter(|name| pattern.matches_with(name, options)).map(|name| folder.join(name)).collect()
}

/// `folder` and all folders below it, except hidden ones and links.
fn folders(folder: &Path, depth: usize) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for name in names(folder).into_iter().filter(|name| depth > 0 && !name.starts_with('.')) {
        let path = folder.join(name);
        if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_dir()) {
            found.extend(folders(&path, depth - 1));
        }
    }
    found
}

/// The names in `folder` that are UTF-8.
fn names(folder: &Path) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

fn list(directory: &Path, depth: usize, inputs: &mut Vec<PathBuf>, errors: &mut Vec<IngestError>) {
    let open_error = |source| IngestError::Open { path: directory.to_owned(), source };
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(source) => return errors.push(open_error(source)),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 => list(&path, depth - 1, inputs, errors),
            Ok(kind) if kind.is_dir() => {
                errors.push(open_error(std::io::Error::other(format!(
                    "nested deeper than {MAX_DEPTH} directories"
                ))));
            }
            Ok(_) if path.is_file() => inputs.push(path),
            Ok(_) => {}
            Err(source) => errors.push(IngestError::Open { path, source }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_its_files_in_order_without_hidden_ones() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        fs::create_dir(root.join("b")).unwrap();
        for name in ["c.txt", "a.txt", ".hidden", "b/x.json"] {
            fs::write(root.join(name), "x").unwrap();
        }
        let (inputs, errors) = find_inputs(&[root.to_owned(), root.join("a.txt"), root.join("absent")]);
        assert_eq!(inputs, ["a.txt", "b/x.json", "c.txt"].map(|name| root.join(name)));
        assert!(matches!(&errors[..], [IngestError::Open { path, .. }] if path.ends_with("absent")));
    }

    #[test]
    fn a_pattern_is_what_it_matches() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        fs::create_dir(root.join("b.d")).unwrap();
        for name in ["2.txt", "1.txt", ".3.txt", "b.d/x.json", "4.xml"] {
            fs::write(root.join(name), "x").unwrap();
        }
        let (inputs, errors) = find_inputs(&["*.txt", "?.d", "[0-9].pdf"].map(|name| root.join(name)));
        assert_eq!(inputs, ["1.txt", "2.txt", "b.d/x.json"].map(|name| root.join(name)));
        assert!(matches!(&errors[..], [IngestError::NoMatch { path }] if path.ends_with("[0-9].pdf")));
    }

    #[cfg(unix)]
    #[test]
    fn a_pattern_passes_over_names_that_are_not_utf8() {
        use std::os::unix::ffi::OsStrExt;
        let directory = tempfile::tempdir().unwrap();
        let strange = directory.path().join(std::ffi::OsStr::from_bytes(b"\xff\xfe.txt"));
        fs::write(strange, "x").unwrap();
        fs::create_dir_all(directory.path().join("b/c")).unwrap();
        for name in ["1.txt", "b/2.txt", "b/c/3.txt"] {
            fs::write(directory.path().join(name), "x").unwrap();
        }
        let (inputs, _) = find_inputs(&[directory.path().join("*.txt")]);
        assert_eq!(inputs, [directory.path().join("1.txt")]);
        let (inputs, _) = find_inputs(&[directory.path().join("**/*.txt")]);
        assert_eq!(inputs, ["1.txt", "b/2.txt", "b/c/3.txt"].map(|name| directory.path().join(name)));
    }
}
