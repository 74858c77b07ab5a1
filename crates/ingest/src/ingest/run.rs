//! The entry point: paths in, a reconciled corpus out.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use crate::corpus::build;
use crate::ingest::joining::join;
use crate::ingest::notes::{InputNotes, InputSummary, LeftOver};
use crate::ingest::reading::{How, Reading};
use crate::ingest::spilling::{Bound, Spill};
use crate::ingest::thinning::{Thinned, Thinning};
use crate::input::find::STANDARD_INPUT;
use crate::reconcile::reconcile;
use crate::records::record_store::RecordStore;
use thema_progress::Task;

use crate::{
    ArrowTable, ColumnMapping, Corpus, CorpusParts, DateLosses, Format, IngestError, InputDescription,
    Reconciliation, ReconciliationReason, ReconciliationRow, Reject, TextEncoding, find_inputs,
};

/// How to ingest. By default every format is recognised automatically.
#[derive(Clone, Debug, Default)]
pub struct IngestParams {
    format: Option<Format>,
    encoding: Option<TextEncoding>,
    columns: ColumnMapping,
    near_duplicates: Option<f64>,
    tables: Vec<ArrowTable>,
    draw: Option<usize>,
    former: Option<PathBuf>,
    except: Vec<PathBuf>,
}

impl IngestParams {
    /// The default parameters.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads every input as `format` instead of recognising it; the default is `None`.
    #[must_use]
    pub fn format(mut self, format: Option<Format>) -> Self {
        self.format = format;
        self
    }

    /// Decodes every text from `encoding` instead of inferring it; the default is `None`.
    #[must_use]
    pub fn encoding(mut self, encoding: Option<TextEncoding>) -> Self {
        self.encoding = encoding;
        self
    }

    /// Which column of a table (CSV, TSV, Parquet, JSON lines) holds what; by default, common column names
    /// decide.
    #[must_use]
    pub fn columns(mut self, columns: ColumnMapping) -> Self {
        self.columns = columns;
        self
    }

    /// Groups papers whose three-word shingles have at least this Jaccard similarity, between 0.5 and 1, so
    /// that statistics can count each group once. `None`, the default, looks for none.
    #[must_use]
    pub fn near_duplicates(mut self, similarity: Option<f64>) -> Self {
        self.near_duplicates = similarity;
        self
    }

    /// Also reads these tables, after all paths.
    #[must_use]
    pub fn tables(mut self, tables: Vec<ArrowTable>) -> Self {
        self.tables = tables;
        self
    }

    /// Reads a thin, even draw of the inputs: at most this many records, and at least half as many if there
    /// are more. Only [`run_in_parts`](Self::run_in_parts) honours it. Records of one paper are joined only
    /// if both are in the draw. `None`, the default, reads everything.
    #[must_use]
    pub fn draw(mut self, most: Option<usize>) -> Self {
        self.draw = most;
        self
    }

    /// Adds to the corpus in the file `former`: its records come before those of the inputs. Unlike an input,
    /// it must be a corpus that can be read without error, or the run fails.
    #[must_use]
    pub fn former(mut self, former: Option<PathBuf>) -> Self {
        self.former = former;
        self
    }

    /// Skips these files if a directory or pattern contains them, for outputs that lie among the inputs.
    #[must_use]
    pub fn except(mut self, files: Vec<PathBuf>) -> Self {
        self.except = files;
        self
    }

    /// Reads every input behind `paths` as [`run`](Self::run) does, and describes what it found in each.
    /// Inputs that could not be listed come last. Nothing is reconciled, and the [former](Self::former)
    /// corpus is not read.
    #[must_use]
    pub fn describe(&self, paths: &[PathBuf]) -> Vec<InputDescription> {
        let (inputs, unlisted) = find_inputs(paths);
        let bytes = Task::new("bytes", 0);
        let described = |path: &PathBuf| {
            let mut reading = Reading::default();
            reading.read(path, &self.how(&bytes));
            InputDescription::new(path.clone(), reading)
        };
        let mut missing = Reading::default();
        missing.note_missing(paths, &inputs, &unlisted);
        let missing = missing.notes.rejects.into_iter().map(InputDescription::of_missing);
        inputs.iter().map(described).chain(missing).collect()
    }

    pub(crate) fn how<'a>(&'a self, bytes: &'a Task) -> How<'a> {
        let (home, format, encoding) = (Path::new(""), self.format, self.encoding);
        How { home, format, encoding, columns: &self.columns, bytes }
    }

