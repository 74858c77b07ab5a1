//! The papers that a report names.

use std::collections::{BTreeMap, BTreeSet};

use thema_themes::{ClusterLabel, Paper, Themes};

use crate::ReportError;

/// The papers that a report names individually, by row in the corpus: a few hundred,
/// however large the corpus.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamedPapers(BTreeMap<u32, Paper>);

impl NamedPapers {
    /// Rows of the papers that the report on these themes and labels names.
    #[must_use]
    pub fn rows(themes: &Themes, labels: &[ClusterLabel]) -> BTreeSet<u32> {
        let of_themes = themes.themes.iter().flat_map(|theme| {
            let newest = theme.trend.as_ref().and_then(|trend| trend.newest.as_ref()?.paper);
            let bridges = theme.bridges.iter().map(|bridge| &bridge.paper);
            theme.representatives.iter().chain(bridges).chain(&theme.first_paper).copied().chain(newest)
        });
        let of_labels = labels.iter().flat_map(|label| &label.representatives);
        let nearest = themes.absent.iter().flat_map(|absent| &absent.nearest);
        of_themes.chain(of_labels.chain(nearest).copied()).collect()
    }

    /// The named papers of a corpus that is in memory; rows that do not exist are left out.
    #[must_use]
    pub fn among(papers: &[Paper], themes: &Themes, labels: &[ClusterLabel]) -> Self {
        let rows = Self::rows(themes, labels).into_iter();
        Self(rows.filter_map(|row| Some((row, papers.get(row as usize)?.clone()))).collect())
    }

    /// The paper in a row.
    pub(crate) fn get(&self, row: u32) -> Result<&Paper, ReportError> {
        self.0.get(&row).ok_or_else(|| ReportError::InconsistentThemes {
            reason: format!("paper {row} is named, but was not given"),
        })
    }
}

impl FromIterator<(u32, Paper)> for NamedPapers {
    fn from_iter<Papers: IntoIterator<Item = (u32, Paper)>>(papers: Papers) -> Self {
        Self(papers.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use thema_themes::AbsentTheme;

    use super::*;

    #[test]
    fn papers_next_to_themes_that_have_none_are_named() {
        let absent = vec![AbsentTheme { key: "serving".to_owned(), nearest: vec![7, 3] }];
        let themes = Themes { absent, ..Themes::default() };
        assert_eq!(NamedPapers::rows(&themes, &[]), BTreeSet::from([3, 7]));
    }
}
