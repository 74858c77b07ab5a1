//! When the primary categories of a corpus came into use.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::theme_tally::merge_counts;
use crate::trends::{Change, NewCategory, PeriodUnit, Window, next_period};
use crate::{DatePrecision, PaperDate};

/// Days in one interval of the counts, about a month.
const INTERVAL: i32 = 30;
/// Maximum share of a category's papers before the time since which it is in use.
const EARLIER: f64 = 0.05;
/// Minimum share of a theme's recent papers in new categories at which they can explain a rise.
const NOTABLE: f64 = 0.2;
/// Days from the start of the corpus within which no category can be said to be new: a file of two years says nothing of what
/// came before.
const UNSEEN: i32 = 365;

/// Papers by primary category and by the interval of [`INTERVAL`] days that their date is in. Papers with
/// only a year are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CategoryDates(BTreeMap<String, BTreeMap<i32, u64>>);

impl CategoryDates {
    pub(super) fn add(&mut self, category: &str, date: PaperDate) {
        if date.precision == DatePrecision::Year {
            return;
        }
        if !self.0.contains_key(category) {
            self.0.insert(category.to_owned(), BTreeMap::new());
        }
        let intervals = self.0.get_mut(category).expect("present");
        *intervals.entry(date.day.div_euclid(INTERVAL)).or_default() += 1;
    }

    pub(super) fn merge(&mut self, other: Self) {
        for (category, intervals) in other.0 {
            merge_counts(self.0.entry(category).or_default(), intervals);
        }
    }

    /// The categories of a theme, whose papers by category are `of_theme`, that came into use after the window
    /// `before` began, most papers first; empty if they hold too few of its papers in the window `recent` to
    /// matter.
    pub(super) fn new_since(
        &self,
        of_theme: &BTreeMap<String, u64>,
        before: Window,
        recent: Window,
    ) -> Vec<NewCategory> {
        let first_seen = self.start().saturating_add(UNSEEN);
        let new = |(category, &papers): (&String, &u64)| {
            let since = self.in_use_since(category).filter(|&day| day > before.start && day >= first_seen)?;
            Some(NewCategory { category: category.clone(), papers, since })
        };
        let mut found: Vec<NewCategory> = of_theme.iter().filter_map(new).collect();
        found.sort_by(|a, b| b.papers.cmp(&a.papers).then_with(|| a.category.cmp(&b.category)));
        let papers: u64 = found.iter().map(|category| category.papers).sum();
        if papers as f64 >= NOTABLE * recent.papers as f64 { found } else { Vec::new() }
    }

    /// The difference of a theme's shares without the papers of the categories `new`. When a theme's papers of a category came
    /// is not counted; they are taken to have come as all papers of the category did.
    pub(super) fn difference_without(&self, new: &[NewCategory], change: &Change, unit: PeriodUnit) -> f64 {
        let [before, recent] = [change.before, change.recent].map(|window| {
            let end = next_period(unit, window.end).unwrap_or(i32::MAX);
            let (mut papers, mut total) = (window.papers as f64, window.total as f64);
            for category in new {
                let intervals = &self.0[&category.category];
                let all: u64 = intervals.values().sum();
                let within = window.start.div_euclid(INTERVAL)..end.div_euclid(INTERVAL);
                let within: u64 = intervals.range(within).map(|(_, &papers)| papers).sum();
                papers -= category.papers as f64 * within as f64 / all as f64;
                total -= within as f64;
            }
            papers.max(0.0) / total.max(1.0)
        });
        recent - before
    }

    /// The day from which a category is in use.
    fn in_use_since(&self, category: &str) -> Option<i32> {
        start(self.0.get(category)?)
    }

    /// The day from which the corpus has a fair number of papers.
    fn start(&self) -> i32 {
        let mut all = BTreeMap::new();
        for intervals in self.0.values() {
            merge_counts(&mut all, intervals.clone());
        }
        start(&all).unwrap_or_default()
    }
}

/// The last day before which at most [`EARLIER`] of the papers lie, to the interval.
fn start(intervals: &BTreeMap<i32, u64>) -> Option<i32> {
    let most = EARLIER * intervals.values().sum::<u64>() as f64;
    let mut passed = 0;
    let first = intervals.iter().find(|&(_, &papers)| {
        passed += papers;
        passed as f64 > most
    });
    first.map(|(&interval, _)| interval * INTERVAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(start: i32, papers: u64) -> Window {
        Window { start, end: start + 300, papers, total: 10_000 }
    }

    #[test]
    fn a_category_that_begins_in_the_windows_is_new() {
        let mut dates = CategoryDates::default();
        dates.add("eess.SP", PaperDate::from(9_000));
        for day in 0..100 {
            dates.add("eess.SP", PaperDate::from(17_430 + day));
            dates.add("cs.IT", PaperDate::from(14_000 + 40 * day));
        }
        let of_theme = BTreeMap::from([("eess.SP".to_owned(), 40), ("cs.IT".to_owned(), 60)]);
        let new = |recent| dates.new_since(&of_theme, window(16_071, 0), window(17_167, recent));
        let found = new(100);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].category.as_str(), found[0].papers, found[0].since), ("eess.SP", 40, 17_430));
        assert!(new(1_000).is_empty(), "40 of 1,000 papers explain nothing");
    }

    #[test]
    fn no_category_is_new_where_the_corpus_begins() {
        let mut dates = CategoryDates::default();
        for day in 0..200 {
            dates.add("cs.LG", PaperDate::from(17_200 + 3 * day));
        }
        let of_theme = BTreeMap::from([("cs.LG".to_owned(), 100)]);
        assert!(dates.new_since(&of_theme, window(17_100, 0), window(17_465, 100)).is_empty());
    }

    #[test]
    fn a_rise_is_told_from_what_new_categories_bring() {
        let mut dates = CategoryDates::default();
        for day in 0..300 {
            dates.add("cs.IT", PaperDate::from(16_802 + 2 * day));
            dates.add("eess.SP", PaperDate::from(17_200 + day / 2));
        }
        // 300 papers of cs.IT, half of them each year, with 30 of the theme; 300 of eess.SP in the second year, with 60.
        let window = |start, papers, total| Window { start, end: start, papers, total };
        let change =
            Change { before: window(16_801, 15, 182), recent: window(17_166, 75, 418), ..Change::default() };
        assert!(change.difference() > 0.09);
        let new = [NewCategory { category: "eess.SP".to_owned(), papers: 60, since: 17_190 }];
        let left = dates.difference_without(&new, &change, PeriodUnit::Year);
        assert!((left - (15.0 / 118.0 - 15.0 / 182.0)).abs() < 0.02, "{left}");
        assert!(
            (dates.difference_without(&[], &change, PeriodUnit::Year) - change.difference()).abs() < 1e-12
        );
    }

    #[test]
    fn parts_add_up() {
        let (mut left, mut right, mut all) =
            (CategoryDates::default(), CategoryDates::default(), CategoryDates::default());
        for day in 0..50 {
            let half = if day % 3 == 0 { &mut left } else { &mut right };
            half.add("cs.LG", PaperDate::from(day));
            all.add("cs.LG", PaperDate::from(day));
        }
        left.merge(right);
        assert_eq!(left, all);
    }
}
