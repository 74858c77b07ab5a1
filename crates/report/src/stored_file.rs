//! What the manifest says about a file, and whether it still holds.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Bytes read per hashing step.
const BLOCK: usize = 1 << 18;

/// Size and hash of a file of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFile {
    /// Size in bytes.
    pub bytes: u64,
    /// BLAKE3 hash of the content, 64 hexadecimal digits.
    pub blake3: String,
}

impl StoredFile {
    /// Size and hash of `path` as it is now.
    ///
    /// # Errors
    /// Any error of reading it.
    pub fn of(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut hashing = Hashing::new(io::sink());
        let mut block = vec![0; BLOCK];
        loop {
            match file.read(&mut block) {
                Ok(0) => return Ok(hashing.stored()),
                Ok(read) => hashing.write_all(&block[..read])?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Hashes what is written through it.
pub(crate) struct Hashing<W> {
    out: W,
    bytes: u64,
    hasher: blake3::Hasher,
}

impl<W> Hashing<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, bytes: 0, hasher: blake3::Hasher::new() }
    }

    /// Size and hash of what was written.
    pub(crate) fn stored(&self) -> StoredFile {
        StoredFile { bytes: self.bytes, blake3: self.hasher.finalize().to_hex().to_string() }
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
