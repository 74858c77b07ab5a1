//! Plain, gzip and Zstandard inputs, told apart by their first bytes and bounded against decompression bombs.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::raw_input::RawInput;

/// An input may decompress to at most this many times its own size, beyond [`FREE_BYTES`]. Text compresses five-
/// to twentyfold; only what was made to expand goes beyond a thousand.
const MAX_RATIO: u64 = 1_000;

/// Decompressed bytes that are never counted against the ratio.
const FREE_BYTES: u64 = 64 << 20;

/// Largest window a Zstandard frame may ask for, as a power of two (128 MiB, that of `zstd --long`).
const MAX_WINDOW_LOG: u32 = 27;

const BUFFER_BYTES: usize = 1 << 20;

/// A decompressed input.
pub(crate) enum Decompressed {
    Plain(Box<RawInput>),
    Gzip(Box<BufReader<Bounded<flate2::bufread::MultiGzDecoder<RawInput>>>>),
    Zstandard(Box<BufReader<Bounded<zstd::stream::read::Decoder<'static, RawInput>>>>),
}

impl Decompressed {
    /// Looks at the first bytes of `raw` and decompresses it if they say so.
    pub(crate) fn new(mut raw: RawInput) -> io::Result<Self> {
        let counter = raw.counter();
        let head = raw.fill_buf()?;
        Ok(if head.starts_with(&[0x1f, 0x8b]) {
            Self::Gzip(Box::new(buffered(flate2::bufread::MultiGzDecoder::new(raw), counter)))
        } else if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(raw)?;
            decoder.window_log_max(MAX_WINDOW_LOG)?;
            Self::Zstandard(Box::new(buffered(decoder, counter)))
        } else {
            Self::Plain(Box::new(raw))
        })
    }

    /// A counter of the bytes taken from the input as it lies on disk.
    pub(crate) fn counter(&self) -> Arc<AtomicU64> {
        match self {
            Self::Plain(raw) => raw.counter(),
            Self::Gzip(reader) => Arc::clone(&reader.get_ref().compressed),
            Self::Zstandard(reader) => Arc::clone(&reader.get_ref().compressed),
        }
    }

    /// The decompressed bytes.
    pub(crate) fn reader(&mut self) -> &mut dyn BufRead {
        match self {
            Self::Plain(raw) => raw.as_mut(),
            Self::Gzip(reader) => reader.as_mut(),
            Self::Zstandard(reader) => reader.as_mut(),
        }
    }

    /// The input as it lies on disk.
    pub(crate) fn into_raw(self) -> RawInput {
        match self {
            Self::Plain(raw) => *raw,
            Self::Gzip(reader) => reader.into_inner().inner.into_inner(),
            Self::Zstandard(reader) => reader.into_inner().inner.finish(),
        }
    }
}

fn buffered<R: Read>(inner: R, compressed: Arc<AtomicU64>) -> BufReader<Bounded<R>> {
    BufReader::with_capacity(BUFFER_BYTES, Bounded { inner, compressed, given: 0 })
}

/// Ends with an error once a decompressor has given far more than it took.
pub(crate) struct Bounded<R> {
    inner: R,
    compressed: Arc<AtomicU64>,
    given: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.given += length as u64;
        let taken = self.compressed.load(Ordering::Relaxed);
        if self.given > FREE_BYTES + taken.saturating_mul(MAX_RATIO) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!(
                    "{taken} compressed bytes expand to more than {MAX_RATIO} times their size; \
                     decompress the file yourself if you trust it"
                ),
            ));
        }
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn decompressed(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), bytes)?;
        let mut input = Decompressed::new(RawInput::open(file.path())?)?;
        let mut text = Vec::new();
        input.reader().read_to_end(&mut text)?;
        Ok(text)
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn every_compression_gives_the_same_bytes() {
        let text = b"one abstract after another\n".repeat(10_000);
        let mut two_members = gzip(&text[..1000]);
        two_members.extend(gzip(&text[1000..]));
        assert_eq!(decompressed(text.clone()).unwrap(), text);
        assert_eq!(decompressed(two_members).unwrap(), text);
        assert_eq!(decompressed(zstd::encode_all(&text[..], 3).unwrap()).unwrap(), text);
        assert_eq!(decompressed(Vec::new()).unwrap(), b"");
    }

    #[test]
    fn a_bomb_is_refused() {
        let bomb = zstd::encode_all(io::repeat(0).take(1 << 30), 1).unwrap();
        let error = decompressed(bomb).unwrap_err();
        assert!(error.to_string().contains("expand"), "{error}");
    }

    #[test]
    fn a_cut_member_is_an_error() {
        let mut cut = gzip(&b"abc".repeat(1000));
        cut.truncate(cut.len() - 9);
        assert!(decompressed(cut).is_err());
    }
}
