//! The bytes of an input as they lie on disk: counted and hashed while they stream.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::input::find::STANDARD_INPUT;

const BUFFER_BYTES: usize = 256 << 10;

/// A buffered input that hashes and counts every byte that is taken from it.
pub(crate) struct RawInput<'a> {
    inner: BufReader<Box<dyn Read + 'a>>,
    hasher: blake3::Hasher,
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

    /// The input whose bytes `inner` gives.
    pub(crate) fn new(inner: Box<dyn Read + 'a>) -> Self {
        Self {
            inner: BufReader::with_capacity(BUFFER_BYTES, inner),
            hasher: blake3::Hasher::new(),
            taken: Arc::default(),
        }
    }

    /// A counter of the bytes taken so far, which other threads may read.
    pub(crate) fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.taken)
    }

    /// Reads what is left and gives the BLAKE3 hash of the whole input, in hexadecimal.
    pub(crate) fn finish(mut self) -> io::Result<String> {
        loop {
            let length = self.fill_buf()?.len();
            if length == 0 {
                return Ok(self.hasher.finalize().to_hex().to_string());
            }
            self.consume(length);
        }
    }
}

impl Read for RawInput<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.inner.buffer().is_empty() && buffer.len() >= BUFFER_BYTES {
            let length = self.inner.get_mut().read(buffer)?;
            self.hasher.update(&buffer[..length]);
            self.taken.fetch_add(length as u64, Ordering::Relaxed);
            return Ok(length);
        }
        let available = self.fill_buf()?;
        let length = available.len().min(buffer.len());
        buffer[..length].copy_from_slice(&available[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for RawInput<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        let taken = &self.inner.buffer()[..length];
        self.hasher.update(taken);
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
        assert_eq!(input.finish().unwrap(), blake3::hash(&bytes).to_hex().to_string());
    }
}
