//! Inputs, one after another, into one store of records.

use std::fs::File;
use std::io::{BufRead, Cursor, Read};
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::ingest::collecting::Collecting;
use crate::input::archive::{Archive, is_archive};
use crate::input::decompress::{Budget, Decompressed};
use crate::input::find::STANDARD_INPUT;
use crate::input::raw_input::RawInput;
use crate::records::record_store::{Origin, RecordStore};
use crate::sources::table_source;
use crate::{
    ColumnMapping, Corpus, Format, InputSummary, Progress, Reject, SNIFF_BYTES, Sink, Source, SourceError,
    sniff, source,
};

/// How inputs are read.
pub(crate) struct How<'a> {
    /// Every input is of this format.
    pub(crate) format: Option<Format>,
    /// Which column of a table holds what.
    pub(crate) columns: &'a ColumnMapping,
    /// Told of every buffer that is read.
    pub(crate) on_progress: &'a (dyn Fn(Progress<'_>) + Sync),
}

/// The state of a run over its inputs.
#[derive(Default)]
pub(crate) struct Reading {
    pub(crate) store: RecordStore,
    pub(crate) rejects: Vec<Reject>,
    pub(crate) inputs: Vec<InputSummary>,
    pub(crate) bytes_before: u64,
    pub(crate) total_bytes: Option<u64>,
}

impl Reading {
    /// Notes that an input could not be read, from here on or at all.
    pub(crate) fn set_aside(&mut self, path: PathBuf, format: Option<Format>, reason: String) {
        tracing::warn!(path = %path.display(), reason, "set aside");
        self.rejects.push(Reject { path, format, position: None, reason });
    }

