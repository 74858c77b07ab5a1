//! Trends of all themes of a run.

use super::bursts::bursts;
use super::multiple::adjusted;
use super::share_interval::share_interval;
use super::slope::{Observation, Slope, slope};
use super::trend::{Trend, TrendPeriod, Verdict};
use super::{PeriodCounts, Periods, TrendValidParams};

impl TrendValidParams {
    /// Trends of `themes` themes from the theme and the day of the first version of every paper, in any order.
    ///
    /// The slope is that of a logistic regression of the share on time over the full periods that hold papers,
    /// tested against over-dispersion; the false discovery rate is controlled over the themes that have papers.
    /// A theme is rising or falling when its q-value is not above the rate and its odds change enough over the
    /// span. Bursts are sought in all periods, partial ones too.
    ///
    /// All `None` when no paper carries a date, or too few full periods hold papers: then there is no telling.
    ///
    /// # Panics
    /// If a theme is not below `themes`.
    #[must_use]
    pub fn trends(&self, papers: &[(Option<u32>, Option<i32>)], themes: usize) -> Vec<Option<Trend>> {
        let Some(periods) = Periods::choose(papers.iter().filter_map(|&(_, day)| day), self.unit) else {
            return vec![None; themes];
        };
        let counts = PeriodCounts::count(papers.iter().copied(), themes, &periods);
        let totals = counts.totals();
        let tested: Vec<usize> = (0..periods.count())
            .filter(|&period| totals[period] > 0 && !periods.is_partial(period))
            .collect();
        if tested.len() < self.least_periods {
            return vec![None; themes];
        }
        let slopes: Vec<Slope> = (0..themes)
            .map(|theme| {
                let of_theme = counts.of_theme(theme);
                let observations: Vec<Observation> = tested
                    .iter()
                    .map(|&period| (periods.years(period), of_theme[period] as f64, totals[period] as f64))
                    .collect();
                slope(&observations)
            })
            .collect();
        let with_papers: Vec<usize> =
            (0..themes).filter(|&theme| counts.of_theme(theme).iter().any(|&papers| papers > 0)).collect();
        let p_values: Vec<f64> = with_papers.iter().map(|&theme| slopes[theme].p_value).collect();
        let years = periods.years(tested[tested.len() - 1]) - periods.years(tested[0]);
        let mut trends = vec![None; themes];
        for (&theme, q_value) in with_papers.iter().zip(adjusted(&p_values)) {
            let Slope { slope, p_value } = slopes[theme];
            trends[theme] = Some(Trend {
                verdict: self.verdict(slope * years, q_value),
                unit: periods.unit(),
                slope,
                p_value,
                q_value,
                periods: trend_periods(&periods, counts.of_theme(theme), totals),
                bursts: bursts(counts.of_theme(theme), totals, self.burst_ratio, self.burst_cost, |period| {
                    periods.start(period)
                }),
            });
        }
        trends
    }

    fn verdict(&self, log_odds_change: f64, q_value: f64) -> Verdict {
        if q_value > self.false_discovery_rate || log_odds_change.abs() < self.least_change.ln_1p() {
            Verdict::Steady
        } else if log_odds_change > 0.0 {
            Verdict::Rising
        } else {
            Verdict::Falling
        }
    }
}

fn trend_periods(periods: &Periods, papers: &[u64], totals: &[u64]) -> Vec<TrendPeriod> {
    (0..periods.count())
        .map(|period| {
            let (papers, total) = (papers[period], totals[period]);
            let (low, high) = share_interval(papers, total);
            TrendPeriod {
                start: periods.start(period),
                papers,
                total,
                share: if total == 0 { 0.0 } else { papers as f64 / total as f64 },
                low,
                high,
                partial: periods.is_partial(period),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::TrendParams;

    /// Two years from 2018-01-01, 60 papers a month: theme 0 grows, theme 1 takes the rest.
    fn growing() -> Vec<(Option<u32>, Option<i32>)> {
        let theme = |index: usize| u32::from(index % 60 >= 5 + index / 60 * 2);
        (0..24 * 60).map(|index| (Some(theme(index)), Some(17_532 + (index as i32 * 730) / 1440))).collect()
    }

    fn trends(papers: &[(Option<u32>, Option<i32>)], themes: usize) -> Vec<Option<Trend>> {
        TrendParams::default().check().unwrap().trends(papers, themes)
    }

    #[test]
    fn growth_is_rising_and_its_complement_falls() {
        let trends = trends(&growing(), 3);
        let verdict = |theme: usize| trends[theme].as_ref().map(|trend| trend.verdict);
        assert_eq!(verdict(0), Some(Verdict::Rising));
        assert_eq!(verdict(1), Some(Verdict::Falling));
        assert_eq!(verdict(2), None, "a theme of no papers has no trend");
        let [Some(up), Some(down), _] = &trends[..] else { panic!("two trends") };
        assert!((up.slope + down.slope).abs() < 1e-6 && up.p_value < 1e-6 && up.q_value >= up.p_value);
        for (a, b) in up.periods.iter().zip(&down.periods) {
            assert!((a.share + b.share - 1.0).abs() < 1e-12 && a.low <= a.share && a.share <= a.high);
        }
    }

    #[test]
    fn order_does_not_matter_and_no_dates_give_no_trend() {
        let mut papers = growing();
        let forwards = trends(&papers, 2);
        papers.reverse();
        assert_eq!(forwards, trends(&papers, 2));
        let undated: Vec<_> = papers.iter().map(|&(theme, _)| (theme, None)).collect();
        assert_eq!(trends(&undated, 2), [None, None]);
        assert_eq!(trends(&papers[..50], 2), [None, None], "one month is too little");
    }

    #[test]
    fn a_change_that_matters_to_nobody_is_steady() {
        let papers = growing();
        let strict = TrendParams::default().least_change(1e9).check().unwrap().trends(&papers, 2);
        assert!(strict.iter().flatten().all(|trend| trend.verdict == Verdict::Steady));
    }
}
