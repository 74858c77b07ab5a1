//! The page and the files of a report into a staged run.

use serde::Serialize;
use thema_html::{PageInput, render};
use thema_report::{RunFiles, StagedRun};

use crate::Result;
use crate::stages::Stages;

/// The page's name in a run directory.
pub(crate) const PAGE: &str = "index.html";

/// Renders the page and writes it with the other files of the report; `and_the_rest` writes what else the run keeps.
pub(crate) fn write_report<R: Serialize>(
    staged: &StagedRun,
    files: &RunFiles<'_>,
    rejects: &[R],
    stages: &mut Stages,
    and_the_rest: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let theme_of = files.report.theme_of(files.themes);
    let page = PageInput {
        report: files.report,
        manifest: files.manifest,
        papers: files.papers,
        theme_of: &theme_of,
        positions: files.positions,
    };
    let page = stages.run("page", || render(&page))?;
    stages.run("write", || {
        files.write(staged, rejects)?;
        staged.write(PAGE, |out| out.write_all(page.as_bytes()))?;
        and_the_rest()
    })
}
