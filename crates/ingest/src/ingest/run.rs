//! The front door: paths in, a reconciled corpus out.

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
    ArrowTable, ColumnMapping, Corpus, CorpusParts, Format, IngestError, InputDescription, Reconciliation,
    ReconciliationReason, ReconciliationRow, Reject, TextEncoding, find_inputs,
};

/// How to ingest. The default recognises every format by itself.
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

    /// Reads every text as written in `encoding` instead of inferring it; `None` is the default.
    #[must_use]
    pub fn encoding(mut self, encoding: Option<TextEncoding>) -> Self {
        self.encoding = encoding;
        self
    }

    /// Which column of a table (CSV, TSV, Parquet, JSON lines) holds what; the default goes by common names.
    #[must_use]
    pub fn columns(mut self, columns: ColumnMapping) -> Self {
        self.columns = columns;
        self
    }

    /// Groups papers whose shingles of three words have this Jaccard similarity or more, so that statistics can count a
    /// group once; between 0.5 and 1. `None`, the default, looks for none.
    #[must_use]
    pub fn near_duplicates(mut self, similarity: Option<f64>) -> Self {
        self.near_duplicates = similarity;
        self
    }

    /// Reads these tables too, after all paths.
    #[must_use]
    pub fn tables(mut self, tables: Vec<ArrowTable>) -> Self {
        self.tables = tables;
        self
    }

    /// Looks at a thin, even draw of the inputs, of at most so many records, and at least half as many where there are more;
    /// [`run_in_parts`](Self::run_in_parts) alone knows of it. Records that belong to one paper are joined where the draw has
    /// both. `None`, the default, reads everything.
    #[must_use]
    pub fn draw(mut self, most: Option<usize>) -> Self {
        self.draw = most;
        self
    }

    /// Adds to the corpus in the file `former`: its records come before those of the inputs. Unlike an input it is read as a
    /// corpus and nothing else, and without an error, or the run ends.
    #[must_use]
    pub fn former(mut self, former: Option<PathBuf>) -> Self {
        self.former = former;
        self
    }

    /// Passes over these files where a directory or pattern holds them: outputs that lie among the inputs.
    #[must_use]
    pub fn except(mut self, files: Vec<PathBuf>) -> Self {
        self.except = files;
        self
    }

    /// Reads every input behind `paths`, as [`run`](Self::run) does, and says what it found in each; inputs that could not be
    /// listed come last. Nothing is reconciled, and the [former](Self::former) corpus is not read.
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

    /// Reads all papers of `paths`, reconciles them and says what became of each input. A path is a file, `-` for
    /// standard input, a directory, which stands for all files in it, or a pattern such as `dumps/*.jsonl`. Files
    /// may be packed with gzip, xz or zstd, and a zip archive stands for its members. A corpus that
    /// [`Corpus::write_parquet`] wrote stands for the records from which it was made.
    ///
    /// What cannot be read as a paper, and inputs that cannot be read at all, are in
    /// [`rejects`](Ingested::rejects), and the rest goes on.
    ///
    /// # Errors
    /// [`IngestError::NothingReadable`] when no input gives a single paper, [`IngestError::InvalidSimilarity`] when
    /// that of near-duplicates is out of range, [`IngestError::Open`] and [`IngestError::NotACorpus`] when the
    /// [former](Self::former) corpus cannot be read.
    pub fn run(&self, paths: &[PathBuf]) -> Result<Ingested, IngestError> {
        self.in_memory(self.read(paths, Reading::default())?)
    }

    /// As [`run`](Self::run), in about `memory` bytes: what is more is put aside in files without a name in the folder
    /// `home`. The papers are the same.
    ///
    /// # Errors
    /// As [`run`](Self::run); [`IngestError::Write`] and [`IngestError::DamagedPart`] tell of the files.
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
        let origins = { store }.origins;
        let joined = join(spilled, &origins, budget as usize, home, self.near_duplicates)?;
        notes.set_abstracts_aside(joined.left_over);
        let InputNotes { inputs, rejects } = notes;
        let corpus = joined.corpus;
        if corpus.is_empty() || inputs.len() == former {
            return Err(IngestError::NothingReadable { rejects });
        }
        let reconciliation = joined.reconciliation;
        warn(&rejects, &reconciliation);
        Ok(IngestedParts { corpus, rejects, inputs, reconciliation, thinned: None })
    }

    /// Papers of a draw of at most `most` records; `None` where all records are no more and can be read as ever.
    fn run_thinly(&self, paths: &[PathBuf], most: usize) -> Result<Option<IngestedParts>, IngestError> {
        let thinning = Some(Thinning::new(most));
        let mut read = self.read(paths, Reading { thinning, ..Reading::default() })?;
        let Some(thinning) = read.thinning.take() else { return Ok(None) };
        let is_whole = thinning.is_whole();
        if is_whole && !paths.iter().any(|path| path.as_os_str() == STANDARD_INPUT) {
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
        let size =
            |path: &PathBuf| std::fs::metadata(path).ok().filter(Metadata::is_file).map(|file| file.len());
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
            if reading.bound.as_ref().is_some_and(Bound::has_failed) {
                break;
            }
            reading.read(path, &how);
        }
        for table in &self.tables {
            reading.read_table(table, &how);
        }
        let Reading { store, notes, bound, thinning, .. } = reading;
        bound.map_or(Ok(()), Bound::ended)?;
        Ok(Read { store, notes, thinning, former })
    }

    pub(crate) fn check(&self) -> Result<(), IngestError> {
        match self.near_duplicates.filter(|least| !(0.5..=1.0).contains(least)) {
            Some(similarity) => Err(IngestError::InvalidSimilarity { similarity }),
            None => Ok(()),
        }
    }

    fn in_memory(&self, read: Read) -> Result<Ingested, IngestError> {
        let Read { store, mut notes, former, .. } = read;
        let papers = reconcile(&store);
        let mut left_over = LeftOver::default();
        left_over.add(&store, papers.left_over());
        notes.set_abstracts_aside(left_over);
        let InputNotes { inputs, rejects } = notes;
        if papers.len() == 0 || inputs.len() == former {
            return Err(IngestError::NothingReadable { rejects });
        }
        let (corpus, reconciliation) = build(store, &papers, self.near_duplicates);
        warn(&rejects, &reconciliation);
        Ok(Ingested { corpus, rejects, inputs, reconciliation })
    }
}

