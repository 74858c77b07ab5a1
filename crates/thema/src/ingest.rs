//! From inputs to a corpus file, which every other command accepts as input.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use thema_durable::{FileGroup, Links, Ours, Output, OutputLock};
use thema_ingest::{Additions, Corpus, InputDescription, Reject};

use crate::reconciliation_csv::{HEADER, write_reconciliation};
use crate::{Engine, Error, Fault, Inputs, Result, rejected, unread_inputs};

/// Summary of what was read into a corpus.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ingestion {
    /// The corpus file.
    pub corpus: PathBuf,
    /// Papers in it.
    pub papers: u64,
    /// Records they were made from.
    pub records: u64,
    /// Papers that repeat another nearly word for word.
    pub near_duplicates: u64,
    /// What was added to the papers already in the corpus.
    #[serde(flatten)]
    pub additions: Additions,
    /// Records and files that could not be read.
    pub rejected: u64,
    /// Inputs that could not be read, or only in part, so papers in them may be missing.
    pub unread_inputs: usize,
}

/// Most bytes read of the first line of a list of rejects.
const MAX_REJECT_BYTES: u64 = 1 << 20;

impl Engine {
    /// Reads inputs and reports what each holds without making anything from it: format, columns, fields with
    /// examples, and what would be rejected. Missing inputs are reported like unreadable ones.
    #[must_use]
    pub fn describe(&self, inputs: &Inputs) -> Vec<InputDescription> {
        let params = inputs.params(self.settings());
        self.stages().run("read", || params.describe(&inputs.paths))
    }

    /// Adds inputs to the corpus file `out`, creating it if necessary. The corpus and the files
    /// `X.reconcile.csv` and `X.rejects.jsonl` beside it are replaced together or not at all; only one
    /// process at a time may write them.
    ///
    /// # Errors
    /// [`Fault::Output`] if one of the three is some other file, the corpus is damaged, or another process is
    /// writing it; [`Fault::Settings`] if an input is one of the three; [`Fault::Input`] if there is nothing
    /// to add or the corpus has lost its content.
    pub fn ingest(&self, inputs: &Inputs, out: &Path) -> Result<Ingestion> {
        // Companion files lie beside the corpus itself, not beside a link to it.
        let corpus = fs::canonicalize(out).unwrap_or_else(|_| out.to_owned());
        let outputs =
            [corpus.clone(), corpus.with_extension("reconcile.csv"), corpus.with_extension("rejects.jsonl")];
        refuse_outputs_among(inputs, &outputs)?;
        let lock = OutputLock::take(&corpus)?;
        let [of_corpus, of_reconciliation, of_rejects] = outputs.clone();
        let mut files = FileGroup::begin_under(
            &lock,
            vec![
                output(of_corpus, Box::new(Corpus::is_corpus), "a corpus"),
                output(of_reconciliation, thema_durable::begins_with(HEADER), "a reconciliation log"),
                output(of_rejects, Box::new(is_list_of_rejects), "a list of rejects"),
            ],
        )?;
        let former = former(&outputs)?;
        let params = inputs.params(self.settings()).former(former).except(outputs.to_vec());
        let ingested = inputs.read_by(&params, &mut self.stages())?;
        files.write(0, |file| ingested.corpus.write_parquet(file))?;
        files.write(1, |file| write_reconciliation(&ingested.reconciliation, file))?;
        files.write(2, |file| write_rejects(&ingested.rejects, file))?;
        files.commit()?;
        let counts = &ingested.reconciliation;
        Ok(Ingestion {
            corpus: out.to_owned(),
            papers: counts.papers,
            records: counts.records,
            near_duplicates: counts.near_duplicates,
            additions: counts.additions,
            rejected: rejected(&ingested.rejects),
            unread_inputs: unread_inputs(&ingested.rejects),
        })
    }
}

/// The corpus to add to. An empty file was created to be filled, unless it has a reconciliation log beside
/// it.
fn former([corpus, reconciliation, _]: &[PathBuf; 3]) -> Result<Option<PathBuf>> {
    let has_content = |path: &Path| fs::metadata(path).is_ok_and(|file| file.len() > 0);
    if has_content(corpus) {
        return Ok(Some(corpus.clone()));
    }
    if corpus.exists() && has_content(reconciliation) {
        let (corpus, log) = (corpus.display(), reconciliation.display());
        let reason = format!(
            "{corpus} is empty, but {log} belongs to a corpus: restore the corpus from a copy, or remove both"
        );
        return Err(Error::new(Fault::Input, reason));
    }
    Ok(None)
}

fn output(path: PathBuf, ours: Ours, what: &'static str) -> Output {
    Output { path, links: Links::Refuse, ours, what }
}

/// Refuses an input that would be overwritten.
fn refuse_outputs_among(inputs: &Inputs, outputs: &[PathBuf]) -> Result<()> {
    let outputs: Vec<PathBuf> = outputs.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
    let is_output = |input: &&PathBuf| fs::canonicalize(input).is_ok_and(|path| outputs.contains(&path));
    inputs.paths.iter().find(is_output).map_or(Ok(()), |input| {
        let reason =
            format!("{} is an input and would be overwritten; choose another --out", input.display());
        Err(Error::new(Fault::Settings, reason))
    })
}

/// Whether the first line of `file` is a reject.
fn is_list_of_rejects(file: &mut File) -> io::Result<bool> {
    let mut line = Vec::new();
    BufReader::new(file.take(MAX_REJECT_BYTES)).read_until(b'\n', &mut line)?;
    let object = serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(&line);
    Ok(object.is_ok_and(|object| {
        ["path", "reason"].iter().all(|field| object.get(*field).is_some_and(serde_json::Value::is_string))
    }))
}

fn write_rejects(rejects: &[Reject], mut out: impl Write) -> io::Result<()> {
    for reject in rejects {
        serde_json::to_writer(&mut out, reject)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
