//! The front door: paths in, a reconciled corpus out.

use std::fs::Metadata;
use std::io::{BufRead, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use serde::Serialize;

use crate::corpus::build;
use crate::decompress::Decompressed;
use crate::mojibake;
use crate::raw_input::RawInput;
use crate::reconcile::reconcile;
use crate::record_store::{Origin, RecordStore};
use crate::withdrawal::is_withdrawn;
use crate::{
    Corpus, Format, IngestError, Position, Progress, Reconciliation, Record, Reject, SNIFF_BYTES, Sink,
    find_inputs, sniff, source,
};

/// How to ingest. The default recognises every format by itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct IngestParams {
    format: Option<Format>,
}

impl IngestParams {
    /// The default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads every input as `format` instead of recognising it; `None` is the default.
    #[must_use]
    pub fn format(mut self, format: Option<Format>) -> Self {
        self.format = format;
        self
    }

    /// Reads all papers of `paths`, reconciles them and says what became of each input. A path is a file, `-` for
    /// standard input, or a directory, which stands for all files in it. Files may be packed with gzip or zstd.
    ///
    /// What cannot be read as a paper, and inputs that cannot be read at all, are in
    /// [`rejects`](Ingested::rejects), and the rest goes on. `on_progress` is called often, from any thread.
    ///
    /// # Errors
    /// [`IngestError::NothingReadable`] when no input gives a single paper.
    pub fn run(
        &self,
        paths: &[PathBuf],
        on_progress: &(dyn Fn(Progress<'_>) + Sync),
    ) -> Result<Ingested, IngestError> {
        let (inputs, unlisted) = find_inputs(paths);
        let size =
            |path: &PathBuf| std::fs::metadata(path).ok().filter(Metadata::is_file).map(|file| file.len());
        let mut reading = Reading {
            store: RecordStore::default(),
            rejects: Vec::new(),
            inputs: Vec::new(),
            bytes_before: 0,
            total_bytes: inputs.iter().map(size).sum(),
        };
        for error in unlisted {
            let path = error.path().map(Path::to_owned).unwrap_or_default();
            let cause =
                std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
            reading.set_aside(path, None, format!("cannot open: {cause}"));
        }
        for path in paths.iter().filter(|path| path.is_dir()) {
            if !inputs.iter().any(|input| input.starts_with(path)) {
                reading.set_aside(path.clone(), None, "a directory without files".into());
            }
        }
        for path in &inputs {
            reading.read(path, self.format, on_progress);
        }
        let Reading { store, rejects, inputs, .. } = reading;
        if store.len() == 0 {
            return Err(IngestError::NothingReadable { rejects });
        }
        let papers = reconcile(&store);
        let (corpus, reconciliation) = build(store, &papers);
        Ok(Ingested { corpus, rejects, inputs, reconciliation })
    }
}

/// What ingesting gives.
#[derive(Clone, Debug)]
pub struct Ingested {
    /// The papers.
    pub corpus: Corpus,
    /// What could not be read, in the order of the inputs.
    pub rejects: Vec<Reject>,
    /// Every input that was read as some format, in order.
    pub inputs: Vec<InputSummary>,
    /// What was joined and why.
    pub reconciliation: Reconciliation,
}

/// What became of one input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InputSummary {
    /// The path as given or found; `-` is standard input.
    pub path: PathBuf,
    /// The format it was read as.
    pub format: Format,
    /// Its size as it is stored, packed or not.
    pub bytes: u64,
    /// BLAKE3 hash of its bytes as it is stored, in hexadecimal.
    pub blake3: String,
    /// Records read.
    pub records: u64,
    /// Records that could not be read, and 1 if the input ended early.
    pub rejected: u64,
}

/// The state of a run over its inputs.
struct Reading {
    store: RecordStore,
    rejects: Vec<Reject>,
    inputs: Vec<InputSummary>,
    bytes_before: u64,
    total_bytes: Option<u64>,
}

impl Reading {
    fn set_aside(&mut self, path: PathBuf, format: Option<Format>, reason: String) {
        tracing::warn!(path = %path.display(), reason, "set aside");
        self.rejects.push(Reject { path, format, position: None, reason });
    }

    fn read(&mut self, path: &Path, forced: Option<Format>, on_progress: &(dyn Fn(Progress<'_>) + Sync)) {
        let opened = RawInput::open(path).and_then(Decompressed::new);
        let mut input = match opened {
            Ok(input) => input,
            Err(error) => return self.set_aside(path.to_owned(), forced, format!("cannot open: {error}")),
        };
        let taken = input.counter();
        let (bytes_before, total_bytes) = (self.bytes_before, self.total_bytes);
        let mut watched = Watched {
            inner: input.reader(),
            on_read: Box::new(|| {
                let bytes = bytes_before + taken.load(Ordering::Relaxed);
                on_progress(Progress { input: path, bytes, total_bytes });
            }),
        };
        let mut head = Vec::new();
        let read = watched.by_ref().take(SNIFF_BYTES as u64).read_to_end(&mut head);
        let format = match read {
            Err(error) => Err(format!("cannot read: {error}")),
            Ok(0) => Err("empty".to_owned()),
            Ok(_) => forced
                .or_else(|| sniff(&head))
                .ok_or_else(|| "none of the known formats; name one with --format".to_owned()),
        };
        let format = match format {
            Ok(format) => format,
            Err(reason) => return self.set_aside(path.to_owned(), forced, reason),
        };
        self.store.push_origin(Origin { path: path.display().to_string(), format });
        let mut sink = Collecting {
            store: &mut self.store,
            rejects: &mut self.rejects,
            path,
            format,
            records: 0,
            rejected: 0,
        };
        let ended = source(format).read(&mut Cursor::new(head).chain(watched), &mut sink);
        let (records, mut rejected) = (sink.records, sink.rejected);
        if let Err(error) = ended {
            rejected += 1;
            self.set_aside(path.to_owned(), Some(format), reason(&error));
        }
        // A format may stop before the end; the hash is of the whole input.
        match input.into_raw().finish() {
            Ok(blake3) => {
                let bytes = taken.load(Ordering::Relaxed);
                self.bytes_before += bytes;
                let path = path.to_owned();
                self.inputs.push(InputSummary { path, format, bytes, blake3, records, rejected });
            }
            Err(error) => self.set_aside(path.to_owned(), Some(format), format!("cannot read on: {error}")),
        }
    }
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

/// Cleans what a source reads and keeps it.
struct Collecting<'a> {
    store: &'a mut RecordStore,
    rejects: &'a mut Vec<Reject>,
    path: &'a Path,
    format: Format,
    records: u64,
    rejected: u64,
}

impl Sink for Collecting<'_> {
    fn record(&mut self, position: Position, mut record: Record) {
        repair(&mut record);
        record.withdrawn |= is_withdrawn(&record);
        self.records += 1;
        self.store.push(&record, position.record);
    }

    fn reject(&mut self, position: Position, reason: String) {
        self.rejected += 1;
        self.rejects.push(Reject {
            path: self.path.to_owned(),
            format: Some(self.format),
            position: Some(position),
            reason,
        });
    }
}

/// Puts the mojibake in a record's texts right.
fn repair(record: &mut Record) {
    let Record { title, abstract_text, comment, journal_reference, headline, subheadline, authors, .. } =
        record;
    let optional = [comment, journal_reference, headline, subheadline].into_iter().flatten();
    for text in [title, abstract_text].into_iter().chain(optional).chain(authors) {
        if let std::borrow::Cow::Owned(repaired) = mojibake::repair(text) {
            *text = repaired;
        }
    }
}