    /// Reads all papers of `paths`, reconciles them and reports on each input. A path is a file, `-` for
    /// standard input, a directory (all files below it) or a pattern such as `dumps/*.jsonl`. Files may be
    /// compressed with gzip, xz or zstd; a zip archive stands for its members. A corpus written by
    /// [`Corpus::write_parquet`] stands for the records it was made from.
    ///
    /// What cannot be read as a paper, and inputs that cannot be read at all, are in
    /// [`rejects`](Ingested::rejects); the run goes on without them.
    ///
    /// # Errors
    /// [`IngestError::NothingReadable`] when no input yields a paper, [`IngestError::InvalidSimilarity`] when
    /// the similarity of near-duplicates is out of range, [`IngestError::Open`] and
    /// [`IngestError::NotACorpus`] when the [former](Self::former) corpus cannot be read.
    pub fn run(&self, paths: &[PathBuf]) -> Result<Ingested, IngestError> {
        self.in_memory(self.read(paths, Reading::default())?)
    }

    /// As [`run`](Self::run), but in about `memory` bytes: the rest is spilled to unnamed files in the folder
    /// `home`. The papers are the same.
    ///
    /// # Errors
    /// As [`run`](Self::run), and [`IngestError::Write`] and [`IngestError::DamagedPart`] for the spilled
    /// files.
    pub fn run_in_parts(
        &self,
        paths: &[PathBuf],
        home: &Path,
        memory: u64,
    ) -> Result<IngestedParts, IngestError> {
        if let Some(most) = self.draw
            && let Some(drawn) = self.run_thinly(paths, most)?
        {
            return Ok(drawn);
        }
        let budget = memory / RECORDS;
        let mut spill = Spill::new(home);
        let bound = Some(Bound::new(budget, &mut spill));
        let mut read = self.read(paths, Reading { bound, ..Reading::default() })?;
        let Some(spilled) = spill.spilled(&mut read.store)? else {
            let Ingested { corpus, rejects, inputs, reconciliation } = self.in_memory(read)?;
            let corpus = CorpusParts::of(corpus);
            return Ok(IngestedParts { corpus, rejects, inputs, reconciliation, thinned: None });
        };
        let Read { store, mut notes, former, .. } = read;
        let conventions = store.conventions();
        let origins = { store }.origins;
        let joined = join(spilled, &origins, &conventions, budget as usize, home, self.near_duplicates)?;
        notes.set_abstracts_aside(joined.left_over);
        let InputNotes { inputs, rejects } = notes;
        let corpus = joined.corpus;
        if corpus.is_empty() || inputs.len() == former {
            return Err(IngestError::NothingReadable { rejects });
        }
        let reconciliation = joined.reconciliation;
        warn(&inputs, &rejects, &reconciliation);
        Ok(IngestedParts { corpus, rejects, inputs, reconciliation, thinned: None })
    }

    /// The papers of a draw of at most `most` records; `None` if there are no more records than that and the
    /// inputs can be read again in full.
    fn run_thinly(&self, paths: &[PathBuf], most: usize) -> Result<Option<IngestedParts>, IngestError> {
        let thinning = Some(Thinning::new(most));
        let mut read = self.read(paths, Reading { thinning, ..Reading::default() })?;
        let Some(thinning) = read.thinning.take() else { return Ok(None) };
        let is_whole = thinning.is_whole();
        if is_whole && read.is_stored {
            return Ok(None);
        }
        let thinned = thinning.settle(&mut read.store, &mut read.notes)?;
        let Ingested { corpus, rejects, inputs, reconciliation } = self.in_memory(read)?;
        let (corpus, thinned) = (CorpusParts::of(corpus), (!is_whole).then_some(thinned));
        Ok(Some(IngestedParts { corpus, rejects, inputs, reconciliation, thinned }))
    }

