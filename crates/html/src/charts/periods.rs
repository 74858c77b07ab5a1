//! Periods of a trend, few enough to draw.

use thema_cluster::report::PeriodReport;

/// Periods drawn at most.
const DRAWN: usize = 96;
/// Normal quantile of a 95 % interval.
const Z: f64 = 1.959_964;

/// The periods as they are up to 96 of them; of more, each run of neighbours that brings them under 96 becomes one:
/// papers and totals added up, with Wilson's interval of the share (Wilson, "Probable inference, the law of
/// succession, and statistical inference", 1927).
pub(crate) fn merged_periods(periods: &[PeriodReport]) -> Vec<PeriodReport> {
    if periods.len() <= DRAWN {
        return periods.to_vec();
    }
    periods.chunks(periods.len().div_ceil(DRAWN)).map(merge).collect()
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

    #[test]
    fn many_periods_become_few_and_no_paper_is_lost() {
        let period = |at: u64| PeriodReport {
            start: format!("{at:04}"),
            papers: at % 3,
            total: 10,
            share: 0.0,
            low: 0.0,
            high: 1.0,
            partial: at == 299,
        };
        let periods: Vec<PeriodReport> = (0..300).map(period).collect();
        let merged = merged_periods(&periods);
        assert!(merged.len() <= DRAWN);
        let papers = |periods: &[PeriodReport]| periods.iter().map(|period| period.papers).sum::<u64>();
        assert_eq!(papers(&merged), papers(&periods));
        assert!(merged.last().unwrap().partial && !merged[0].partial);
    }

    #[test]
    fn the_interval_is_wilsons() {
        let (low, high) = wilson(5.0, 10.0);
        assert!((low - 0.2366).abs() < 1e-4 && (high - 0.7634).abs() < 1e-4, "{low} {high}");
    }
}
