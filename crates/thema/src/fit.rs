//! From a dump to a background model.

use std::io::{self, BufReader};
use std::path::Path;

use serde::Serialize;
use thema_durable::{FileGroup, Links, Output};
use thema_ingest::Ingested;
use thema_projection::{BackgroundModel, Provenance};

use crate::learning::learn_background;
use crate::papers::{Related, documents};
use crate::roles::PaperRoles;
use crate::{Engine, Inputs, Result, unread_inputs};

/// Summary of a learned background model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BackgroundSummary {
    /// Terms with a vector.
    pub terms: usize,
    /// Dimensions of the vectors.
    pub dimensions: usize,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Inputs that could not be read, or only in part, so papers in them may be missing.
    pub unread_inputs: usize,
}

impl Engine {
    /// Learns a background model called `name` from inputs and writes it to the file `out`, whole or not at
    /// all.
    ///
    /// # Errors
    /// [`Fault::Input`](crate::Fault::Input) if nothing could be read or no term is frequent enough,
    /// [`Fault::Output`](crate::Fault::Output) if the file cannot be written, exists and is not a background
    /// model, or is being written by another process.
    pub fn fit_background(&self, inputs: &Inputs, name: &str, out: &Path) -> Result<BackgroundSummary> {
        let settings = self.settings();
        let mut file = FileGroup::begin(vec![Output {
            path: out.to_path_buf(),
            links: Links::Follow,
            ours: Box::new(|file| Ok(BackgroundModel::load(BufReader::new(file)).is_ok())),
            what: "a background model",
        }])?;
        let mut stages = self.stages();
        let Ingested { corpus, rejects, .. } = inputs.read(settings, &mut stages)?;
        let roles = PaperRoles::of(corpus.len(), &corpus.near_duplicates(), usize::MAX);
        let papers = corpus.take(roles.learned());
        let documents = documents(&papers);
        let related = Related::of(&papers).all();
        let provenance = Provenance {
            name: name.to_owned(),
            source: format!("titles, abstracts and authors of {} papers", documents.len()),
        };
        let background = learn_background(settings, provenance, &documents, &related, &mut stages)?;
        let bytes = stages.run("write", || -> Result<u64> {
            let bytes = file.write(0, |out| background.save(out).map_err(io::Error::other))?;
            file.commit()?;
            Ok(bytes)
        })?;
        Ok(BackgroundSummary {
            terms: background.len(),
            dimensions: background.dimensions(),
            bytes,
            unread_inputs: unread_inputs(&rejects),
        })
    }
}
