//! Plain, gzip, xz and Zstandard inputs, recognised by their first bytes and protected against decompression
//! bombs.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::input::raw_input::RawInput;

/// An input may decompress to at most this many times its own size, beyond [`FREE_BYTES`]. Text compresses
/// five- to twentyfold; only a decompression bomb exceeds this.
const MAX_RATIO: u64 = 200;

/// Decompressed bytes that do not count against the ratio.
const FREE_BYTES: u64 = 64 << 20;

/// Largest window that a Zstandard frame may request, as a power of two (128 MiB, the window of
/// `zstd --long`).
const MAX_WINDOW_LOG: u32 = 27;

/// Most memory that an xz stream may request, in bytes; `xz -9` requests 65 MiB.
const MAX_XZ_MEMORY: u64 = 256 << 20;

/// Magic numbers.
const GZIP: &[u8] = &[0x1f, 0x8b];
const XZ: &[u8] = b"\xfd7zXZ\0";
const ZSTANDARD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

const BUFFER_BYTES: usize = 1 << 20;

type Buffered<R> = Box<BufReader<Bounded<R>>>;

/// A decompressed input.
pub(crate) enum Decompressed<'a> {
    Plain(Box<RawInput<'a>>),
    Gzip(Buffered<flate2::bufread::MultiGzDecoder<RawInput<'a>>>),
    Xz(Buffered<liblzma::bufread::XzDecoder<RawInput<'a>>>),
    Zstandard(Buffered<zstd::stream::read::Decoder<'static, RawInput<'a>>>),
}

impl<'a> Decompressed<'a> {
    /// Decompresses `raw` if its first bytes are a known magic number, within `budget`.
    pub(crate) fn new(mut raw: RawInput<'a>, budget: Budget) -> io::Result<Self> {
        let head = raw.fill_buf()?;
        Ok(if head.starts_with(GZIP) {
            Self::Gzip(Box::new(buffered(flate2::bufread::MultiGzDecoder::new(raw), budget)))
        } else if head.starts_with(XZ) {
            let flags = liblzma::stream::CONCATENATED;
            let stream = liblzma::stream::Stream::new_stream_decoder(MAX_XZ_MEMORY, flags)?;
            Self::Xz(Box::new(buffered(liblzma::bufread::XzDecoder::new_stream(raw, stream), budget)))
        } else if head.starts_with(ZSTANDARD) {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(raw)?;
            decoder.window_log_max(MAX_WINDOW_LOG)?;
            Self::Zstandard(Box::new(buffered(decoder, budget)))
        } else {
            Self::Plain(Box::new(raw))
        })
    }

    /// The decompressed bytes.
    pub(crate) fn reader(&mut self) -> &mut dyn BufRead {
        match self {
            Self::Plain(raw) => raw.as_mut(),
            Self::Gzip(reader) => reader.as_mut(),
            Self::Xz(reader) => reader.as_mut(),
            Self::Zstandard(reader) => reader.as_mut(),
        }
    }

    /// The input as stored on disk.
    pub(crate) fn into_raw(self) -> RawInput<'a> {
        match self {
            Self::Plain(raw) => *raw,
            Self::Gzip(reader) => reader.into_inner().inner.into_inner(),
            Self::Xz(reader) => reader.into_inner().inner.into_inner(),
            Self::Zstandard(reader) => reader.into_inner().inner.finish(),
        }
    }
}

fn buffered<R: Read>(inner: R, budget: Budget) -> BufReader<Bounded<R>> {
    BufReader::with_capacity(BUFFER_BYTES, Bounded { inner, budget })
}

/// Whether an input that begins with `head` is compressed, so that parts of it cannot be skipped.
pub(crate) fn is_packed(head: &[u8]) -> bool {
    [GZIP, XZ, ZSTANDARD].into_iter().any(|magic| head.starts_with(magic))
}

/// How many bytes an input may still decompress to. Clones share the budget, so doubly compressed data is
/// charged at both layers.
#[derive(Clone)]
pub(crate) struct Budget {
    taken: Arc<AtomicU64>,
    at_most: u64,
    given: Arc<AtomicU64>,
}

impl Budget {
    /// The budget of an input whose compressed bytes read so far are counted by `taken`. At most `at_most` of
    /// them, the size of the input, count, so that reading the same bytes repeatedly earns nothing.
    pub(crate) fn new(taken: Arc<AtomicU64>, at_most: u64) -> Self {
        Self { taken, at_most, given: Arc::default() }
    }

    fn spend(&self, length: usize) -> io::Result<()> {
        let given = self.given.fetch_add(length as u64, Ordering::Relaxed) + length as u64;
        let taken = self.taken.load(Ordering::Relaxed).min(self.at_most);
        if given <= FREE_BYTES + taken.saturating_mul(MAX_RATIO) {
            return Ok(());
        }
        let reason = format!(
            "{taken} compressed bytes expand to more than {MAX_RATIO} times their size; decompress the file \
             yourself if you trust it"
        );
        Err(io::Error::new(io::ErrorKind::InvalidData, reason))
    }
}

/// Returns an error once a decompressor exceeds its budget.
pub(crate) struct Bounded<R> {
    inner: R,
    budget: Budget,
}

impl<R> Bounded<R> {
    /// Limits `inner` to `budget`.
    pub(crate) fn new(inner: R, budget: Budget) -> Self {
        Self { inner, budget }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.budget.spend(length)?;
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
        let raw = RawInput::open(file.path())?;
        let budget = Budget::new(raw.counter(), u64::MAX);
        let mut input = Decompressed::new(raw, budget)?;
        let mut text = Vec::new();
        input.reader().read_to_end(&mut text)?;
        Ok(text)
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn xz(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 6);
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
        assert_eq!(decompressed([xz(&text[..99]), xz(&text[99..])].concat()).unwrap(), text);
        assert_eq!(decompressed(zstd::encode_all(&text[..], 3).unwrap()).unwrap(), text);
        assert_eq!(decompressed(Vec::new()).unwrap(), b"");
    }

    #[test]
    fn a_bomb_is_refused() {
        let zeros = vec![0; 96 << 20];
        for bomb in [zstd::encode_all(&zeros[..], 1).unwrap(), gzip(&zeros), xz(&zeros)] {
            let error = decompressed(bomb).unwrap_err();
            assert!(error.to_string().contains("expand"), "{error}");
        }
    }

    #[test]
    fn a_cut_member_is_an_error() {
        let mut cut = gzip(&b"abc".repeat(1000));
        cut.truncate(cut.len() - 9);
        assert!(decompressed(cut).is_err());
    }
}
