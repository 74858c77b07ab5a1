//! The pages of a harvest as files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use thema_durable::{DurableError, FileGroup, Links, Output, OutputLock, make_folders};

use super::HarvestError;

/// The file that names the harvest a directory belongs to.
const REQUEST_FILE: &str = "request.txt";

/// A directory of pages `page-000001.xml`, `page-000002.xml`, ... without a gap, and the address of the first one in a file that
/// was changed, as the file system tells, when the last request was sent.
///
/// A file of that name is always whole. Nothing else is kept: where a harvest goes on is read from its last page.
///
/// Two harvests of one directory would fetch and store the same pages: one holds it at a time.
pub(super) struct PageStore {
    directory: PathBuf,
    pages: u64,
    last_request: Option<SystemTime>,
    lock: OutputLock,
}

impl PageStore {
    /// Opens or makes the directory for the harvest that begins at `first_address`.
    pub(super) fn open(directory: &Path, first_address: &str) -> Result<Self, HarvestError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| HarvestError::Store { path, source }
        };
        make_folders(directory).map_err(failed(directory))?;
        let lock = OutputLock::take(directory).map_err(|error| store_error(directory, error))?;
        let mut store = Self { directory: directory.to_owned(), pages: 0, last_request: None, lock };
        let request = directory.join(REQUEST_FILE);
        match fs::read_to_string(&request) {
            Ok(found) if found.trim_end() == first_address => {
                store.last_request = fs::metadata(&request).and_then(|file| file.modified()).ok();
            }
            Ok(found) => {
                return Err(HarvestError::OtherHarvest {
                    path: directory.to_owned(),
                    found: found.trim_end().to_owned(),
                });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let line = format!("{first_address}\n");
                store.write(&request, line.as_bytes())?;
            }
            Err(error) => return Err(failed(&request)(error)),
        }
        while store.path(store.pages + 1).is_file() {
            store.pages += 1;
        }
        Ok(store)
    }

    /// When an earlier run sent its last request.
    pub(super) fn last_request(&self) -> Option<SystemTime> {
        self.last_request
    }

    /// Keeps the time of a request for the runs after this one. A file system that keeps no times costs them the pause and no
    /// more.
    pub(super) fn note_request(&self, time: SystemTime) {
        let file = fs::File::options().append(true).open(self.directory.join(REQUEST_FILE));
        if let Err(error) = file.and_then(|file| file.set_modified(time)) {
            tracing::debug!(%error, "the time of a request cannot be kept");
        }
    }

    /// The file of a page, counted from 1.
    pub(super) fn path(&self, page: u64) -> PathBuf {
        self.directory.join(format!("page-{page:06}.xml"))
    }

    /// How many pages there are.
    pub(super) fn pages(&self) -> u64 {
        self.pages
    }

    /// The bytes of a page, counted from 1.
    pub(super) fn read(&self, page: u64) -> Result<Vec<u8>, HarvestError> {
        let path = self.path(page);
        fs::read(&path).map_err(|source| HarvestError::Store { path, source })
    }

    /// Adds a page.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), HarvestError> {
        let path = self.path(self.pages + 1);
        self.write(&path, bytes)?;
        self.pages += 1;
        Ok(())
    }

    /// Writes a file that was not there, so that it is there whole or not at all.
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), HarvestError> {
        let output = Output {
            path: path.to_owned(),
            links: Links::Refuse,
            ours: Box::new(|_| Ok(false)),
            what: "a page of this harvest",
        };
        let written = FileGroup::begin_under(&self.lock, vec![output]).and_then(|mut file| {
            file.write(0, |out| out.write_all(bytes))?;
            file.commit()
        });
        written.map_err(|error| store_error(path, error))
    }

    /// Takes all pages away, the last first, so that a stop in between leaves no gap.
    pub(super) fn clear(&mut self) -> Result<(), HarvestError> {
        while self.pages > 0 {
            let path = self.path(self.pages);
            fs::remove_file(&path).map_err(|source| HarvestError::Store { path, source })?;
            self.pages -= 1;
        }
        Ok(())
    }
}

fn store_error(path: &Path, error: DurableError) -> HarvestError {
    let source = match error {
        DurableError::Write { source, .. } => source,
        other => io::Error::other(other),
    };
    HarvestError::Store { path: path.to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_found_again_and_parts_of_pages_are_not_pages() {
        let directory = tempfile::tempdir().unwrap();
        let mut store = PageStore::open(directory.path(), "https://a/?x").unwrap();
        store.push(b"one").unwrap();
        store.push(b"two").unwrap();
        fs::write(directory.path().join(".page-000003.xml.a1B2c3.partial"), b"thr").unwrap();
        fs::write(directory.path().join("page-000009.xml"), b"stray").unwrap();
        drop(store);
        let mut store = PageStore::open(directory.path(), "https://a/?x").unwrap();
        assert_eq!((store.pages(), store.read(2).unwrap()), (2, b"two".to_vec()));
        store.clear().unwrap();
        drop(store);
        assert_eq!(PageStore::open(directory.path(), "https://a/?x").unwrap().pages(), 0);
    }

    #[test]
    fn a_directory_serves_one_harvest() {
        let directory = tempfile::tempdir().unwrap();
        PageStore::open(directory.path(), "https://a/?x").unwrap();
        let error = PageStore::open(directory.path(), "https://a/?y").err().unwrap();
        assert!(matches!(error, HarvestError::OtherHarvest { found, .. } if found == "https://a/?x"));
    }
}
