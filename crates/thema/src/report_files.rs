//! Writes the page and the files of a report to a staged run.

use serde::Serialize;
use thema_html::{PageInput, render, shown};
use thema_report::{Manifest, MapPlaces, PaperBatches, Report, RunFiles, StagedRun};
use thema_themes::Themes;

use crate::error::Blame;
use crate::stages::Stages;
use crate::{Fault, Result};

/// Name of the page in a run directory.
pub const PAGE: &str = "index.html";

/// The source of a report's files.
pub(crate) struct Written<'a> {
    pub(crate) report: &'a Report,
    pub(crate) manifest: &'a Manifest,
    pub(crate) papers: &'a dyn PaperBatches,
    /// Themes the papers are placed in.
    pub(crate) themes: &'a Themes,
}

impl Written<'_> {
    /// Renders the page and writes it with the other files of the report. `and_the_rest` writes what else the
    /// run keeps.
    pub(crate) fn write<R: Serialize>(
        &self,
        staged: &StagedRun,
        rejects: &[R],
        stages: &mut Stages,
        and_the_rest: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        let Self { report, manifest, papers, themes } = *self;
        let (map, page) = stages.run("page", || -> Result<_> {
            let read = || "the papers of this run".to_owned();
            let map =
                MapPlaces::of(report, &report.indices_of(themes), papers).blame_for(Fault::Output, read)?;
            let shown = shown(&map);
            let rows = shown.rows.iter().copied().collect();
            let named = papers.in_rows(&rows).blame_for(Fault::Output, read)?;
            let named: Vec<_> = named.into_iter().map(|(_, paper)| paper).collect();
            let page = render(&PageInput { report, manifest, map: &map, shown: &shown, papers: &named })?;
            Ok((map, page))
        })?;
        stages.run("write", || {
            RunFiles { report, manifest, papers, themes, map: &map }.write(staged, rejects)?;
            staged.write(PAGE, |out| out.write_all(page.as_bytes()))?;
            and_the_rest()
        })
    }
}
