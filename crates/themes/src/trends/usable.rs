//! Which periods can be used: the one rule for tests, shapes, bursts and charts.

use super::Periods;

/// A period is thin if it has a smaller share of the busiest period's papers than this.
const SPARSE: f64 = 0.05;
/// A period with at least this many papers is never thin.
const PLENTY: f64 = 200.0;
/// A period with fewer papers is always thin.
const FEW: f64 = 5.0;
/// A corpus begins sparsely where at least this share of its first periods are thin.
const MOSTLY: f64 = 0.75;

/// Periods, with whether they hold enough papers and are fully covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Usable {
    totals: Vec<u64>,
    thin: Vec<bool>,
    partial: Vec<bool>,
}

impl Usable {
    pub(super) fn of(periods: &Periods, totals: &[u64]) -> Self {
        let busiest = totals.iter().copied().max().unwrap_or(0) as f64;
        let least = (SPARSE * busiest).clamp(FEW, PLENTY);
        let mut thin: Vec<bool> = totals.iter().map(|&total| (total as f64) < least).collect();
        let beginning = sparse_beginning(&thin);
        thin[..beginning].fill(true);
        Self {
            totals: totals.to_vec(),
            thin,
            partial: (0..totals.len()).map(|period| periods.is_partial(period)).collect(),
        }
    }

    /// Whether the corpus has too few papers in a period for shares to mean anything.
    pub(super) fn is_thin(&self, period: usize) -> bool {
        self.thin[period]
    }

    /// Whether a period has a fair share of the busiest one's papers, however many they are.
    pub(super) fn is_grown(&self, period: usize) -> bool {
        let busiest = self.totals.iter().copied().max().unwrap_or(0) as f64;
        self.totals[period] as f64 >= SPARSE * busiest
    }

    /// Whether the corpus covers only a part of a period.
    pub(super) fn is_partial(&self, period: usize) -> bool {
        self.partial[period]
    }

    /// Periods that are not thin, including partial ones: those that charts show.
    pub(super) fn plotted(&self) -> Vec<usize> {
        (0..self.totals.len()).filter(|&period| !self.thin[period]).collect()
    }

    /// Periods that are neither thin nor partial: those that tests compare.
    pub(super) fn full(&self) -> Vec<usize> {
        (0..self.totals.len()).filter(|&period| !self.thin[period] && !self.partial[period]).collect()
    }

    /// The last full periods that follow each other without a gap.
    pub(super) fn last_run(&self) -> Vec<usize> {
        let full = self.full();
        let start = (1..full.len()).rev().find(|&at| full[at] != full[at - 1] + 1).unwrap_or(0);
        full[start..].to_vec()
    }

    /// Papers of the median plotted period; 0 if there is none.
    pub(super) fn median_total(&self) -> u64 {
        let mut totals: Vec<u64> = self.plotted().iter().map(|&period| self.totals[period]).collect();
        totals.sort_unstable();
        totals.get(totals.len() / 2).copied().unwrap_or(0)
    }
}

/// Number of periods up to the last thin one before which `MOSTLY` are thin: one busy period among them, of what somebody
/// posted at once, begins no trend.
fn sparse_beginning(thin: &[bool]) -> usize {
    let (mut beginning, mut count) = (0, 0.0);
    for (at, &is_thin) in thin.iter().enumerate() {
        count += f64::from(u8::from(is_thin));
        if is_thin && count >= MOSTLY * (at + 1) as f64 {
            beginning = at + 1;
        }
    }
    beginning
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PeriodUnit;

    fn usable(totals: &[u64]) -> Usable {
        let last = 10_957 + 365 * totals.len() as i32;
        let periods = Periods::cover(PeriodUnit::Year, 10_957, last - 10, 1_000_000).unwrap();
        Usable::of(&periods, &totals[..periods.count()])
    }

    #[test]
    fn thin_periods_are_out_wherever_they_stand() {
        let usable = usable(&[2, 40, 300, 1_000, 3, 1_000, 900, 800]);
        assert_eq!(usable.plotted(), [2, 3, 5, 6, 7]);
        assert_eq!(usable.last_run(), [5, 6, 7]);
        assert_eq!(usable.median_total(), 900);
    }

    #[test]
    fn one_busy_period_among_thin_ones_begins_nothing() {
        let usable = usable(&[2, 3, 1, 90, 4, 2, 3, 4, 800, 900, 1_000]);
        assert_eq!(usable.plotted(), [8, 9, 10]);
        assert!(usable.is_thin(3));
    }

    #[test]
    fn plenty_is_plenty_however_many_there_are_later() {
        assert_eq!(usable(&[250, 100, 1_000, 100_000]).plotted(), [0, 2, 3]);
        assert_eq!(usable(&[4, 5, 6, 5]).plotted(), [1, 2, 3]);
    }
}
