//! Directory trees as values that can be compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Content of the files below a folder by relative path, without the timings of a run.
pub(crate) type Tree = BTreeMap<PathBuf, Vec<u8>>;

pub(crate) fn tree(path: &Path) -> Tree {
    let mut found = Tree::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(path.join(&folder)).into_iter().flatten().flatten() {
            let name = folder.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                folders.push(name);
            } else if entry.file_name() != "timings.json" {
                found.insert(name, fs::read(entry.path()).unwrap_or_default());
            }
        }
    }
    found
}

/// Copies the file or folder `name` from one folder to another.
pub(crate) fn copy(name: &str, from: &Path, to: &Path) {
    copy_to(&from.join(name), &to.join(name));
}

fn copy_to(from: &Path, to: &Path) {
    if from.is_file() {
        fs::copy(from, to).unwrap();
        return;
    }
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        copy_to(&entry.path(), &to.join(entry.file_name()));
    }
}

/// Whether a path is or lies in something hidden, which is how writers name unfinished files.
pub(crate) fn is_hidden(path: &Path) -> bool {
    path.iter().any(|part| part.to_string_lossy().starts_with('.'))
}

/// The first paths in which two trees differ.
pub(crate) fn differing(one: &Tree, other: &Tree) -> String {
    let of = |one: &Tree, other: &Tree| -> Vec<PathBuf> {
        one.iter()
            .filter(|(name, bytes)| other.get(*name) != Some(bytes))
            .map(|(name, _)| name.clone())
            .collect()
    };
    let mut names = [of(one, other), of(other, one)].concat();
    names.sort();
    names.dedup();
    names.truncate(4);
    format!("{names:?}")
}
