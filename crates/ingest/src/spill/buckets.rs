//! Entries in several unnamed files, each of which is read back whole.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::IngestError;

/// Files to which entries are appended.
pub(crate) struct Buckets {
    /// The folder that contains the files.
    home: PathBuf,
    files: Vec<BufWriter<File>>,
}

impl Buckets {
    /// Creates `count` files in the folder `home`.
    pub(crate) fn begin(home: &Path, count: usize) -> Result<Self, IngestError> {
        let files = (0..count).map(|_| tempfile::tempfile_in(home).map(BufWriter::new));
        let files = files.collect::<io::Result<_>>();
        let files = files.map_err(|source| IngestError::Write { path: home.to_owned(), source })?;
        Ok(Self { home: home.to_owned(), files })
    }

    /// Appends an entry to a bucket.
    pub(crate) fn append(&mut self, bucket: usize, entry: &[u8]) -> Result<(), IngestError> {
        let written = self.files[bucket].write_all(entry);
        written.map_err(|source| IngestError::Write { path: self.home.clone(), source })
    }

    /// The bytes of each bucket, read one bucket after another.
    pub(crate) fn contents(self) -> impl Iterator<Item = Result<Vec<u8>, IngestError>> {
        let Self { home, files } = self;
        files.into_iter().map(move |file| {
            contents(file).map_err(|source| IngestError::Write { path: home.clone(), source })
        })
    }
}

fn contents(file: BufWriter<File>) -> io::Result<Vec<u8>> {
    let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
