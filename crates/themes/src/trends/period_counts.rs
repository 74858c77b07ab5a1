//! Papers a theme and period.

use super::Periods;
use super::period_choice::coarsest;
use crate::PaperDate;

/// Papers of every theme and of the corpus in every period. Counts of parts of a corpus add up by
/// [`merge`](PeriodCounts::merge), in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodCounts {
    periods: usize,
    /// `papers[theme * periods + period]`.
    papers: Vec<u64>,
    totals: Vec<u64>,
}

impl PeriodCounts {
    /// No papers of `themes` themes in `periods` periods.
    #[must_use]
    pub fn new(themes: usize, periods: usize) -> Self {
        Self { periods, papers: vec![0; themes * periods], totals: vec![0; periods] }
    }

    /// Counts papers of `themes` themes, each given by its theme (`None` for a paper of none, which counts in the
    /// total alone) and its date. Papers without a date, with one outside `periods`, or with one that is coarser than
    /// they are, are left out.
    ///
    /// # Panics
    /// If a theme is not below `themes`.
    #[must_use]
    pub fn count(
        papers: impl IntoIterator<Item = (Option<u32>, Option<PaperDate>)>,
        themes: usize,
        periods: &Periods,
    ) -> Self {
        let mut counts = Self::new(themes, periods.count());
        let coarsest = coarsest(periods.unit());
        for (theme, date) in papers {
            let fine = date.filter(|date| date.precision <= coarsest);
            let Some(period) = fine.and_then(|date| periods.of(date.day)) else { continue };
            counts.totals[period] += 1;
            if let Some(theme) = theme {
                counts.papers[theme as usize * counts.periods + period] += 1;
            }
        }
        counts
    }

    /// Adds the counts of another part of the corpus.
    ///
    /// # Panics
    /// If the other counts are of other numbers of themes or periods.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.papers.len(), other.papers.len(), "numbers of themes and periods");
        assert_eq!(self.periods, other.periods, "numbers of periods");
        self.papers.iter_mut().zip(&other.papers).for_each(|(sum, &count)| *sum += count);
        self.totals.iter_mut().zip(&other.totals).for_each(|(sum, &count)| *sum += count);
    }

    /// Papers of a theme, by period.
    ///
    /// # Panics
    /// If there is no such theme.
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

    proptest! {
        #[test]
        fn shares_of_a_period_sum_to_one_and_order_and_cut_do_not_matter(
            mut papers in prop::collection::vec((0_u32..4, 17_000_i32..17_400), 1..200),
            cut in 0_usize..200,
        ) {
            let days = papers.iter().map(|&(_, day)| day);
            let periods = Periods::choose(days, Some(PeriodUnit::Month)).unwrap();
            let of = |papers: &[(u32, i32)]| PeriodCounts::count(
                papers.iter().map(|&(theme, day)| (Some(theme), Some(day.into()))), 4, &periods,
            );
            let whole = of(&papers);
            for period in 0..periods.count() {
                let sum: u64 = (0..4).map(|theme| whole.of_theme(theme)[period]).sum();
                prop_assert_eq!(sum, whole.totals()[period]);
            }
            papers.reverse();
            let (left, right) = papers.split_at(cut.min(papers.len()));
            let mut merged = of(left);
            merged.merge(&of(right));
            prop_assert_eq!(whole, merged);
        }
    }

    #[test]
    fn papers_without_a_day_or_a_theme() {
        let periods = Periods::choose([0, 10], Some(PeriodUnit::Month)).unwrap();
        let year = PaperDate { day: 0, precision: DatePrecision::Year };
        let counts = PeriodCounts::count(
            [(Some(0), None), (None, Some(0.into())), (Some(0), Some(99.into())), (Some(0), Some(year))],
            1,
            &periods,
        );
        assert_eq!(counts.totals().iter().sum::<u64>(), 1);
        assert_eq!(counts.of_theme(0).iter().sum::<u64>(), 0);
        assert_eq!(counts.themes(), 1);
    }
}
