//! Themes whose first papers came late.

use super::quoting::{citation, strong};
use crate::wording::{joined, listed};
use crate::{PeriodReport, ThemeReport, TrendReport, date_name};

/// Maximum number of new themes named.
const NEW: usize = 3;
/// A theme is new if its first paper comes after this share of the shown periods.
const LATE: f64 = 0.75;
/// Minimum number of papers of a new theme, and maximum share of them that came before.
const FEWEST_NEW: u64 = 20;
const EARLIER: f64 = 0.05;

/// Whether a theme has enough papers, and hardly any in the periods before that of `day`.
fn hardly_before(trend: &TrendReport, day: &str) -> bool {
    let papers = |periods: &[PeriodReport]| periods.iter().map(|period| period.papers).sum::<u64>();
    let own = trend.periods.partition_point(|period| period.start.as_str() <= day);
    let all = papers(&trend.periods);
    all >= FEWEST_NEW && papers(&trend.periods[..own.saturating_sub(1)]) as f64 <= EARLIER * all as f64
}

/// Themes whose first clear paper, with a date known to the day, came late, and that had hardly a paper before.
pub(super) fn newcomers(themes: &[(&ThemeReport, &TrendReport)]) -> Option<String> {
    let (_, trend) = themes.first()?;
    let shown: Vec<&str> = trend.plotted().map(|period| period.start.as_str()).collect();
    let late = (shown.len() as f64 * LATE) as usize;
    let late = shown.get(late).filter(|_| shown.len() >= 4)?;
    let new = themes.iter().filter_map(|(theme, trend)| {
        let first = theme.first_paper.as_ref()?;
        let day = first.submitted.as_deref().filter(|date| date.len() == 10)?;
        (day >= *late && hardly_before(trend, day))
            .then(|| (strong(theme), format!("{} ({})", citation(first), date_name(day))))
    });
    let (named, papers): (Vec<String>, Vec<String>) = new.take(NEW).unzip();
    match named.as_slice() {
        [] => None,
        [only] => {
            Some(format!("{only} is new: the first paper that clearly belongs to it is {}.", papers[0]))
        }
        several => Some(format!(
            "{} are new: the first papers that clearly belong to them are {}.",
            joined(several),
            listed(&papers)
        )),
    }
}
