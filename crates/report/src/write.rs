//! Writes all files of a report into a staged run.

use std::io;
use std::path::Path;

use serde::Serialize;

use crate::ReportError;
use crate::{
    Manifest, MapPlaces, PaperBatches, Report, StagedRun, csv_schema, digest, exports, facets_csv, json,
    papers_csv, papers_parquet, themes_csv, trends_csv,
};
use thema_progress::Task;
use thema_themes::Themes;

/// What the files of a report are written from.
#[derive(Clone, Copy)]
pub struct RunFiles<'a> {
    /// The report, assembled from the same papers and themes.
    pub report: &'a Report,
    /// The manifest of the run.
    pub manifest: &'a Manifest,
    /// The papers and their assignments.
    pub papers: &'a dyn PaperBatches,
    /// The themes to which they are assigned; their papers and assignments are not used.
    pub themes: &'a Themes,
    /// Positions of papers on the map.
    pub map: &'a MapPlaces,
}

impl RunFiles<'_> {
    /// Writes `themes.json`, `themes.csv`, `papers.csv`, `papers.parquet`, `trends.csv`, `facets.csv`,
    /// `csv-metadata.json` (the column types), `quality.json` (`null` without a quality card),
    /// `rejects.jsonl` (one line per rejected record, in the order given; empty if nothing was rejected),
    /// `digest.md`, and in `exports/` the themes in the formats of other tools. `manifest.json` is written
    /// when the run is committed, because it lists all files.
    ///
    /// # Errors
    /// [`ReportError::Write`] if a file could not be written or the papers could not be read.
    pub fn write<R: Serialize>(
        &self,
        staged: &StagedRun,
        rejects: impl IntoIterator<Item = R>,
    ) -> Result<(), ReportError> {
        let Self { report, papers, themes, map, .. } = *self;
        staged.write("themes.json", |out| json::write_pretty(report, out))?;
        staged.write("themes.csv", |out| themes_csv::write(report, out))?;
        let tables = Task::new("papers", 2 * papers.papers());
        let (csv, parquet) = rayon::join(
            || staged.write("papers.csv", |out| papers_csv::write(papers, themes, &tables, out)),
            || staged.write("papers.parquet", |out| papers_parquet::write(papers, themes, &tables, out)),
        );
        csv.and(parquet)?;
        staged.write("trends.csv", |out| trends_csv::write(report, out))?;
        staged.write("facets.csv", |out| facets_csv::write(report, out))?;
        staged.write("csv-metadata.json", csv_schema::write)?;
        staged.write("quality.json", |out| json::write_pretty(&report.quality, out))?;
        staged.write("rejects.jsonl", |out| json::write_lines(rejects, out))?;
        staged.write("digest.md", |out| out.write_all(digest::digest(report).as_bytes()))?;
        staged.write("exports/themes.graphml", |out| exports::write_graphml(report, out))?;
        staged.write("exports/topic_info.csv", |out| exports::write_topic_info(report, out))?;
        staged.write("exports/vosviewer_map.txt", |out| exports::write_vosviewer_map(report, map, out))?;
        staged.write("exports/vosviewer_network.txt", |out| exports::write_vosviewer_network(report, out))?;
        staged.keep_manifest(self.manifest);
        Ok(())
    }
}

/// An error that names the path where it occurred.
pub(super) fn write_error(path: &Path) -> impl Fn(io::Error) -> ReportError + use<> {
    let path = path.to_path_buf();
    move |source| ReportError::Write { path: path.clone(), source }
}
