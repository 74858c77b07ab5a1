//! The state of outputs after every way a writer can end.

#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod files;
mod folders;
mod interruption;
mod locks;

use std::fs;
use std::path::{Path, PathBuf};

use thema_durable::{Links, Output, begins_with};

/// An output that replaces files beginning with `new` or `old`.
fn output(path: &Path) -> Output {
    Output {
        path: path.to_path_buf(),
        links: Links::Follow,
        ours: Box::new(|file| Ok(begins_with(b"old")(file)? || begins_with(b"new")(&mut reopened(file)?)?)),
        what: "a file of this test",
    }
}

fn reopened(file: &mut fs::File) -> std::io::Result<fs::File> {
    use std::io::Seek;
    file.rewind()?;
    file.try_clone()
}

/// A file created by hand.
fn left(path: PathBuf, content: &str) -> PathBuf {
    fs::write(&path, content).unwrap();
    path
}

/// The names in a folder.
fn names(path: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}
