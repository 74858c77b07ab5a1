//! What to read, and as which formats.

use std::path::{Path, PathBuf};

use thema_ingest::{
    ArrowTable, ColumnMapping, Format, IngestParams, Ingested, IngestedParts, InputSummary, Reject,
    TextEncoding, Thinned, input_name,
};
use thema_report::{InputFile, Preview};

use crate::stages::Stages;
use crate::{Error, Fault, Result, Settings, Vectors};

/// Most records of a preview; a larger input gives at least half as many.
const PREVIEWED: usize = 30_000;

/// Abstracts in files, directories, glob patterns and tables in memory.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Files (plain or compressed), directories, or patterns such as `dumps/*.jsonl`; `-` is standard input.
    pub paths: Vec<PathBuf>,
    /// Tables in memory, read after the paths.
    pub tables: Vec<ArrowTable>,
    /// The format of every input; `None` detects it for each.
    pub format: Option<Format>,
    /// The encoding of every text; `None` infers it for each.
    pub encoding: Option<TextEncoding>,
    /// Which column of a table holds what; by default columns are found by common names.
    pub columns: ColumnMapping,
    /// Vectors of the papers, used instead of learned ones by [`Engine::run`](crate::Engine::run) and
    /// [`Engine::assign`](crate::Engine::assign).
    pub vectors: Option<Vectors>,
}

impl Inputs {
    /// Inputs whose formats are detected.
    #[must_use]
    pub fn new<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Self {
        Self { paths: paths.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Reads and reconciles every input.
    pub(crate) fn read(&self, settings: &Settings, stages: &mut Stages) -> Result<Ingested> {
        self.read_by(&self.params(settings), stages)
    }

    /// Reads and reconciles every input, or for a preview a sample of all. What exceeds memory is kept in a
    /// folder in `home` while in use.
    ///
    /// # Errors
    /// [`Fault::Settings`] for a preview with vectors, [`Fault::Input`] if nothing could be read.
    pub(crate) fn read_in_parts(
        &self,
        settings: &Settings,
        home: &Path,
        stages: &mut Stages,
    ) -> Result<IngestedParts> {
        let preview = settings.ingest.preview;
        if preview && self.vectors.is_some() {
            let reason =
                "a preview learns from words, because vectors cover all papers; leave the vectors out";
            return Err(Error::new(Fault::Settings, reason));
        }
        // Matching vectors to papers takes the whole corpus.
        let memory = if self.vectors.is_some() { u64::MAX } else { settings.memory.bytes() };
        let params = self.params(settings).draw(preview.then_some(PREVIEWED));
        let ingested = stages.run("read", || params.run_in_parts(&self.paths, home, memory))?;
        stages.items(ingested.inputs.iter().map(|input| input.bytes).sum());
        Ok(ingested)
    }

    /// How the inputs are read.
    pub(crate) fn params(&self, settings: &Settings) -> IngestParams {
        IngestParams::new()
            .format(self.format)
            .encoding(self.encoding)
            .columns(self.columns.clone())
            .near_duplicates(settings.ingest.least_similarity())
            .tables(self.tables.clone())
    }

    /// Reads and reconciles every input with `params`.
    pub(crate) fn read_by(&self, params: &IngestParams, stages: &mut Stages) -> Result<Ingested> {
        let ingested = stages.run("read", || params.run(&self.paths))?;
        stages.items(ingested.inputs.iter().map(|input| input.bytes).sum());
        Ok(ingested)
    }
}

/// Number of inputs that could not be read, or only in part, so papers in them may be missing.
#[must_use]
pub fn unread_inputs(rejects: &[Reject]) -> usize {
    rejects.iter().filter(|reject| reject.unread).count()
}

/// Number of records and inputs that could not be read, those included that are only counted.
#[must_use]
pub fn rejected(rejects: &[Reject]) -> u64 {
    rejects.iter().map(Reject::count).sum()
}

/// How much of the inputs was read, in the report's form.
pub(crate) fn preview(thinned: Thinned) -> Preview {
    Preview { share: thinned.share, records: thinned.records }
}

/// The inputs as the report lists them.
pub(crate) fn input_files(inputs: &[InputSummary]) -> Vec<InputFile> {
    inputs
        .iter()
        .map(|input| InputFile {
            name: input_name(&input.path),
            format: input.format.name().to_owned(),
            encoding: input.encoding.map(|encoding| encoding.name().to_owned()),
            bytes: input.bytes,
            blake3: input.blake3.clone(),
            records: input.records,
            rejected: input.rejected,
            dates_cut: input.date_losses.as_ref().map_or(0, |losses| losses.cut.number),
            dates_unread: input.date_losses.as_ref().map_or(0, |losses| losses.unread.number),
        })
        .collect()
}
