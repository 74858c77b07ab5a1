//! Papers per theme and period.

use super::period_choice::coarsest;
use super::{DateTally, Periods};
use crate::PaperDate;

/// Papers of every group and of the corpus in every period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodCounts {
    periods: usize,
    /// `papers[group * periods + period]`.
    papers: Vec<u64>,
    totals: Vec<u64>,
}

impl PeriodCounts {
    /// Counts the papers of a tally. Papers whose date is outside `periods` or coarser
    /// than they are, are left out.
    #[must_use]
    pub fn count(dates: &DateTally, periods: &Periods) -> Self {
        let coarsest = coarsest(periods.unit());
        let period_of = |date: PaperDate| {
            if date.precision <= coarsest { periods.of(date.day) } else { None }
        };
        let mut totals = vec![0; periods.count()];
        for (date, papers) in dates.totals() {
            if let Some(period) = period_of(date) {
                totals[period] += papers;
            }
        }
        let mut papers = vec![0; dates.groups() * periods.count()];
        for (group, date, of_group) in dates.of_groups() {
            if let Some(period) = period_of(date) {
                papers[group as usize * periods.count() + period] += of_group;
            }
        }
        Self { periods: periods.count(), papers, totals }
    }

    /// Papers of a theme, by period.
    ///
    /// # Panics
    /// If the theme does not exist.
    #[must_use]
    pub fn of_theme(&self, theme: usize) -> &[u64] {
        &self.papers[theme * self.periods..(theme + 1) * self.periods]
    }

    /// Dated papers of the corpus, by period.
    #[must_use]
    pub fn totals(&self) -> &[u64] {
        &self.totals
    }

    /// Number of themes.
    #[must_use]
    pub fn themes(&self) -> usize {
        self.papers.len().checked_div(self.periods).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{DatePrecision, PeriodUnit};

    fn tally(papers: impl IntoIterator<Item = (Option<u32>, PaperDate)>, groups: usize) -> DateTally {
        let mut dates = DateTally::empty(groups);
        for (group, date) in papers {
            dates.add(group, date);
        }
        dates
    }

    proptest! {
        #[test]
        fn shares_of_a_period_sum_to_one_and_order_and_cut_do_not_matter(
            mut papers in prop::collection::vec((0_u32..4, 17_000_i32..17_400), 1..200),
            cut in 0_usize..200,
        ) {
            let of = |papers: &[(u32, i32)]| {
                tally(papers.iter().map(|&(theme, day)| (Some(theme), day.into())), 4)
            };
            let whole = of(&papers);
            let periods = Periods::choose(whole.totals(), Some(PeriodUnit::Month)).unwrap();
            let counts = PeriodCounts::count(&whole, &periods);
            for period in 0..periods.count() {
                let sum: u64 = (0..4).map(|theme| counts.of_theme(theme)[period]).sum();
                prop_assert_eq!(sum, counts.totals()[period]);
            }
            papers.reverse();
            let (left, right) = papers.split_at(cut.min(papers.len()));
            let mut merged = of(left);
            merged.merge(of(right));
            prop_assert_eq!(whole, merged);
        }
    }

    #[test]
    fn papers_of_no_group_and_dates_that_have_no_place() {
        let year = PaperDate { day: 0, precision: DatePrecision::Year };
        let dates = tally([(None, 0.into()), (Some(0), 99.into()), (Some(0), year)], 1);
        let two: DateTally = tally([(None, 0.into()), (None, 10.into())], 1);
        let periods = Periods::choose(two.totals(), Some(PeriodUnit::Month)).unwrap();
        let counts = PeriodCounts::count(&dates, &periods);
        assert_eq!(counts.totals().iter().sum::<u64>(), 1);
        assert_eq!(counts.of_theme(0).iter().sum::<u64>(), 0);
        assert_eq!(counts.themes(), 1);
    }
}
