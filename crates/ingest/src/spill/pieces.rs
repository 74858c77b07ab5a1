//! Pieces of data in an unnamed file.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::IngestError;

/// A file to which pieces are appended and from which each can be read on its own. A piece that does not read
/// back as written is an error.
#[derive(Debug)]
pub(crate) struct Pieces {
    /// The folder that contains the file.
    home: PathBuf,
    file: File,
    end: u64,
}

/// The location and hash of a piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    offset: u64,
    bytes: usize,
    hash: blake3::Hash,
}

impl Pieces {
    /// Creates a file in the folder `home`.
    pub(crate) fn begin(home: &Path) -> Result<Self, IngestError> {
        let file = tempfile::tempfile_in(home);
        let file = file.map_err(|source| IngestError::Write { path: home.to_owned(), source })?;
        Ok(Self { home: home.to_owned(), file, end: 0 })
    }

    /// Appends a piece.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<Piece, IngestError> {
        let offset = self.end;
        self.end += bytes.len() as u64;
        self.write(bytes, offset)
    }

    fn write(&self, bytes: &[u8], offset: u64) -> Result<Piece, IngestError> {
        let written = self.file.write_all_at(bytes, offset);
        written.map_err(|source| IngestError::Write { path: self.home.clone(), source })?;
        Ok(Piece { offset, bytes: bytes.len(), hash: blake3::hash(bytes) })
    }

    /// The bytes of a piece.
    pub(crate) fn read(&self, piece: &Piece) -> Result<Vec<u8>, IngestError> {
        let mut bytes = vec![0; piece.bytes];
        self.file.read_exact_at(&mut bytes, piece.offset).map_err(|error| self.damaged(error.to_string()))?;
        if blake3::hash(&bytes) != piece.hash {
            return Err(self.damaged("its checksum does not match".to_owned()));
        }
        Ok(bytes)
    }

    /// The error for a damaged piece, with this reason.
    pub(crate) fn damaged(&self, reason: String) -> IngestError {
        IngestError::DamagedPart { path: self.home.clone(), reason }
    }

    /// Makes pieces from `items` on all cores and appends them; returns them in the order of the items.
    pub(crate) fn append_all<T: Sync>(
        &mut self,
        items: &[T],
        bytes: impl Fn(&T) -> io::Result<Vec<u8>> + Sync,
    ) -> Result<Vec<Piece>, IngestError> {
        use rayon::prelude::*;
        let mut pieces = Vec::with_capacity(items.len());
        // Bounds the pieces in memory. Their order and bytes do not depend on the number of threads.
        for items in items.chunks(2 * rayon::current_num_threads()) {
            let packed = items.par_iter().map(&bytes).collect::<io::Result<Vec<_>>>();
            let packed = packed.map_err(|source| IngestError::Write { path: self.home.clone(), source })?;
            let placed: Vec<(u64, &Vec<u8>)> = packed
                .iter()
                .map(|bytes| {
                    let offset = self.end;
                    self.end += bytes.len() as u64;
                    (offset, bytes)
                })
                .collect();
            let written = placed.into_par_iter().map(|(offset, bytes)| self.write(bytes, offset));
            pieces.extend(written.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_back_or_are_refused() {
        let home = tempfile::tempdir().unwrap();
        let mut pieces = Pieces::begin(home.path()).unwrap();
        let first = pieces.append(b"one").unwrap();
        let more = pieces.append_all(&[4_u8, 5, 6, 7, 8, 9], |&byte| Ok(vec![byte; 1000])).unwrap();
        assert_eq!(pieces.read(&first).unwrap(), b"one");
        assert_eq!(pieces.read(&more[5]).unwrap(), [9; 1000]);
        assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0, "the file has no name");
        pieces.file.write_all_at(b"x", first.offset + 1).unwrap();
        let said = pieces.read(&first).unwrap_err().to_string();
        assert!(said.contains("corrupted") && said.contains(&home.path().display().to_string()), "{said}");
        pieces.file.set_len(500).unwrap();
        assert!(pieces.read(&more[0]).is_err());
    }
}
