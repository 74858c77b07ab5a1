//! All files of a report into a staged run.

use std::io;
use std::path::Path;

use serde::Serialize;

use crate::ReportError;
use crate::{
    Manifest, Report, StagedRun, csv_schema, digest, exports, facets_csv, json, papers_csv, papers_parquet,
    themes_csv, trends_csv,
};
use thema_themes::{Paper, Themes};

/// What the files of a report are written from.
#[derive(Clone, Copy, Debug)]
pub struct RunFiles<'a> {
    /// The report, assembled from the same papers and themes.
    pub report: &'a Report,
    /// What it was made from.
    pub manifest: &'a Manifest,
    /// The corpus.
    pub papers: &'a [Paper],
    /// Themes and the place of every paper.
    pub themes: &'a Themes,
    /// Place of every paper on the map, where one was drawn.
    pub positions: Option<&'a [[f32; 2]]>,
}

impl RunFiles<'_> {
    /// Writes `themes.json`, `themes.csv`, `papers.csv`, `papers.parquet`, `trends.csv`, `facets.csv`, `csv-metadata.json` (the
    /// types of the columns), `quality.json` (`null` without a quality card), `rejects.jsonl` (one row a rejected record, in the order
    /// given; empty where all was read), `digest.md`, and in `exports/` the themes in the formats of other tools.
    /// `manifest.json` is written when the run is committed, as it knows all files.
    ///
    /// # Errors
    /// [`ReportError::LengthMismatch`] when papers, assignments and positions differ in number,
    /// [`ReportError::Write`] when a file could not be written.
    pub fn write<R: Serialize>(
        &self,
        staged: &StagedRun,
        rejects: impl IntoIterator<Item = R>,
    ) -> Result<(), ReportError> {
        let Self { report, papers, themes, positions, .. } = *self;
        let lengths = [
            ("assignments of papers", themes.assignments.len()),
            ("positions of papers", positions.map_or(papers.len(), <[_]>::len)),
        ];
        for (what, got) in lengths {
            if got != papers.len() {
                return Err(ReportError::LengthMismatch { what, expected: papers.len(), got });
            }
        }
        staged.write("themes.json", |out| json::write_pretty(report, out))?;
        staged.write("themes.csv", |out| themes_csv::write(report, out))?;
        staged.write("papers.csv", |out| papers_csv::write(papers, themes, out))?;
        staged.write("papers.parquet", |out| papers_parquet::write(papers, themes, positions, out))?;
        staged.write("trends.csv", |out| trends_csv::write(report, out))?;
        staged.write("facets.csv", |out| facets_csv::write(report, out))?;
        staged.write("csv-metadata.json", csv_schema::write)?;
        staged.write("quality.json", |out| json::write_pretty(&report.quality, out))?;
        staged.write("rejects.jsonl", |out| json::write_lines(rejects, out))?;
        staged.write("digest.md", |out| out.write_all(digest::digest(report).as_bytes()))?;
        let theme_of = report.theme_of(themes);
        staged.write("exports/themes.graphml", |out| exports::write_graphml(report, out))?;
        staged.write("exports/topic_info.csv", |out| exports::write_topic_info(report, out))?;
        staged.write("exports/vosviewer_map.txt", |out| {
            exports::write_vosviewer_map(report, &theme_of, positions, out)
        })?;
        staged.write("exports/vosviewer_network.txt", |out| exports::write_vosviewer_network(report, out))?;
        staged.keep_manifest(self.manifest);
        Ok(())
    }
}

/// An error that names the path it happened at.
pub(super) fn write_error(path: &Path) -> impl Fn(io::Error) -> ReportError + use<> {
    let path = path.to_path_buf();
    move |source| ReportError::Write { path: path.clone(), source }
}
