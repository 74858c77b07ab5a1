//! Periods of a trend, few enough to draw.

use thema_report::PeriodReport;
use thema_themes::PeriodUnit;

/// Maximum number of periods drawn.
const DRAWN: usize = 48;
/// Normal quantile of a 95 % interval.
const Z: f64 = 1.959_964;

/// The periods as a chart draws them. If there are more than 48, equal runs of neighbours are merged until
/// there are at most 48: papers and totals are added up, and the share gets Wilson's interval (Wilson,
/// "Probable inference, the law of succession, and statistical inference", 1927). Thin periods at the ends
/// are left out; between others they appear without papers.
pub(crate) fn drawn_periods(periods: &[PeriodReport]) -> Vec<PeriodReport> {
    let first = periods.iter().position(|period| !period.thin).unwrap_or(0);
    let end = periods.iter().rposition(|period| !period.thin).map_or(0, |last| last + 1);
    let shown: Vec<PeriodReport> = periods[first.min(end)..end].iter().map(without_thin).collect();
    if shown.len() <= DRAWN { shown } else { shown.chunks(shown.len().div_ceil(DRAWN)).map(merge).collect() }
}

/// Name of the period with this first day: `2024`, `Q1 2024`, `Mar 2024`, or the day
/// itself if periods are weeks.
pub(crate) fn period_name(start: &str, unit: PeriodUnit) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (year, rest) = start.split_once('-').unwrap_or((start, ""));
    let month = rest.get(..2).and_then(|month| month.parse::<usize>().ok()).unwrap_or(0);
    match (unit, MONTHS.get(month.wrapping_sub(1))) {
        (PeriodUnit::Year, _) => year.to_owned(),
        (PeriodUnit::Quarter, Some(_)) => format!("Q{} {year}", (month - 1) / 3 + 1),
        (PeriodUnit::Month, Some(name)) => format!("{name} {year}"),
        _ => start.to_owned(),
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
            thin: false,
        };
        let periods: Vec<PeriodReport> = (0..300).map(period).collect();
        let merged = drawn_periods(&periods);
        assert!(merged.len() <= DRAWN);
        let papers = |periods: &[PeriodReport]| periods.iter().map(|period| period.papers).sum::<u64>();
        assert_eq!(papers(&merged), papers(&periods));
        let mut late = periods.clone();
        late.iter_mut().take(100).for_each(|period| period.thin = true);
        late[150].thin = true;
        assert!(papers(&drawn_periods(&late)) < papers(&merged) && drawn_periods(&late)[0].total > 0);
        assert!(merged.last().unwrap().partial && !merged[0].partial);
    }

    #[test]
    fn the_interval_is_wilsons() {
        let (low, high) = wilson(5.0, 10.0);
        assert!((low - 0.2366).abs() < 1e-4 && (high - 0.7634).abs() < 1e-4, "{low} {high}");
    }

    #[test]
    fn periods_have_readable_names() {
        assert_eq!(period_name("2024-03-01", PeriodUnit::Month), "Mar 2024");
        assert_eq!(period_name("2024-01-01", PeriodUnit::Year), "2024");
        assert_eq!(period_name("2024-03-04", PeriodUnit::Week), "2024-03-04");
        assert_eq!(period_name("2024-07-01", PeriodUnit::Quarter), "Q3 2024");
        assert_eq!(period_name("", PeriodUnit::Quarter), "");
    }
}
