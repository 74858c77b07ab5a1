//! Which themes rise and fall, and by how much.

use std::fmt::Write as _;

use super::quoting::name;
use super::{bursts, newcomers, stability, still};
use crate::markdown::escaped;
use crate::wording::{capitalised, during, in_words};
use crate::{ChangeReport, Report, ThemeReport, TrendReport, names, points, share_change, thousands};
use thema_themes::Verdict;

/// Maximum number of themes named per direction.
const NAMED: usize = 8;

pub(super) fn section(report: &Report) -> Option<String> {
    let themes: Vec<(&ThemeReport, &TrendReport)> = report.trending().collect();
    if report.corpus.dated == 0 {
        return None;
    }
    let Some((_, trend)) = themes.first() else {
        let why = if 2 * report.corpus.dated < report.corpus.papers {
            "too few papers have a date"
        } else {
            "too few periods in a row have enough papers"
        };
        return Some(format!("## Rising and falling themes\n\nThere are no trends: {why}.\n"));
    };
    let mut out = format!(
        "## Rising and falling themes\n\nEach theme's share of papers {} is compared with its share {}{}.",
        during(&trend.change.recent.name),
        during(&trend.change.before.name),
        if themes.iter().any(|(_, trend)| trend.verdict.is_change()) {
            "; points are percentage points"
        } else {
            ""
        }
    );
    if let Some(said) = against_their_share(report, &trend.change) {
        out.push(' ');
        out.push_str(&said);
    }
    out.push('\n');
    let mut lines = Vec::new();
    for (verdict, verb) in [(Verdict::Rising, "rose"), (Verdict::Falling, "fell")] {
        let moved = report.moved(verdict);
        lines.extend(moved.iter().take(NAMED).map(|&(theme, trend)| line(report, theme, trend, verb)));
        if moved.len() > NAMED {
            let more = moved.len() - NAMED;
            lines.push(format!(
                "- {} more {verb} by less (see `themes.csv`).\n",
                capitalised(&in_words(more as u64))
            ));
        }
    }
    if !lines.is_empty() {
        out.push('\n');
        out.push_str(&lines.concat());
    }
    let mut sentences: Vec<String> = Vec::new();
    sentences.extend(still::steady(&report.moved(Verdict::Steady)));
    let unclear = report.moved(Verdict::Unclear);
    sentences.extend(still::not_clear(&unclear, lines.is_empty()));
    sentences.extend(still::by_chance(&unclear, themes.len(), lines.is_empty()));
    sentences.extend(still::of_new_categories(&unclear));
    sentences.extend(still::found_later(report, &unclear));
    let slow = still::slow(report);
    sentences.extend(still::long_run(&slow));
    // Of a theme that moved, the turn is said already.
    let told = |theme: &ThemeReport| slow.iter().any(|(other, _)| other.key == theme.key);
    let level: Vec<_> =
        themes.iter().copied().filter(|(theme, trend)| !trend.verdict.is_change() && !told(theme)).collect();
    sentences.extend(bursts::sentences(&level));
    sentences.extend(newcomers::newcomers(&themes));
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
    let grew = recent > before;
    let (verdict, said, number) =
        if grew { (Verdict::Falling, "falling", "more") } else { (Verdict::Rising, "rising", "fewer") };
    let moved = report.moved(verdict);
    let is_against = |trend: &TrendReport| {
        let (then, now) = (trend.change.before.papers, trend.change.recent.papers);
        if grew { now > then } else { now < then }
    };
    let against = moved.iter().filter(|(_, trend)| is_against(trend)).count() as u64;
    let all = moved.len() as u64;
    let who = match against {
        0 => return None,
        1 if all == 1 => format!("the {said} theme has"),
        2 if all == 2 => format!("both {said} themes have"),
        every if every == all => format!("all {} {said} themes have", in_words(all)),
        1 => format!("one of the {} {said} themes has", in_words(all)),
        some => format!("{} of the {} {said} themes have", in_words(some), in_words(all)),
    };
    Some(format!(
        "There are {} papers in the later span and {} in the earlier one: {who} {number} papers than before.",
        thousands(recent),
        thousands(before)
    ))
}

fn line(report: &Report, theme: &ThemeReport, trend: &TrendReport, verb: &str) -> String {
    let change = &trend.change;
    let (before, recent, difference) = share_change(change.before.share, change.recent.share);
    let since = match trend.words.strip_prefix(names::verdict(trend.verdict)) {
        Some(rest) if !rest.is_empty() => format!("; {}", trend.words),
        _ => String::new(),
    };
    let mut behind = String::new();
    for said in
        [trend.more_long_ago(), trend.crowded(), trend.what_new_categories_brought()].into_iter().flatten()
    {
        let _ = write!(behind, "; {}", escaped(&said));
    }
    if let Some(said) = stability::doubt(report, theme) {
        let _ = write!(behind, "; {said}");
    }
    format!(
        "- **{}** {verb} from {before} to {recent} ({difference} points, 95 % confidence interval {} to {}){since}{behind}.\n",
        name(theme),
        points(change.low),
        points(change.high)
    )
}
