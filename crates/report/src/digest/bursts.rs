//! Times at which a theme had an unusual share of the papers.

use super::quoting::strong;
use crate::wording::{during, listed};
use crate::{BurstReport, PeriodReport, ThemeReport, TrendReport, share_pair};

/// Maximum number of bursts named.
const BURSTS: usize = 3;
/// A burst is worth a sentence only if it lasts at most this share of the shown periods.
const BRIEF: f64 = 1.0 / 3.0;
/// Minimum number of papers in a burst.
const LEAST_PAPERS: u64 = 30;
/// Minimum number of papers in a period of a burst, as a part of those of the busiest period.
const GROWN: f64 = 0.05;

/// The strongest burst of every theme that ended before the recent window, strongest first. A share that is
/// high in the first shown periods may have been high before, so it is not said to have peaked.
pub(super) fn sentences(themes: &[(&ThemeReport, &TrendReport)]) -> Vec<String> {
    let mut found: Vec<(&ThemeReport, &TrendReport, &BurstReport)> = themes
        .iter()
        .flat_map(|&(theme, trend)| trend.bursts.iter().map(move |burst| (theme, trend, burst)))
        .filter(|(_, trend, burst)| burst.end < trend.change.recent.start && is_notable(trend, burst))
        .collect();
    found.sort_by(|a, b| b.2.weight.total_cmp(&a.2.weight));
    let mut seen = Vec::new();
    found.retain(|(theme, ..)| {
        let first = !seen.contains(&&theme.key);
        seen.push(&theme.key);
        first
    });
    found.truncate(BURSTS);
    let (first, later): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|(_, trend, burst)| trend.plotted().next().is_some_and(|period| inside(period, burst)));
    let later = bursts_listed(&later, "peaked", "at other times").map(|said| format!("{said}."));
    let first = bursts_listed(&first, "started high,", "since").map(|said| format!("{said}."));
    later.into_iter().chain(first).collect()
}

/// Whether a burst is brief, of enough papers, and above the theme's usual share throughout, has the highest share of all
/// shown periods, and falls into a time with a fair number of papers: a corpus that grew a lot began with what was collected
/// first.
fn is_notable(trend: &TrendReport, burst: &BurstReport) -> bool {
    let (within, without): (Vec<&PeriodReport>, Vec<_>) =
        trend.plotted().partition(|period| inside(period, burst));
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

/// When each burst was, with the share of its theme during it and outside it; `None` if there are no bursts.
fn bursts_listed(
    bursts: &[(&ThemeReport, &TrendReport, &BurstReport)],
    verb: &str,
    without: &str,
) -> Option<String> {
    let share = |trend: &TrendReport, burst: &BurstReport, within: bool| {
        let of = trend.plotted().filter(|period| inside(period, burst) == within);
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

fn inside(period: &PeriodReport, burst: &BurstReport) -> bool {
    burst.start <= period.start && period.start <= burst.end
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
