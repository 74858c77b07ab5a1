//! The pages of a harvest as files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use thema_durable::{DurableError, FileGroup, Links, Output, OutputLock, make_folders};

use super::HarvestError;
use crate::Timestamp;

/// The file that says which harvest a directory belongs to.
const REQUEST_FILE: &str = "request.txt";

/// A directory of pages `page-000001.xml`, `page-000002.xml`, ... without gaps (`.json` for services that
/// deliver JSON), and a request file. The request file contains the URL of the first page, the day the
/// harvest began, and a line for every page that begins a new list because the previous list's token had
/// expired. Its modification time is the time of the last request.
///
/// A file with one of these names is always complete. Nothing else is stored: where to continue is read from
/// the last page.
///
/// Two harvests into one directory would fetch and store the same pages, so one holds a lock on it at a time.
pub(super) struct PageStore {
    directory: PathBuf,
    extension: &'static str,
    pages: u64,
    /// The contents of the request file.
    request: String,
    last_request: Option<SystemTime>,
    lock: OutputLock,
}

impl PageStore {
    /// Opens or creates the directory for the harvest whose first page is `first_address`. A new harvest
    /// begins `today`.
    pub(super) fn open(
        directory: &Path,
        extension: &'static str,
        first_address: &str,
        today: SystemTime,
    ) -> Result<Self, HarvestError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| HarvestError::Store { path, source }
        };
        make_folders(directory).map_err(failed(directory))?;
        let lock = OutputLock::take(directory).map_err(|error| store_error(directory, error))?;
        let mut store = Self {
            directory: directory.to_owned(),
            extension,
            pages: 0,
            request: String::new(),
            last_request: None,
            lock,
        };
        let request = directory.join(REQUEST_FILE);
        match fs::read_to_string(&request) {
            Ok(found) if found.lines().next() == Some(first_address) => {
                store.last_request = fs::metadata(&request).and_then(|file| file.modified()).ok();
                store.request = found;
            }
            Ok(found) => {
                return Err(HarvestError::OtherHarvest {
                    path: directory.to_owned(),
                    found: found.lines().next().unwrap_or_default().to_owned(),
                });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let seconds = today.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
                let day = Timestamp::from_unix_seconds(seconds.try_into().unwrap_or(0));
                let day = day.map(|day| day.to_string()[..10].to_owned()).unwrap_or_default();
                store.request = format!("{first_address}\n{day}\n");
                store.write(&request, store.request.as_bytes(), false)?;
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

    /// Stores the time of a request for later runs. On a file system without modification times, later runs
    /// only lose the pause.
    pub(super) fn note_request(&self, time: SystemTime) {
        let file = fs::File::options().append(true).open(self.directory.join(REQUEST_FILE));
        if let Err(error) = file.and_then(|file| file.set_modified(time)) {
            tracing::debug!(%error, "cannot store the time of a request");
        }
    }

    /// The file of a page; pages are numbered from 1.
    pub(super) fn path(&self, page: u64) -> PathBuf {
        self.directory.join(format!("page-{page:06}.{}", self.extension))
    }

    /// The number of pages.
    pub(super) fn pages(&self) -> u64 {
        self.pages
    }

    /// The bytes of a page; pages are numbered from 1.
    pub(super) fn read(&self, page: u64) -> Result<Vec<u8>, HarvestError> {
        let path = self.path(page);
        fs::read(&path).map_err(|source| HarvestError::Store { path, source })
    }

    /// Adds a page.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), HarvestError> {
        let path = self.path(self.pages + 1);
        self.write(&path, bytes, false)?;
        self.pages += 1;
        Ok(())
    }

    /// Records that the next page begins a list of the records from a given day on.
    pub(super) fn begin_list(&mut self, from: Option<Timestamp>) -> Result<(), HarvestError> {
        let page = self.pages + 1;
        let day = from.map_or("the beginning".to_owned(), |from| from.to_string()[..10].to_owned());
        let earlier = |line: &&str| parsed_list(line).is_none_or(|list| list.page != page);
        let lines = self.request.lines().filter(earlier).map(str::to_owned);
        let lines: Vec<String> = lines.chain([format!("page {page} from {day}")]).collect();
        self.request = lines.join("\n") + "\n";
        let path = self.directory.join(REQUEST_FILE);
        let last_request = fs::metadata(&path).and_then(|file| file.modified());
        self.write(&path, self.request.as_bytes(), true)?;
        if let Ok(time) = last_request {
            self.note_request(time);
        }
        Ok(())
    }

    /// The list that begins with this page, if any.
    pub(super) fn list_begun_at(&self, page: u64) -> Option<BegunList> {
        self.request.lines().skip(2).filter_map(parsed_list).find(|list| list.page == page)
    }

    /// Writes a file so that it appears whole or not at all. `is_there` says whether it already exists as
    /// this harvest's file.
    fn write(&self, path: &Path, bytes: &[u8], is_there: bool) -> Result<(), HarvestError> {
        let output = Output {
            path: path.to_owned(),
            links: Links::Refuse,
            ours: Box::new(move |_| Ok(is_there)),
            what: "a page of this harvest",
        };
        let written = FileGroup::begin_under(&self.lock, vec![output]).and_then(|mut file| {
            file.write(0, |out| out.write_all(bytes))?;
            file.commit()
        });
        written.map_err(|error| store_error(path, error))
    }
}

