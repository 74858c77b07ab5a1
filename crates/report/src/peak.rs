//! Times at which a theme had an unusual share of the papers.

use thema_themes::Doubt;

use crate::wording::during;
use crate::{BurstReport, PeriodReport, TrendReport};

/// A peak lasts at most this share of the shown periods.
const BRIEF: f64 = 1.0 / 3.0;
/// Minimum number of papers in a peak.
const LEAST_PAPERS: u64 = 30;
/// Minimum number of papers in a period of a peak, as a part of those of the busiest period.
const GROWN: f64 = 0.05;

impl TrendReport {
    /// The strongest burst that ended before the recent window and stands out among the shown periods; `None` if later papers
    /// of the theme went to themes that updates found.
    #[must_use]
    pub fn peak(&self) -> Option<&BurstReport> {
        if self.doubt == Some(Doubt::LaterThemes) {
            return None;
        }
        let over = self.bursts.iter().filter(|burst| burst.end < self.change.recent.start);
        // Of equal ones, the earliest.
        over.rev().filter(|burst| is_notable(self, burst)).max_by(|a, b| a.weight.total_cmp(&b.weight))
    }

    /// Whether a burst holds the first period shown. The share may have been as high before.
    #[must_use]
    pub fn begins_with(&self, burst: &BurstReport) -> bool {
        self.plotted().next().is_some_and(|period| burst.holds(period))
    }

    /// When the theme peaked, as a sentence, if it neither rises nor falls.
    #[must_use]
    pub fn peaked(&self) -> Option<String> {
        if self.verdict.is_change() || self.long_run.is_some() {
            return None;
        }
        let burst = self.peak()?;
        let verb = if self.begins_with(burst) { "Started high," } else { "Peaked" };
        Some(format!("{verb} {}.", during(&burst.name)))
    }
}

impl BurstReport {
    /// Whether a period is one of the burst's.
    pub(crate) fn holds(&self, period: &PeriodReport) -> bool {
        self.start <= period.start && period.start <= self.end
    }
}

/// Whether a burst is brief, of enough papers, and above the theme's usual share throughout, has the highest share of all
/// shown periods, and falls into a time with a fair number of papers: a corpus that grew a lot began with what was collected
/// first.
fn is_notable(trend: &TrendReport, burst: &BurstReport) -> bool {
    let (within, without): (Vec<&PeriodReport>, Vec<_>) =
        trend.plotted().partition(|period| burst.holds(period));
    let highest = |periods: &[&PeriodReport]| periods.iter().map(|period| period.share).fold(0.0, f64::max);
    let most =
        |periods: &[&PeriodReport]| periods.iter().map(|period| period.total).max().unwrap_or(0) as f64;
    let all = most(&within).max(most(&without));
    let papers = |periods: &[&PeriodReport]| periods.iter().map(|period| period.papers).sum::<u64>();
    let total: u64 = without.iter().map(|period| period.total).sum();
    let usual = papers(&without) as f64 / total.max(1) as f64;
    within.len() as f64 <= BRIEF * (within.len() + without.len()) as f64
        && papers(&within) >= LEAST_PAPERS
        && within.iter().all(|period| period.share > usual)
        && highest(&within) > highest(&without)
        && within.iter().all(|period| period.total as f64 >= GROWN * all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trend(shares: &[(u64, u64)]) -> TrendReport {
        let period = |(year, &(papers, total)): (usize, &(u64, u64))| PeriodReport {
            start: format!("{}-01-01", 2000 + year),
            papers,
            total,
            share: papers as f64 / total as f64,
            low: 0.0,
            high: 1.0,
            partial: false,
            thin: false,
        };
        let periods = shares.iter().enumerate().map(period).collect();
        TrendReport { periods, ..TrendReport::default() }
    }

    #[test]
    fn a_theme_that_lost_papers_to_later_ones_did_not_peak() {
        let mut shares = [(40, 1_000); 12];
        shares[4] = (100, 1_000);
        let burst =
            BurstReport { start: "2004-01-01".into(), end: "2004-01-01".into(), ..BurstReport::default() };
        let mut trend = trend(&shares);
        trend.change.recent.start = "2010-01-01".into();
        trend.bursts = vec![burst];
        assert!(trend.peak().is_some());
        trend.doubt = Some(Doubt::LaterThemes);
        assert!(trend.peak().is_none());
    }

    #[test]
    fn a_burst_is_told_if_it_stands_out_in_a_grown_corpus() {
        let burst =
            BurstReport { start: "2004-01-01".into(), end: "2005-01-01".into(), ..BurstReport::default() };
        let told = |shares: &[(u64, u64)]| is_notable(&trend(shares), &burst);
        let mut shares = [(40, 1_000); 12];
        (shares[4], shares[5]) = ((100, 1_000), (110, 1_000));
        assert!(told(&shares));
        let mut higher = shares;
        higher[2] = (130, 1_000);
        assert!(!told(&higher), "2002 was higher");
        let mut grown = shares;
        grown[11] = (1_000, 30_000);
        assert!(!told(&grown), "1,000 papers are few beside 30,000");
        let mut lapsed = shares;
        lapsed[5] = (30, 1_000);
        assert!(!told(&lapsed), "2005 was like other years");
        let small = shares.map(|(papers, total)| (papers / 10, total / 10));
        assert!(!told(&small), "21 papers are few");
    }
}
