//! Reads a byte stream, compressed or not and in any encoding, in the format that its beginning indicates.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{How, Reading};
use crate::ingest::recognition::{is_guessed_as_lines, recognise, unrecognised};
use crate::input::decompress::{Budget, Decompressed};
use crate::input::encoding::{Decoding, foreign_encoding};
use crate::input::failing::Failing;
use crate::input::raw_input::RawInput;
use crate::input::watched::Watched;
use crate::sources::{column_uses, table_source};
use crate::text::line_ends::are_returns;
use crate::{Format, SNIFF_BYTES, TextEncoding, source};

/// The stored bytes of a file or of an archive member.
pub(super) struct ByteStream<'a> {
    pub(super) raw: RawInput<'a>,
    /// How many bytes they may decompress to.
    pub(super) budget: Budget,
    /// Counts the bytes read from disk: those of the file, or of the whole archive.
    pub(super) taken: Arc<AtomicU64>,
}

impl<'a> ByteStream<'a> {
    /// All bytes of one file.
    pub(super) fn of_file(raw: RawInput<'a>) -> Self {
        let taken = raw.counter();
        Self { budget: Budget::new(taken.clone(), u64::MAX), taken, raw }
    }
}

impl Reading<'_> {
    /// Reads the records of one byte stream.
    pub(super) fn read_stream(&mut self, path: &Path, stream: ByteStream<'_>, how: &How<'_>) {
        let ByteStream { raw, budget, taken } = stream;
        let is_whole_file = Arc::ptr_eq(&raw.counter(), &taken);
        let mut input = match Decompressed::new(raw, budget) {
            Ok(input) => input,
            Err(error) => {
                return self.lose(path.to_owned(), how.format, format!("cannot open: {error}"));
            }
        };
        let bytes_before = self.bytes_before;
        let mut watched = Watched {
            inner: input.reader(),
            on_read: Box::new(|| how.bytes.reach(bytes_before + taken.load(Ordering::Relaxed))),
        };
        let head = Head::read(&mut watched, how.encoding);
        if head.bytes.is_empty() {
            return match head.failure {
                Some(error) => self.lose(path.to_owned(), how.format, format!("cannot read: {error}")),
                None => self.set_aside(path.to_owned(), how.format, "empty".to_owned()),
            };
        }
        let text = head.text();
        let Some(format) = format_of(path, &text, how) else {
            let reason = unrecognised(&text, how.columns);
            return match head.failure {
                Some(error) => self.lose(path.to_owned(), None, format!("cannot read: {error}")),
                None => self.set_aside(path.to_owned(), None, reason),
            };
        };
        let names = source(format).column_names(&text);
        if !names.is_empty() {
            self.columns = column_uses(names, how.columns);
        }
        let encoding = head.encoding;
        if let Some(encoding) = encoding.filter(|_| how.encoding.is_none()) {
            tracing::warn!(path = %path.display(), encoding = encoding.name(), "not UTF-8; the encoding is inferred");
        }
        let mapped = table_source(format, how.columns);
        let source = mapped.as_deref().unwrap_or_else(|| source(format));
        let mut whole = head.before(watched);
        let collected = self.collect(path, format, &taken, |sink| match encoding {
            Some(TextEncoding(encoding)) => {
                source.read(&mut BufReader::new(Decoding::new(whole, encoding)), sink)
            }
            None => source.read(&mut whole, sink),
        });
        let bytes = self.finish(collected, encoding, input.into_raw());
        self.bytes_before += if is_whole_file { bytes } else { 0 };
    }
}

/// The beginning of a stream.
struct Head {
    bytes: Vec<u8>,
    /// The error that ended reading, if any.
    failure: Option<io::Error>,
    /// The encoding of the text, if not UTF-8.
    encoding: Option<TextEncoding>,
}

impl Head {
    /// Reads the beginning of `input`. The encoding is `named`, or else inferred.
    fn read(input: &mut dyn Read, named: Option<TextEncoding>) -> Self {
        let mut bytes = Vec::new();
        // Everything before a cut is read, however short it is.
        let failure = input.take(SNIFF_BYTES as u64).read_to_end(&mut bytes).err();
        let encoding = match named {
            Some(named) => Some(named).filter(|named| !named.is_utf8()),
            None => foreign_encoding(&bytes).map(TextEncoding),
        };
        Self { bytes, failure, encoding }
    }

    /// The beginning in UTF-8, with line feeds in place of carriage returns that stand alone.
    fn text(&self) -> Cow<'_, [u8]> {
        let text = match self.encoding {
            Some(TextEncoding(encoding)) => {
                Cow::Owned(encoding.decode(&self.bytes).0.into_owned().into_bytes())
            }
            None => Cow::Borrowed(self.bytes.as_slice()),
        };
        if !are_returns(&text) {
            return text;
        }
        let fed = |byte: &u8| if *byte == b'\r' { b'\n' } else { *byte };
        Cow::Owned(text.iter().map(fed).collect())
    }

    /// The beginning followed by the rest of the stream, or by the error if reading failed.
    fn before<'a>(self, rest: impl BufRead + 'a) -> impl BufRead + 'a {
        let rest: Box<dyn BufRead + 'a> = match self.failure {
            Some(error) => Box::new(BufReader::new(Failing(Some(error)))),
            None => Box::new(rest),
        };
        Cursor::new(self.bytes).chain(rest)
    }
}

/// The format of an input that begins with `text`. Plain text of no known format is taken for lines.
fn format_of(path: &Path, text: &[u8], how: &How<'_>) -> Option<Format> {
    let known = how.format.or_else(|| recognise(text, how.columns));
    if known.is_none() && is_guessed_as_lines(path, text) {
        tracing::warn!(path = %path.display(), "unknown format; read as text with one paper per line");
        return Some(Format::Lines);
    }
    known
}
