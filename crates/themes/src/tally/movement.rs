//! First papers, bridges, trends and newest directions of the themes of a run, from the tallies.

use rayon::prelude::*;

use super::corpus_tally::Tally;
use super::title_tally::TitleTally;
use crate::{Change, Doubt, Themes, Trend, TrendValidParams, Verdict};

impl Themes {
    /// Sets bridges, first papers and trends of themes. A theme's first paper is the earliest one that
    /// clearly belongs to it.
    ///
    /// # Panics
    /// If the tally is of other themes.
    pub fn set_figures(&mut self, trends: &TrendValidParams, tally: &Tally) {
        let moved = trends.trends(&tally.theme_dates);
        assert_eq!(self.themes.len(), moved.len(), "themes");
        for ((theme, counted), trend) in self.themes.iter_mut().zip(&tally.themes).zip(moved) {
            theme.bridges = counted.bridges();
            theme.first_paper = counted.first_paper();
            theme.trend = trend.map(|trend| {
                let Change { before, recent, .. } = trend.change;
                let new = tally.category_dates.new_since(counted.categories(), before, recent);
                let left = tally.category_dates.difference_without(&new, &trend.change, trend.unit);
                if trend.verdict == Verdict::Rising && trend.change.is_made_by_what_leaves(left) {
                    trend.doubted(Doubt::NewCategories)
                } else {
                    Trend { new_categories: new, ..trend }
                }
            });
        }
    }

    /// Sets what the newest titles of themes are about.
    ///
    /// # Panics
    /// If the titles are of other themes.
    pub fn set_newest(&mut self, titles: &TitleTally) {
        let terms = titles.newest_terms();
        self.themes.par_iter_mut().enumerate().for_each(|(index, theme)| {
            if let Some(trend) = theme.trend.take() {
                let newest = titles.newest(&terms, index, &theme.name);
                theme.trend = Some(Trend { newest, ..trend });
            }
        });
    }
}
