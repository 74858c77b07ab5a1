//! Times at which a theme had an unusual share of the papers.

use super::quoting::strong;
use crate::wording::{during, listed};
use crate::{BurstReport, ThemeReport, TrendReport, share_pair};

/// Maximum number of bursts named.
const BURSTS: usize = 3;

/// The strongest peaks of the themes, strongest first. A share that is high in the first shown periods may have been high
/// before, so it is not said to have peaked.
pub(super) fn sentences(themes: &[(&ThemeReport, &TrendReport)]) -> Vec<String> {
    let mut found: Vec<(&ThemeReport, &TrendReport, &BurstReport)> =
        themes.iter().filter_map(|&(theme, trend)| Some((theme, trend, trend.peak()?))).collect();
    found.sort_by(|a, b| b.2.weight.total_cmp(&a.2.weight));
    found.truncate(BURSTS);
    let (first, later): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|(_, trend, burst)| trend.begins_with(burst));
    let later = bursts_listed(&later, "peaked", "at other times").map(|said| format!("{said}."));
    let first = bursts_listed(&first, "started high,", "since").map(|said| format!("{said}."));
    later.into_iter().chain(first).collect()
}

/// When each burst was, with the share of its theme during it and outside it; `None` if there are no bursts.
fn bursts_listed(
    bursts: &[(&ThemeReport, &TrendReport, &BurstReport)],
    verb: &str,
    without: &str,
) -> Option<String> {
    let share = |trend: &TrendReport, burst: &BurstReport, within: bool| {
        let of = trend.plotted().filter(|period| burst.holds(period) == within);
        let (papers, total) = of.fold((0, 0), |(a, b), period| (a + period.papers, b + period.total));
        papers as f64 / (total.max(1)) as f64
    };
    let said: Vec<String> = bursts
        .iter()
        .enumerate()
        .map(|(at, (theme, trend, burst))| {
            let (high, low) = share_pair(share(trend, burst, true), share(trend, burst, false));
            let (name, when) = (strong(theme), during(&burst.name));
            if at == 0 {
                format!("{name} {verb} {when} ({high} of the papers, {low} {without})")
            } else {
                format!("{name} {when} ({high}, {low})")
            }
        })
        .collect();
    (!said.is_empty()).then(|| listed(&said))
}
