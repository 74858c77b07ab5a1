//! Inputs, one after another, into one store of records.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use thema_progress::Task;

use crate::ingest::collecting::Collecting;
use crate::ingest::notes::{InputNotes, InputSummary};
use crate::ingest::recognition::{
    is_guessed_as_lines, kind_of_archive_without_records, recognise, unrecognised,
};
use crate::ingest::spilling::Bound;
use crate::ingest::thinning::Thinning;
use crate::input::archive::{Archive, is_archive};
use crate::input::decompress::{Budget, Decompressed, is_packed};
use crate::input::encoding::{Decoding, foreign_encoding};
use crate::input::failing::Failing;
use crate::input::find::STANDARD_INPUT;
use crate::input::name::input_name;
use crate::input::raw_input::RawInput;
use crate::records::record_store::{Origin, RecordStore};
use crate::sources::{Contents, column_uses, table_source};
use crate::{
    ArrowTable, ColumnMapping, ColumnUse, Corpus, Format, IngestError, Reject, SNIFF_BYTES, Sink, Source,
    SourceError, TextEncoding, source,
};

/// How inputs are read.
pub(crate) struct How<'a> {
    /// The folder that paths lead from; that of the process where it is empty.
    pub(crate) home: &'a Path,
    /// Every input is of this format.
    pub(crate) format: Option<Format>,
    /// Every text is written in this encoding.
    pub(crate) encoding: Option<TextEncoding>,
    /// Which column of a table holds what.
    pub(crate) columns: &'a ColumnMapping,
    /// The raw bytes of all inputs.
    pub(crate) bytes: &'a Task,
}

/// The state of a run over its inputs.
#[derive(Default)]
pub(crate) struct Reading<'o> {
    pub(crate) store: RecordStore,
    /// What keeps the store small.
    pub(crate) bound: Option<Bound<'o>>,
    /// What takes all records where only a draw of them is wanted.
    pub(crate) thinning: Option<Thinning>,
    pub(crate) notes: InputNotes,
    /// The columns of the last table among the inputs.
    pub(crate) columns: Vec<ColumnUse>,
    pub(crate) bytes_before: u64,
    pub(crate) total_bytes: Option<u64>,
}