/// What was read.
struct Read {
    store: RecordStore,
    notes: InputNotes,
    /// The records, where only a draw was wanted.
    thinning: Option<Thinning>,
    /// Inputs that are the former corpus; they come first.
    former: usize,
}

/// Of the memory of a run a fourth is for records: reconciling takes as much again, and what is done beside it its part.
const RECORDS: u64 = 4;

/// Tells of what was read otherwise than it stands there.
pub(crate) fn warn(rejects: &[Reject], reconciliation: &Reconciliation) {
    // Where nothing could be read the error tells of them.
    for Reject { path, reason, .. } in rejects.iter().filter(|reject| reject.position.is_none()) {
        tracing::warn!(path = %path.display(), reason, "set aside");
    }
    let is_shared = |row: &&ReconciliationRow| row.reason == ReconciliationReason::SharedId;
    let shared = reconciliation.rows.iter().filter(is_shared).count();
    if shared > 0 {
        tracing::warn!(papers = shared, "have the identifier of another paper, and a key of their own");
    }
}

/// What ingesting gives, the papers in parts.
#[derive(Debug)]
pub struct IngestedParts {
    /// The papers.
    pub corpus: CorpusParts,
    /// What could not be read, in the order of the inputs.
    pub rejects: Vec<Reject>,
    /// Every input that was read as some format, in order.
    pub inputs: Vec<InputSummary>,
    /// What was joined and why.
    pub reconciliation: Reconciliation,
    /// How much of the inputs was looked at; `None` for all.
    pub thinned: Option<Thinned>,
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