    fn read(&self, paths: &[PathBuf], mut reading: Reading<'_>) -> Result<Read, IngestError> {
        self.check()?;
        let (mut inputs, unlisted) = find_inputs(paths);
        let except: Vec<PathBuf> = self.except.iter().filter_map(|path| path.canonicalize().ok()).collect();
        inputs.retain(|path| path.canonicalize().map_or(true, |path| !except.contains(&path)));
        let size = |path: &PathBuf| {
            let stored = Some(path).filter(|path| path.as_os_str() != STANDARD_INPUT)?;
            std::fs::metadata(stored).ok().filter(Metadata::is_file).map(|file| file.len())
        };
        let total_bytes: Option<u64> = self.former.iter().chain(&inputs).map(size).sum();
        let bytes = Task::new("bytes", total_bytes.unwrap_or(0) as usize);
        reading.total_bytes = total_bytes;
        let how = self.how(&bytes);
        if let Some(former) = &self.former {
            reading.read_former(former, &how)?;
        }
        let former = reading.notes.inputs.len();
        reading.note_missing(paths, &inputs, &unlisted);
        for path in &inputs {
            if !reading.has_failed() {
                reading.read(path, &how);
            }
        }
        for table in &self.tables {
            reading.read_table(table, &how);
        }
        let Reading { store, notes, bound, thinning, .. } = reading;
        bound.map_or(Ok(()), Bound::ended)?;
        Ok(Read { store, notes, thinning, former, is_stored: total_bytes.is_some() })
    }

    pub(crate) fn check(&self) -> Result<(), IngestError> {
        match self.near_duplicates.filter(|least| !(0.5..=1.0).contains(least)) {
            Some(similarity) => Err(IngestError::InvalidSimilarity { similarity }),
            None => Ok(()),
        }
    }

    fn in_memory(&self, read: Read) -> Result<Ingested, IngestError> {
        let Read { mut store, mut notes, former, .. } = read;
        store.settle_dates(&store.conventions());
        let papers = reconcile(&store);
        let mut left_over = LeftOver::default();
        left_over.add(&store, papers.left_over());
        notes.set_abstracts_aside(left_over);
        let InputNotes { inputs, rejects } = notes;
        if papers.len() == 0 || inputs.len() == former {
            return Err(IngestError::NothingReadable { rejects });
        }
        let (corpus, reconciliation) = build(store, &papers, self.near_duplicates);
        warn(&inputs, &rejects, &reconciliation);
        Ok(Ingested { corpus, rejects, inputs, reconciliation })
    }
}

/// What was read.
struct Read {
    store: RecordStore,
    notes: InputNotes,
    /// The records, if only a draw was wanted.
    thinning: Option<Thinning>,
    /// The number of inputs that are the former corpus; they come first.
    former: usize,
    /// Whether every input is a regular file; a pipe cannot be read again.
    is_stored: bool,
}

/// Records may use one fourth of a run's memory: reconciliation needs as much again, and concurrent work the
/// rest.
const RECORDS: u64 = 4;

/// Logs warnings about inputs that were set aside, about dates that were lost, and about papers that share an
/// identifier.
pub(crate) fn warn(inputs: &[InputSummary], rejects: &[Reject], reconciliation: &Reconciliation) {
    // If nothing could be read, the error reports the rejects.
    for Reject { path, reason, .. } in rejects.iter().filter(|reject| reject.position.is_none()) {
        tracing::warn!(path = %path.display(), reason, "not read in full");
    }
    for input in inputs {
        for told in input.date_losses.iter().flat_map(DateLosses::told) {
            tracing::warn!(path = %input.path.display(), "{told}");
        }
    }
    let is_shared = |row: &&ReconciliationRow| row.reason == ReconciliationReason::SharedId;
    let shared = reconciliation.rows.iter().filter(is_shared).count();
    if shared > 0 {
        tracing::warn!(
            papers = shared,
            "share their identifier with another paper and get a key of their own"
        );
    }
}

/// The result of ingestion, with the papers in parts.
#[derive(Debug)]
pub struct IngestedParts {
    /// The papers.
    pub corpus: CorpusParts,
    /// What could not be read, in input order.
    pub rejects: Vec<Reject>,
    /// Every input that was read in some format, in order.
    pub inputs: Vec<InputSummary>,
    /// What was joined and why.
    pub reconciliation: Reconciliation,
    /// How much of the inputs was read; `None` for all.
    pub thinned: Option<Thinned>,
}

/// The result of ingestion.
#[derive(Clone, Debug)]
pub struct Ingested {
    /// The papers.
    pub corpus: Corpus,
    /// What could not be read, in input order.
    pub rejects: Vec<Reject>,
    /// Every input that was read in some format, in order.
    pub inputs: Vec<InputSummary>,
    /// What was joined and why.
    pub reconciliation: Reconciliation,
}
