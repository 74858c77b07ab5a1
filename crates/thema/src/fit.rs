//! A dump to a background model.

use std::io::Write;
use std::path::Path;

use serde::Serialize;
use thema_features::Document;
use thema_ingest::Ingested;
use thema_projection::Provenance;

use crate::error::Blame;
use crate::learning::learn_background;
use crate::papers::{document, related};
use crate::roles::PaperRoles;
use crate::{Engine, Fault, Inputs, Result};

/// The background model that was learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BackgroundSummary {
    /// Terms that it has vectors of.
    pub terms: usize,
    /// Dimensions of the vectors.
    pub dimensions: usize,
    /// Size of the file.
    pub bytes: u64,
}

impl Engine {
    /// Learns a background model from inputs and writes it to the file `out`, whole or not at all; `name` is what the
    /// model is called.
    ///
    /// # Errors
    /// [`Fault::Input`] if nothing could be read or no term is frequent enough, [`Fault::Output`] if the file cannot be
    /// written.
    pub fn fit_background(&self, inputs: &Inputs, name: &str, out: &Path) -> Result<BackgroundSummary> {
        let settings = self.settings();
        let mut stages = self.stages();
        let Ingested { corpus, .. } = inputs.read(settings, &mut stages)?;
        let roles = PaperRoles::of(&corpus, usize::MAX);
        let documents: Vec<Document<'_>> =
            roles.learned().iter().map(|&row| document(&corpus, row as usize)).collect();
        let related = related(&corpus, roles.learned());
        let provenance = Provenance {
            name: name.to_owned(),
            source: format!("titles, abstracts and authors of {} papers", documents.len()),
        };
        let background = learn_background(settings, provenance, &documents, &related, &mut stages)?;
        let mut model = Vec::new();
        background.save(&mut model)?;
        let named = || format!("{}: the background model", out.display());
        stages.run("write", || replace(out, &model)).blame_for(Fault::Output, named)?;
        let (terms, dimensions) = (background.len(), background.dimensions());
        Ok(BackgroundSummary { terms, dimensions, bytes: model.len() as u64 })
    }
}

/// Writes `bytes` beside `target` and renames them into its place, so that nobody meets half a file.
pub(crate) fn replace(target: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".thema.").suffix(".partial");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(parent)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(target)?;
    Ok(())
}
