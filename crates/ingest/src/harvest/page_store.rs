//! The pages of a harvest as files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::HarvestError;

/// The file that names the harvest a directory belongs to.
const REQUEST_FILE: &str = "request.txt";

/// A directory of pages `page-000001.xml`, `page-000002.xml`, ... without a gap, and the address of the first one.
///
/// A page is written beside its place, flushed to the disk and renamed, so that a file of that name is always
/// whole. Nothing else is kept: where a harvest goes on is read from its last page.
pub(super) struct PageStore {
    directory: PathBuf,
    pages: u64,
}

impl PageStore {
    /// Opens or makes the directory for the harvest that begins at `first_address`.
    pub(super) fn open(directory: &Path, first_address: &str) -> Result<Self, HarvestError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| HarvestError::Store { path, source }
        };
        fs::create_dir_all(directory).map_err(failed(directory))?;
        let mut store = Self { directory: directory.to_owned(), pages: 0 };
        let request = directory.join(REQUEST_FILE);
        match fs::read_to_string(&request) {
            Ok(found) if found.trim_end() == first_address => {}
            Ok(found) => {
                return Err(HarvestError::OtherHarvest {
                    path: directory.to_owned(),
                    found: found.trim_end().to_owned(),
                });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                write_whole(&request, format!("{first_address}\n").as_bytes()).map_err(failed(&request))?;
            }
            Err(error) => return Err(failed(&request)(error)),
        }
        while store.path(store.pages + 1).is_file() {
            store.pages += 1;
        }
        Ok(store)
    }

    fn path(&self, page: u64) -> PathBuf {
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
        write_whole(&path, bytes).map_err(|source| HarvestError::Store { path, source })?;
        self.pages += 1;
        Ok(())
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

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("part");
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    // The name itself is on the disk only when the directory is.
    path.parent().map_or(Ok(()), |directory| File::open(directory)?.sync_all())
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
        fs::write(directory.path().join("page-000003.part"), b"thr").unwrap();
        fs::write(directory.path().join("page-000009.xml"), b"stray").unwrap();
        let mut store = PageStore::open(directory.path(), "https://a/?x").unwrap();
        assert_eq!((store.pages(), store.read(2).unwrap()), (2, b"two".to_vec()));
        store.clear().unwrap();
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