    /// Reads the input at `path`: a file, the members of an archive, a corpus, or standard input.
    pub(crate) fn read(&mut self, path: &Path, how: &How<'_>) {
        let opened = RawInput::open(path).and_then(|mut raw| {
            let head = raw.fill_buf()?;
            Ok((is_archive(head), head.starts_with(b"PAR1"), raw))
        });
        let (is_archive, is_parquet, raw) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                return self.set_aside(path.to_owned(), how.format, format!("cannot open: {error}"));
            }
        };
        let is_file = path.as_os_str() != STANDARD_INPUT;
        if is_archive && is_file {
            drop(raw);
            return self.read_archive(path, how);
        }
        if is_archive {
            let reason = "a zip archive cannot be read from standard input; give the file".to_owned();
            return self.set_aside(path.to_owned(), how.format, reason);
        }
        if is_parquet && path.is_file() {
            if how.format != Some(Format::Parquet) && Corpus::is_corpus_file(path) {
                return self.read_corpus(path, raw, how);
            }
            if how.format.is_none_or(|format| format == Format::Parquet) {
                return self.read_parquet(path, raw, how);
            }
        }
        let (taken, budget) = (raw.counter(), Budget::new(raw.counter(), u64::MAX));
        self.read_raw(path, raw, budget, &taken, how);
    }

    fn read_archive(&mut self, path: &Path, how: &How<'_>) {
        let mut archive = match Archive::open(path) {
            Ok(archive) => archive,
            Err(error) => {
                return self.set_aside(path.to_owned(), how.format, format!("cannot open: {error}"));
            }
        };
        let (taken, budget, before) =
            (archive.counter(), archive.budget(), self.inputs.len() + self.rejects.len());
        for index in 0..archive.len() {
            match archive.member(index) {
                Ok(None) => {}
                Ok(Some((name, member))) => {
                    // The name is for reports only and may hold anything, `..` too.
                    let shown = PathBuf::from(format!("{}/{}", path.display(), name.display()));
                    self.read_raw(&shown, RawInput::new(Box::new(member)), budget.clone(), &taken, how);
                }
                Err(error) => {
                    let reason = format!("cannot open member {}: {error}", index + 1);
                    self.set_aside(path.to_owned(), how.format, reason);
                }
            }
        }
        self.bytes_before += taken.load(Ordering::Relaxed);
        if self.inputs.len() + self.rejects.len() == before {
            self.set_aside(path.to_owned(), how.format, "an archive without files".to_owned());
        }
    }

    /// Takes the records of a corpus as they were when it was written.
    fn read_corpus(&mut self, path: &Path, raw: RawInput<'_>, how: &How<'_>) {
        let taken = raw.counter();
        let read = Corpus::read_parquet(path).map_err(|error| reason(&error)).and_then(|corpus| {
            let blake3 = raw.finish().map_err(|error| format!("cannot read: {error}"))?;
            Ok((self.store.push_corpus(&corpus)?, blake3))
        });
        let bytes = taken.load(Ordering::Relaxed);
        self.advance(path, bytes, how);
        match read {
            Ok((records, blake3)) => self.inputs.push(InputSummary {
                path: path.to_owned(),
                format: Format::Corpus,
                bytes,
                blake3,
                records,
                rejected: 0,
            }),
            Err(reason) => self.set_aside(path.to_owned(), Some(Format::Corpus), reason),
        }
    }

    /// Takes the records of a table that is read in another order than that of its bytes.
    fn read_parquet(&mut self, path: &Path, raw: RawInput<'_>, how: &How<'_>) {
        self.advance(path, 0, how);
        let counts = self.collect(path, Format::Parquet, &raw.counter(), how, |source, sink| {
            let file = File::open(path).map_err(|source| SourceError::Read { byte: 0, source })?;
            source.read_file(file, sink)
        });
        let bytes = self.finish(path, Format::Parquet, raw, counts);
        self.advance(path, bytes, how);
    }

    /// Tells that as many bytes more of the input at `path` are read.
    fn advance(&mut self, path: &Path, bytes: u64, how: &How<'_>) {
        self.bytes_before += bytes;
        (how.on_progress)(Progress { input: path, bytes: self.bytes_before, total_bytes: self.total_bytes });
    }

    /// Reads the records of one stream of bytes; `taken` counts what is taken from the disk for it.
    fn read_raw(
        &mut self,
        path: &Path,
        raw: RawInput<'_>,
        budget: Budget,
        taken: &Arc<AtomicU64>,
        how: &How<'_>,
    ) {
        let own_bytes = raw.counter();
        let is_whole_file = Arc::ptr_eq(&own_bytes, taken);
        let mut input = match Decompressed::new(raw, budget) {
            Ok(input) => input,
            Err(error) => {
                return self.set_aside(path.to_owned(), how.format, format!("cannot open: {error}"));
            }
        };
        let (bytes_before, total_bytes) = (self.bytes_before, self.total_bytes);
        let mut watched = Watched {
            inner: input.reader(),
            on_read: Box::new(|| {
                let bytes = bytes_before + taken.load(Ordering::Relaxed);
                (how.on_progress)(Progress { input: path, bytes, total_bytes });
            }),
        };
        let mut head = Vec::new();
        let read = watched.by_ref().take(SNIFF_BYTES as u64).read_to_end(&mut head);
        let format = match read {
            Err(error) => Err(format!("cannot read: {error}")),
            Ok(0) => Err("empty".to_owned()),
            Ok(_) => how.format.or_else(|| recognise(&head, how.columns)).ok_or_else(|| {
                "none of the known formats; name one with --format, or a table's columns with --columns"
                    .to_owned()
            }),
        };
        let format = match format {
            Ok(format) => format,
            Err(reason) => return self.set_aside(path.to_owned(), how.format, reason),
        };
        let counts = self.collect(path, format, taken, how, |source, sink| {
            source.read(&mut Cursor::new(head).chain(watched), sink)
        });
        let bytes = self.finish(path, format, input.into_raw(), counts);
        self.bytes_before += if is_whole_file { bytes } else { 0 };
    }

    /// Collects what `read` makes of the input at `path`, of which `taken` counts the bytes; gives how many records and
    /// rejects there are.
    fn collect(
        &mut self,
        path: &Path,
        format: Format,
        taken: &AtomicU64,
        how: &How<'_>,
        read: impl FnOnce(&dyn Source, &mut dyn Sink) -> Result<(), SourceError>,
    ) -> (u64, u64) {
        let mapped: Option<Box<dyn Source>> = table_source(format, how.columns);
        let reader = mapped.as_deref().unwrap_or_else(|| source(format));
        let origin = self.store.origin(Origin { path: path.display().to_string(), format });
        let mut sink = Collecting {
            store: &mut self.store,
            rejects: &mut self.rejects,
            path,
            format,
            origin,
            taken,
            bytes_before: self.bytes_before,
            total_bytes: self.total_bytes,
            records: 0,
            rejected: 0,
        };
        let ended = read(reader, &mut sink);
        let (records, rejected) = (sink.records, sink.rejected);
        let Err(error) = ended else { return (records, rejected) };
        self.set_aside(path.to_owned(), Some(format), reason(&error));
        (records, rejected + 1)
    }

    /// Notes an input of which all records are collected; gives its bytes. A format may stop before its end, and the hash is
    /// of the whole.
    fn finish(
        &mut self,
        path: &Path,
        format: Format,
        raw: RawInput<'_>,
        (records, rejected): (u64, u64),
    ) -> u64 {
        let taken = raw.counter();
        match raw.finish() {
            Ok(blake3) => {
                let bytes = taken.load(Ordering::Relaxed);
                let path = path.to_owned();
                self.inputs.push(InputSummary { path, format, bytes, blake3, records, rejected });
                bytes
            }
            Err(error) => {
                self.set_aside(path.to_owned(), Some(format), format!("cannot read on: {error}"));
                0
            }
        }
    }
}

/// The format of an input that begins with `head`, tables by the columns that the user names.
fn recognise(head: &[u8], columns: &ColumnMapping) -> Option<Format> {
    sniff(head).or_else(|| {
        Format::ALL
            .into_iter()
            .find(|&format| table_source(format, columns).is_some_and(|table| table.sniff(head)))
    })
}

/// An error and its causes in one line.
fn reason(error: &dyn std::error::Error) -> String {
    std::iter::successors(error.source(), |cause| cause.source())
        .fold(error.to_string(), |reason, cause| format!("{reason}: {cause}"))
}

/// Tells of every buffer that is read through it.
struct Watched<'a> {
    inner: &'a mut dyn BufRead,
    on_read: Box<dyn Fn() + 'a>,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        (self.on_read)();
        self.inner.read(buffer)
    }
}

impl BufRead for Watched<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        (self.on_read)();
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.inner.consume(amount);
    }
}
