//! The stored bytes of an input, counted and hashed as they stream.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use polars_utils::mmap::MMapSemaphore;

use crate::input::find::STANDARD_INPUT;

const BUFFER_BYTES: usize = 256 << 10;

/// A buffered input that hashes and counts every byte taken from it.
pub(crate) struct RawInput<'a> {
    inner: Box<dyn BufRead + 'a>,
    /// `None` if parts of the input may be skipped.
    hasher: Option<blake3::Hasher>,
    taken: Arc<AtomicU64>,
}

impl<'a> RawInput<'a> {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let inner: Box<dyn Read> = if path.as_os_str() == STANDARD_INPUT {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(path)?)
        };
        Ok(Self::new(inner))
    }

    /// Maps a file of which parts may be skipped, so that skipped parts are not read; it is not hashed. If
    /// another program truncates the file meanwhile, the process dies.
    ///
    /// # Errors
    /// When the file cannot be opened or cannot be mapped.
    pub(crate) fn map(path: &Path) -> io::Result<Self> {
        let mapped = MMapSemaphore::new_from_file(&File::open(path)?).map_err(io::Error::other)?;
        Ok(Self { inner: Box::new(io::Cursor::new(mapped)), hasher: None, taken: Arc::default() })
    }

    /// An input that reads its bytes from `inner`.
    pub(crate) fn new(inner: Box<dyn Read + 'a>) -> Self {
        Self {
            inner: Box::new(BufReader::with_capacity(BUFFER_BYTES, inner)),
            hasher: Some(blake3::Hasher::new()),
            taken: Arc::default(),
        }
    }

    /// A counter of the bytes taken so far, which other threads may read.
    pub(crate) fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.taken)
    }

    /// Reads the rest, and returns the BLAKE3 hash of the whole input in hexadecimal, if it was hashed.
    pub(crate) fn finish(mut self) -> io::Result<Option<String>> {
        loop {
            let length = self.fill_buf()?.len();
            if length == 0 {
                return Ok(self.hasher.map(|hasher| hasher.finalize().to_hex().to_string()));
            }
            self.consume(length);
        }
    }
}

impl Read for RawInput<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        if let Some(hasher) = &mut self.hasher {
            hasher.update(&buffer[..length]);
        }
        self.taken.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

impl BufRead for RawInput<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        if let Some(hasher) = &mut self.hasher {
            // Consumed bytes are still in the buffer, so this reads nothing.
            hasher.update(&self.inner.fill_buf().unwrap_or_default()[..length]);
        }
        self.taken.fetch_add(length as u64, Ordering::Relaxed);
        self.inner.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_covers_what_was_read_and_what_was_left() {
        let bytes: Vec<u8> = (0..3_000_000_u32).map(|i| (i % 251) as u8).collect();
        let mut input = RawInput::new(Box::new(io::Cursor::new(bytes.clone())));
        let mut head = [0; 1000];
        input.read_exact(&mut head).unwrap();
        assert_eq!(head, bytes[..1000]);
        assert_eq!(input.counter().load(Ordering::Relaxed), 1000);
        assert_eq!(input.finish().unwrap(), Some(blake3::hash(&bytes).to_hex().to_string()));
    }

    #[test]
    fn a_file_that_may_be_skipped_is_counted_and_not_hashed() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), [7; 5000]).unwrap();
        let mut input = RawInput::map(file.path()).unwrap();
        assert_eq!(input.fill_buf().unwrap().len(), 5000, "all of it can be passed over at once");
        input.consume(4000);
        let taken = input.counter();
        assert_eq!(input.finish().unwrap(), None);
        assert_eq!(taken.load(Ordering::Relaxed), 5000);
    }
}
