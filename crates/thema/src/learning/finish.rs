//! The report of learned themes, from the tallies of placed papers.

use thema_report::{InputFile, NamedPapers, Report, ReportInput};
use thema_themes::{Tally, TallyShape, TitleTally, TrendParams};

use super::Learned;
use crate::Result;

impl Learned {
    /// The shape of tallies of papers placed in these themes.
    #[must_use]
    pub fn tally_shape(&self) -> TallyShape {
        TallyShape::of(&self.themes)
    }

    /// Takes bridges, first papers and trends from the tally of all papers. The titles are counted after
    /// this, in a [`TitleTally`].
    ///
    /// # Errors
    /// None that a caller can cause.
    ///
    /// # Panics
    /// If the tally is of other themes.
    pub fn take_figures(&mut self, tally: &Tally) -> Result<()> {
        self.themes.set_figures(&TrendParams::default().check()?, tally);
        Ok(())
    }

    /// Takes the newest directions of the themes from the titles of all papers.
    ///
    /// # Panics
    /// If the titles are of other themes.
    pub fn take_titles(&mut self, titles: &TitleTally) {
        self.themes.set_newest(titles);
    }

    /// The report of papers read from `inputs`, placed and counted. `named` holds the papers in the rows that
    /// [`NamedPapers::rows`] returns.
    ///
    /// # Errors
    /// [`Fault::Internal`](crate::Fault::Internal) if the tally is of other themes or a named paper is missing.
    pub fn report(&self, tally: &Tally, named: &NamedPapers, inputs: &[InputFile]) -> Result<Report> {
        Ok(Report::assemble(&ReportInput {
            thema_version: env!("CARGO_PKG_VERSION"),
            tally,
            named,
            inputs,
            preview: None,
            near_duplicates: 0,
            excluded: 0,
            added: 0,
            found_later: &[],
            themes: &self.themes,
            cluster_labels: &self.cluster_labels,
            hierarchy: &self.hierarchy,
            similarity: Some(&self.similarity),
            quality: Some(&self.quality),
        })?)
    }
}
