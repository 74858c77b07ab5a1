//! Which themes rise and fall, and by how much.

use super::quoting::{citation, name, strong};
use crate::markdown::escaped;
use crate::wording::{capitalised, during, few, in_words, joined, listed};
use crate::{
    BurstReport, ChangeReport, PeriodReport, Report, ThemeReport, TrendReport, date_name, names, points,
    share_change, share_pair, thousands,
};
use thema_themes::{ThemeKind, Verdict};

/// Maximum number of themes named per direction.
const NAMED: usize = 8;
/// Maximum number of bursts named.
const BURSTS: usize = 3;
/// A burst is worth a sentence only if it lasts at most this share of the shown periods.
const BRIEF: f64 = 1.0 / 3.0;
/// Minimum number of papers in a burst.
const LEAST_PAPERS: u64 = 30;
/// Minimum number of papers in a period of a burst, as a part of those of the busiest period.
const GROWN: f64 = 0.05;
/// Maximum number of steady themes named.
const STEADY: usize = 6;
/// Maximum number of new themes named.
const NEW: usize = 3;
/// A theme is new if its first paper comes after this share of the shown periods.
const LATE: f64 = 0.75;

pub(super) fn section(report: &Report) -> Option<String> {
    let themes: Vec<(&ThemeReport, &TrendReport)> = report
        .themes
        .iter()
        .filter(|theme| theme.kind != ThemeKind::Other)
        .filter_map(|theme| Some((theme, theme.trend.as_ref()?)))
        .collect();
    if report.corpus.dated == 0 {
        return None;
    }
    let Some((_, trend)) = themes.first() else {
        return Some(
            "## Rising and falling themes\n\nToo few papers have a date, or their dates span too short a time, for trends.\n"
                .to_owned(),
        );
    };
    let mut out = format!(
        "## Rising and falling themes\n\nEach theme's share of papers {} is compared with its share {}; points are percentage points.\n",
        during(&trend.change.recent.name),
        during(&trend.change.before.name)
    );
    let mut lines = Vec::new();
    for (verdict, verb) in [(Verdict::Rising, "rose"), (Verdict::Falling, "fell")] {
        let moved = report.moved(verdict);
        lines.extend(moved.iter().take(NAMED).map(|&(theme, trend)| line(theme, trend, verb)));
        if moved.len() > NAMED {
            let more = moved.len() - NAMED;
            lines.push(format!(
                "- {} more {verb} by less (see `themes.csv`).\n",
                capitalised(&in_words(more as u64))
            ));
        }
    }
    if let Some(against) = against_their_share(report, &trend.change) {
        out = format!("{} {against}\n", out.trim_end());
    }
    if !lines.is_empty() {
        out.push('\n');
        out.push_str(&lines.concat());
    }
    let mut sentences: Vec<String> =
        steady(&report.moved(Verdict::Steady), lines.is_empty()).into_iter().collect();
    sentences.extend(bursts(&themes));
    sentences.extend(newcomers(&themes));
    if !sentences.is_empty() {
        out.push('\n');
        out.push_str(&sentences.join(" "));
        out.push('\n');
    }
    Some(out)
}

/// How many themes lose share and gain papers, or the reverse, because the number of all papers changed.
fn against_their_share(report: &Report, change: &ChangeReport) -> Option<String> {
    let (before, recent) = (change.before.total, change.recent.total);
    let (verdict, said, number) = if recent > before {
        (Verdict::Falling, "falling", "more")
    } else {
        (Verdict::Rising, "rising", "fewer")
    };
    let moved = report.moved(verdict);
    let against = moved
        .iter()
        .filter(|(_, trend)| {
            let (then, now) = (trend.change.before.papers, trend.change.recent.papers);
            if recent > before { now > then } else { now < then }
        })
        .count() as u64;
    let all = moved.len() as u64;
    let who = match (against, all) {
        (0, _) => return None,
        (1, 1) => format!("the {said} theme has"),
        (some, every) if some == every => format!("all {} {said} themes have", in_words(every)),
        (some, every) => {
            let have = if some == 1 { "has" } else { "have" };
            format!("{} of the {} {said} themes {have}", in_words(some), in_words(every))
        }
    };
    Some(format!(
        "There are {} papers in the later span and {} in the earlier one: {who} {number} papers than before.",
        thousands(recent),
        thousands(before)
    ))
}

fn line(theme: &ThemeReport, trend: &TrendReport, verb: &str) -> String {
    let change = &trend.change;
    let (before, recent, difference) = share_change(change.before.share, change.recent.share);
    let since = match trend.words.strip_prefix(names::verdict(trend.verdict)) {
        Some(rest) if !rest.is_empty() => format!("; {}", trend.words),
        _ => String::new(),
    };
    let brought =
        trend.what_new_categories_brought().map_or_else(String::new, |said| format!("; {}", escaped(&said)));
    format!(
        "- **{}** {verb} from {before} to {recent} ({difference} points, 95 % confidence interval {} to {}){since}{brought}.\n",
        name(theme),
        points(change.low),
        points(change.high)
    )
}

fn steady(themes: &[(&ThemeReport, &TrendReport)], alone: bool) -> Option<String> {
    if alone {
        return Some("No theme shows a clear change between the two.".to_owned());
    }
    match themes {
        [] => None,
        all if all.len() <= STEADY => {
            let names: Vec<String> = all.iter().map(|(theme, _)| strong(theme)).collect();
            Some(format!("There is no clear change in {}.", joined(&names)))
        }
        all => Some(format!("The other {} show no clear change.", few(all.len() as u64, "theme"))),
    }
}

/// The strongest burst of every theme that ended before the recent window, strongest first. A share that is
/// high in the first shown periods may have been high before, so it is not said to have peaked.
fn bursts(themes: &[(&ThemeReport, &TrendReport)]) -> Vec<String> {
    let mut found: Vec<(&ThemeReport, &TrendReport, &BurstReport)> = themes
        .iter()
        .flat_map(|&(theme, trend)| trend.bursts.iter().map(move |burst| (theme, trend, burst)))
        .filter(|(_, trend, burst)| burst.end < trend.change.before.start && is_notable(trend, burst))
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
    let later = bursts_listed(&later, "peaked", "at other times").map(|said| format!("Earlier, {said}."));
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

/// Themes whose first clear paper, with a date known to the day, came late.
fn newcomers(themes: &[(&ThemeReport, &TrendReport)]) -> Option<String> {
    let (_, trend) = themes.first()?;
    let shown: Vec<&str> = trend.plotted().map(|period| period.start.as_str()).collect();
    let late = (shown.len() as f64 * LATE) as usize;
    let late = shown.get(late).filter(|_| shown.len() >= 4)?;
    let new = themes.iter().filter_map(|(theme, _)| {
        let first = theme.first_paper.as_ref()?;
        let day = first.submitted.as_deref().filter(|date| date.len() == 10)?;
        (day >= *late).then(|| (strong(theme), format!("{} ({})", citation(first), date_name(day))))
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