impl Reading<'_> {
    /// Notes that an input holds nothing that could be read as papers, from here on or at all.
    pub(crate) fn set_aside(&mut self, path: PathBuf, format: Option<Format>, reason: String) {
        self.notes.rejects.push(Reject { path, format, position: None, reason, unread: false });
    }

    /// Notes that the system or a decompressor did not give an input, from here on or at all.
    pub(crate) fn lose(&mut self, path: PathBuf, format: Option<Format>, reason: String) {
        self.notes.rejects.push(Reject { path, format, position: None, reason, unread: true });
    }

    /// Notes the paths that could not be listed, and directories in which nothing was found.
    pub(crate) fn note_missing(&mut self, paths: &[PathBuf], inputs: &[PathBuf], unlisted: &[IngestError]) {
        for error in unlisted {
            let path = error.path().map(Path::to_owned).unwrap_or_default();
            let cause =
                std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
            self.lose(path, None, format!("cannot open: {cause}"));
        }
        for path in paths.iter().filter(|path| path.is_dir()) {
            if !inputs.iter().any(|input| input.starts_with(path)) {
                self.set_aside(path.clone(), None, "a directory without files".into());
            }
        }
    }

    /// Reads the input at `path`: a file, the members of an archive, a corpus, or standard input.
    pub(crate) fn read(&mut self, path: &Path, how: &How<'_>) {
        let place = how.home.join(path);
        let opened = RawInput::open(&place).and_then(|mut raw| {
            let head = raw.fill_buf()?;
            let (is_archive, is_parquet) = (is_archive(head), head.starts_with(b"PAR1"));
            let is_skipped = self.thinning.is_some() && place.is_file() && !is_packed(head);
            let mapped = if is_skipped { RawInput::map(&place).ok() } else { None };
            Ok((is_archive, is_parquet, mapped.unwrap_or(raw)))
        });
        let (is_archive, is_parquet, raw) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                return self.lose(path.to_owned(), how.format, format!("cannot open: {error}"));
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
        if is_parquet && place.is_file() {
            match open_table(&place, how) {
                Ok((file, true)) => return self.read_corpus(path, file, raw, how),
                Ok((file, false)) if how.format.is_none_or(|format| format == Format::Parquet) => {
                    return self.read_parquet(path, file, raw, how);
                }
                Ok(_) => {}
                Err(error) => {
                    return self.lose(path.to_owned(), how.format, format!("cannot read: {error}"));
                }
            }
        }
        let (taken, budget) = (raw.counter(), Budget::new(raw.counter(), u64::MAX));
        self.read_raw(path, raw, budget, &taken, how);
    }

    fn read_archive(&mut self, path: &Path, how: &How<'_>) {
        let mut archive = match Archive::open(&how.home.join(path)) {
            Ok(archive) => archive,
            Err(error) => {
                return self.lose(path.to_owned(), how.format, format!("cannot open: {error}"));
            }
        };
        let (taken, budget, before) =
            (archive.counter(), archive.budget(), self.notes.inputs.len() + self.notes.rejects.len());
        if let Some(reason) = archive.names().find_map(|name| kind_of_archive_without_records(&name)) {
            return self.set_aside(path.to_owned(), how.format, reason.to_owned());
        }
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
                    self.lose(path.to_owned(), how.format, reason);
                }
            }
        }
        self.bytes_before += taken.load(Ordering::Relaxed);
        if self.notes.inputs.len() + self.notes.rejects.len() == before {
            self.set_aside(path.to_owned(), how.format, "an archive without files".to_owned());
        }
    }

    /// Takes the records of a table that is read in another order than that of its bytes.
    fn read_parquet(&mut self, path: &Path, file: File, raw: RawInput<'_>, how: &How<'_>) {
        let counts = self
            .collect(path, Format::Parquet, &raw.counter(), how, |source, sink| source.read_file(file, sink));
        let bytes = self.finish(path, Format::Parquet, None, raw, counts);
        self.advance(bytes, how);
    }

    /// Takes the records of a table in memory.
    pub(crate) fn read_table(&mut self, table: &ArrowTable, how: &How<'_>) {
        let (path, format) = (PathBuf::from(table.name()), Format::Arrow);
        if table.rows() == 0 {
            return self.set_aside(path, Some(format), "a table without rows".to_owned());
        }
        let mut contents = None;
        let Counts { records, rejected, .. } =
            self.collect_by(&path, format, &AtomicU64::default(), |sink| {
                contents = Some(table.read(how.columns, sink)?);
                Ok(())
            });
        if let Some(Contents { bytes, blake3 }) = contents {
            self.notes.inputs.push(InputSummary {
                path,
                format,
                encoding: None,
                bytes,
                blake3,
                records,
                rejected,
            });
        }
    }

    /// Tells that as many bytes more are read.
    pub(super) fn advance(&mut self, bytes: u64, how: &How<'_>) {
        self.bytes_before += bytes;
        how.bytes.reach(self.bytes_before);
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
                return self.lose(path.to_owned(), how.format, format!("cannot open: {error}"));
            }
        };
        let bytes_before = self.bytes_before;
        let mut watched = Watched {
            inner: input.reader(),
            on_read: Box::new(|| how.bytes.reach(bytes_before + taken.load(Ordering::Relaxed))),
        };
        let mut head = Vec::new();
        // What stands before a cut is read, however short it is.
        let failure = watched.by_ref().take(SNIFF_BYTES as u64).read_to_end(&mut head).err();
        let encoding = match how.encoding {
            Some(named) => Some(named).filter(|named| !named.is_utf8()),
            None => foreign_encoding(&head).map(TextEncoding),
        };
        let decoded =
            encoding.map(|TextEncoding(encoding)| encoding.decode(&head).0.into_owned().into_bytes());
        let text = decoded.as_deref().unwrap_or(&head);
        let format = match (&failure, head.is_empty()) {
            (Some(error), true) => {
                return self.lose(path.to_owned(), how.format, format!("cannot read: {error}"));
            }
            (None, true) => return self.set_aside(path.to_owned(), how.format, "empty".to_owned()),
            (_, false) => how.format.or_else(|| recognise(text, how.columns)),
        };
        let is_guessed = format.is_none() && is_guessed_as_lines(path, text);
        let format = format.or_else(|| is_guessed.then_some(Format::Lines));
        if is_guessed {
            tracing::warn!(path = %path.display(), "of no known format; taken for a text of one paper a line");
        }
        let Some(format) = format else {
            let reason = unrecognised(text, how.columns);
            return match failure {
                Some(error) => self.lose(path.to_owned(), None, format!("cannot read: {error}")),
                None => self.set_aside(path.to_owned(), None, reason),
            };
        };
        let names = source(format).column_names(text);
        if !names.is_empty() {
            self.columns = column_uses(names, how.columns);
        }
        if let Some(encoding) = encoding.filter(|_| how.encoding.is_none()) {
            tracing::warn!(path = %path.display(), encoding = encoding.name(), "not UTF-8; the encoding is inferred");
        }
        let counts = self.collect(path, format, taken, how, |source, sink| {
            let (head, rest): (_, Box<dyn BufRead + '_>) = match failure {
                Some(error) => (Cursor::new(head), Box::new(BufReader::new(Failing(Some(error))))),
                None => (Cursor::new(head), Box::new(watched)),
            };
            let mut whole = head.chain(rest);
            match encoding {
                Some(TextEncoding(encoding)) => {
                    source.read(&mut BufReader::new(Decoding::new(whole, encoding)), sink)
                }
                None => source.read(&mut whole, sink),
            }
        });
        let bytes = self.finish(path, format, encoding, input.into_raw(), counts);
        self.bytes_before += if is_whole_file { bytes } else { 0 };
    }

    /// Collects what `read` makes of the input at `path` by its reader, of which `taken` counts the bytes.
    fn collect(
        &mut self,
        path: &Path,
        format: Format,
        taken: &AtomicU64,
        how: &How<'_>,
        read: impl FnOnce(&dyn Source, &mut dyn Sink) -> Result<(), SourceError>,
    ) -> Counts {
        let mapped: Option<Box<dyn Source>> = table_source(format, how.columns);
        let reader = mapped.as_deref().unwrap_or_else(|| source(format));
        self.collect_by(path, format, taken, |sink| read(reader, sink))
    }

    /// Collects what `read` gives of the input at `path`, of which `taken` counts the bytes.
    fn collect_by(
        &mut self,
        path: &Path,
        format: Format,
        taken: &AtomicU64,
        read: impl FnOnce(&mut dyn Sink) -> Result<(), SourceError>,
    ) -> Counts {
        let origin = self.store.origin(Origin { path: input_name(path), format });
        if let Some(thinning) = &mut self.thinning {
            thinning.begin_input(path, format, origin);
        }
        let mut sink = Collecting {
            store: &mut self.store,
            bound: self.bound.as_mut(),
            thinning: self.thinning.as_mut(),
            rejects: &mut self.notes.rejects,
            path,
            format,
            origin,
            taken,
            bytes_before: self.bytes_before,
            total_bytes: self.total_bytes,
            records: 0,
            rejected: 0,
        };
        let ended = read(&mut sink);
        let (records, rejected) = (sink.records, sink.rejected);
        if let Some(thinning) = &mut self.thinning {
            thinning.end_input();
        }
        let Err(error) = ended else { return Counts { records, rejected, is_told: false } };
        let (path, reason) = (path.to_owned(), reason(&error));
        if matches!(error, SourceError::Read { .. }) {
            self.lose(path, Some(format), reason);
        } else {
            self.set_aside(path, Some(format), reason);
        }
        Counts { records, rejected: rejected + 1, is_told: true }
    }

    /// Notes an input of which all records are collected; gives its bytes. A format may stop before its end, and the hash is
    /// of the whole.
    fn finish(
        &mut self,
        path: &Path,
        format: Format,
        encoding: Option<TextEncoding>,
        raw: RawInput<'_>,
        counts: Counts,
    ) -> u64 {
        let Counts { records, rejected, is_told } = counts;
        let taken = raw.counter();
        match raw.finish() {
            Ok(blake3) => {
                let bytes = taken.load(Ordering::Relaxed);
                let path = path.to_owned();
                self.notes.inputs.push(InputSummary {
                    path,
                    format,
                    encoding,
                    bytes,
                    blake3,
                    records,
                    rejected,
                });
                bytes
            }
            Err(error) => {
                if !is_told {
                    self.lose(path.to_owned(), Some(format), format!("cannot read on: {error}"));
                }
                0
            }
        }
    }
}

/// What came of one input.
#[derive(Clone, Copy)]
struct Counts {
    records: u64,
    rejected: u64,
    /// Whether a reject says already why the input was not read to its end.
    is_told: bool,
}

/// Opens the Parquet file at `path` and says whether it is to be read as a corpus, by the one handle through which it is
/// read: what is recognised once cannot be taken for something else a moment later.
fn open_table(path: &Path, how: &How<'_>) -> std::io::Result<(File, bool)> {
    let mut file = File::open(path)?;
    let is_corpus = how.format != Some(Format::Parquet) && Corpus::is_corpus(&mut file)?;
    Ok((file, is_corpus))
}

/// An error and its causes in one line.
pub(super) fn reason(error: &dyn std::error::Error) -> String {
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
