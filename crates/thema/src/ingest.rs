//! Inputs to a corpus file that every other command takes in their place.

use std::path::{Path, PathBuf};

use serde::Serialize;
use thema_ingest::{Additions, Corpus, Reject};

use crate::error::Blame;
use crate::{Engine, Error, Fault, Inputs, Result};

/// What was read into a corpus.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ingestion {
    /// The corpus file.
    pub corpus: PathBuf,
    /// Papers in it.
    pub papers: u64,
    /// Records that they are made of.
    pub records: u64,
    /// Papers that repeat another nearly word for word.
    pub near_duplicates: u64,
    /// What came to the papers that were there before.
    #[serde(flatten)]
    pub additions: Additions,
    /// Records and files that could not be read.
    pub rejected: usize,
}

impl Engine {
    /// Adds inputs to the corpus file `out`, which is made when it is not there.
    ///
    /// # Errors
    /// [`Fault::Output`] if `out` is no corpus or cannot be written, [`Fault::Input`] if there is nothing to add.
    pub fn ingest(&self, inputs: &Inputs, out: &Path) -> Result<Ingestion> {
        let mut all = Inputs { paths: Vec::new(), ..inputs.clone() };
        if out.exists() {
            if !Corpus::is_corpus_file(out) {
                let reason = format!("{} exists and is no corpus; it is not replaced", out.display());
                return Err(Error::new(Fault::Output, reason));
            }
            all.paths.push(out.to_owned());
        }
        let earlier = all.paths.len();
        all.paths.extend(inputs.paths.iter().cloned());
        let ingested = all.read(self.settings(), &mut self.stages())?;
        if ingested.inputs.len() <= earlier {
            let reason = ingested.rejects.first().map_or("", |reject| reject.reason.as_str());
            return Err(Error::new(Fault::Input, format!("nothing to add: {reason}")));
        }
        let reconciliation = out.with_extension("reconcile.csv");
        std::fs::File::create(&reconciliation)
            .and_then(|file| ingested.reconciliation.write_csv(std::io::BufWriter::new(file)))
            .blame_for(Fault::Output, || format!("cannot write {}", reconciliation.display()))?;
        write_rejects(&ingested.rejects, &out.with_extension("rejects.jsonl"))?;
        ingested.corpus.write_parquet(out).blame(Fault::Output)?;
        let counts = &ingested.reconciliation;
        Ok(Ingestion {
            corpus: out.to_owned(),
            papers: counts.papers,
            records: counts.records,
            near_duplicates: counts.near_duplicates,
            additions: counts.additions,
            rejected: ingested.rejects.len(),
        })
    }
}

fn write_rejects(rejects: &[Reject], path: &Path) -> Result<()> {
    let mut lines = Vec::new();
    for reject in rejects {
        serde_json::to_writer(&mut lines, reject).blame(Fault::Internal)?;
        lines.push(b'\n');
    }
    std::fs::write(path, lines).blame_for(Fault::Output, || format!("cannot write {}", path.display()))
}