/// A list begun after the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BegunList {
    /// The page it begins with.
    page: u64,
    /// The first day of its records.
    pub(super) from: Option<Timestamp>,
}

/// The list in a line `page 13 from 2024-01-31` or `page 13 from the beginning`.
fn parsed_list(line: &str) -> Option<BegunList> {
    let (page, from) = line.strip_prefix("page ")?.split_once(" from ")?;
    Some(BegunList { page: page.parse().ok()?, from: Timestamp::parse(from).ok() })
}

/// Whether `directory` contains a harvest, even one without pages.
#[must_use]
pub fn is_harvest(directory: &Path) -> bool {
    directory.join(REQUEST_FILE).is_file()
}

/// The day on which the harvest in `directory` began.
///
/// # Errors
/// [`HarvestError::Store`] when its request file cannot be read or names no day, as in earlier versions.
pub fn harvest_began(directory: &Path) -> Result<Timestamp, HarvestError> {
    let path = directory.join(REQUEST_FILE);
    let failed = |source| HarvestError::Store { path: path.clone(), source };
    let text = fs::read_to_string(&path).map_err(failed)?;
    let day = text.lines().nth(1).and_then(|day| Timestamp::parse(day).ok());
    day.ok_or_else(|| {
        let reason = "it does not say when the harvest began; write the day as its second line (2026-01-31)";
        failed(io::Error::new(io::ErrorKind::InvalidData, reason))
    })
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

    fn open(directory: &Path, address: &str) -> Result<PageStore, HarvestError> {
        PageStore::open(directory, "xml", address, SystemTime::UNIX_EPOCH)
    }

    #[test]
    fn the_day_of_the_beginning_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        assert!(!is_harvest(directory.path()));
        drop(open(directory.path(), "https://a/?x").unwrap());
        assert!(is_harvest(directory.path()));
        assert_eq!(harvest_began(directory.path()).unwrap(), Timestamp::from_date(1970, 1, 1).unwrap());
        fs::write(directory.path().join(REQUEST_FILE), "https://a/?x\n").unwrap();
        let message =
            std::error::Error::source(&harvest_began(directory.path()).unwrap_err()).unwrap().to_string();
        assert!(message.contains("second line"), "{message}");
        drop(open(directory.path(), "https://a/?x").unwrap());
    }

    #[test]
    fn pages_are_found_again_and_parts_of_pages_are_not_pages() {
        let directory = tempfile::tempdir().unwrap();
        let mut store = open(directory.path(), "https://a/?x").unwrap();
        store.push(b"one").unwrap();
        store.push(b"two").unwrap();
        fs::write(directory.path().join(".page-000003.xml.a1B2c3.partial"), b"thr").unwrap();
        fs::write(directory.path().join("page-000009.xml"), b"stray").unwrap();
        drop(store);
        let mut store = open(directory.path(), "https://a/?x").unwrap();
        assert_eq!((store.pages(), store.read(2).unwrap()), (2, b"two".to_vec()));
        store.push(b"three").unwrap();
        drop(store);
        assert_eq!(open(directory.path(), "https://a/?x").unwrap().pages(), 3);
    }

    #[test]
    fn lists_are_kept_with_the_pages_that_begin_them() {
        let directory = tempfile::tempdir().unwrap();
        let mut store = open(directory.path(), "https://a/?x").unwrap();
        store.push(b"one").unwrap();
        let [first, last] = [2, 3].map(|day| Timestamp::from_date(2024, 1, day));
        store.note_request(SystemTime::UNIX_EPOCH);
        store.begin_list(first).unwrap();
        store.begin_list(last).unwrap();
        store.push(b"two").unwrap();
        store.begin_list(None).unwrap();
        drop(store);
        let store = open(directory.path(), "https://a/?x").unwrap();
        let lists = [1, 2, 3, 4].map(|page| store.list_begun_at(page));
        let begun = |page, from| Some(BegunList { page, from });
        assert_eq!(lists, [None, begun(2, last), begun(3, None), None]);
        assert_eq!(store.last_request(), Some(SystemTime::UNIX_EPOCH));
        assert_eq!(harvest_began(directory.path()).unwrap(), Timestamp::from_date(1970, 1, 1).unwrap());
    }

    #[test]
    fn a_directory_serves_one_harvest() {
        let directory = tempfile::tempdir().unwrap();
        open(directory.path(), "https://a/?x").unwrap();
        let error = open(directory.path(), "https://a/?y").err().unwrap();
        assert!(matches!(error, HarvestError::OtherHarvest { found, .. } if found == "https://a/?x"));
    }
}
