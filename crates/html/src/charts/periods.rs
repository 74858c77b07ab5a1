//! Periods of a trend, few enough to draw.

use thema_report::{PeriodReport, TrendReport, names, range_name, short_period_name};
use thema_themes::PeriodUnit;

/// Maximum number of points drawn.
const DRAWN: usize = 48;
/// Normal quantile of a 95 % interval.
const Z: f64 = 1.959_964;

/// The periods of a trend as its charts draw them. If there are more than 48, equal runs of neighbours are
/// merged until there are at most 48: papers and totals are added up, and the share gets Wilson's interval
/// (Wilson, "Probable inference, the law of succession, and statistical inference", 1927). Thin periods at the
/// ends are left out; between others they appear without papers.
pub(crate) struct DrawnPeriods {
    pub(crate) periods: Vec<PeriodReport>,
    /// Start of the last of the periods merged into each.
    ends: Vec<String>,
    /// Number of periods merged into each; the last may have fewer.
    step: usize,
    unit: PeriodUnit,
}

impl DrawnPeriods {
    pub(crate) fn of(trend: &TrendReport) -> Self {
        Self::drawn(trend.unit, &trend.periods)
    }

    fn drawn(unit: PeriodUnit, periods: &[PeriodReport]) -> Self {
        let first = periods.iter().position(|period| !period.thin).unwrap_or(0);
        let end = periods.iter().rposition(|period| !period.thin).map_or(0, |last| last + 1);
        let shown: Vec<PeriodReport> = periods[first.min(end)..end].iter().map(without_thin).collect();
        let step = shown.len().div_ceil(DRAWN).max(1);
        Self {
            periods: if step == 1 { shown.clone() } else { shown.chunks(step).map(merge).collect() },
            ends: shown.chunks(step).filter_map(|run| Some(run.last()?.start.clone())).collect(),
            step,
            unit,
        }
    }

    /// The length of one: `year`, `3 years`.
    pub(crate) fn length(&self) -> String {
        let unit = names::period(self.unit);
        if self.step == 1 { unit.to_owned() } else { format!("{} {unit}s", self.step) }
    }

    /// The names of all: `2024`, `Q1 2024`, `Mar 2024`, or ranges such as `1960 to 1962`.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |(period, end): (&PeriodReport, &String)| {
            if period.start == *end {
                short_period_name(self.unit, end)
            } else {
                range_name(self.unit, &period.start, end)
            }
        };
        self.periods.iter().zip(&self.ends).map(name).collect()
    }

    /// The names of the first and the last period; `None` if there is none.
    pub(crate) fn span(&self) -> Option<[String; 2]> {
        let (first, last) = (self.periods.first()?, self.ends.last()?);
        Some([&first.start, last].map(|start| short_period_name(self.unit, start)))
    }
}

/// Replaces a thin period by one without papers.
fn without_thin(period: &PeriodReport) -> PeriodReport {
    let bare = PeriodReport { papers: 0, total: 0, share: 0.0, low: 0.0, high: 1.0, ..period.clone() };
    if period.thin { bare } else { period.clone() }
}

fn merge(periods: &[PeriodReport]) -> PeriodReport {
    let papers: u64 = periods.iter().map(|period| period.papers).sum();
    let total: u64 = periods.iter().map(|period| period.total).sum();
    let (low, high) = wilson(papers as f64, total as f64);
    PeriodReport {
        start: periods[0].start.clone(),
        papers,
        total,
        share: if total == 0 { 0.0 } else { papers as f64 / total as f64 },
        low,
        high,
        partial: periods.iter().any(|period| period.partial),
        thin: periods.iter().all(|period| period.thin),
    }
}

fn wilson(papers: f64, total: f64) -> (f64, f64) {
    if total <= 0.0 {
        return (0.0, 1.0);
    }
    let share = papers / total;
    let square = Z * Z / total;
    let middle = (share + square / 2.0) / (1.0 + square);
    let half = Z / (1.0 + square) * (share * (1.0 - share) / total + square / (4.0 * total)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `count` years from 1700 on.
    fn years(count: u64) -> Vec<PeriodReport> {
        let period = |at: u64| PeriodReport {
            start: format!("{}-01-01", 1700 + at),
            papers: at % 3,
            total: 10,
            share: 0.0,
            low: 0.0,
            high: 1.0,
            partial: at + 1 == count,
            thin: false,
        };
        (0..count).map(period).collect()
    }

    #[test]
    fn many_periods_become_few_and_no_paper_is_lost() {
        let periods = years(300);
        let drawn = |periods: &[PeriodReport]| DrawnPeriods::drawn(PeriodUnit::Year, periods).periods;
        let papers = |periods: &[PeriodReport]| periods.iter().map(|period| period.papers).sum::<u64>();
        let merged = drawn(&periods);
        assert!(merged.len() <= DRAWN);
        assert_eq!(papers(&merged), papers(&periods));
        let mut late = periods.clone();
        late.iter_mut().take(100).for_each(|period| period.thin = true);
        late[150].thin = true;
        assert!(papers(&drawn(&late)) < papers(&merged) && drawn(&late)[0].total > 0);
        assert!(merged.last().unwrap().partial && !merged[0].partial);
    }

    #[test]
    fn merged_periods_are_named_as_ranges() {
        let merged = DrawnPeriods::drawn(PeriodUnit::Year, &years(71));
        let names = merged.names();
        assert_eq!((names.len(), &*names[0], &*names[35]), (36, "1700 to 1701", "1770"));
        assert_eq!((&*merged.length(), merged.span().unwrap()), ("2 years", ["1700".into(), "1770".into()]));
        let single = DrawnPeriods::drawn(PeriodUnit::Year, &years(48));
        assert_eq!((&*single.length(), &*single.names()[47]), ("year", "1747"));
        assert_eq!(DrawnPeriods::drawn(PeriodUnit::Month, &[]).span(), None);
    }

    #[test]
    fn the_interval_is_wilsons() {
        let (low, high) = wilson(5.0, 10.0);
        assert!((low - 0.2366).abs() < 1e-4 && (high - 0.7634).abs() < 1e-4, "{low} {high}");
    }
}
