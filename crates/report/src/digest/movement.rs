//! Which themes rise and fall, and by how much.

use std::fmt::Write as _;

use super::bursts;
use super::quoting::{citation, name, strong};
use crate::markdown::escaped;
use crate::moved::by_size;
use crate::wording::{capitalised, counted, during, few, in_words, joined, listed};
use crate::{
    ChangeReport, PeriodReport, Report, ThemeReport, TrendReport, date_name, names, points, share_change,
    share_pair, thousands,
};
use thema_themes::{Doubt, ThemeKind, Verdict};

/// Maximum number of themes named per direction.
const NAMED: usize = 8;
/// Maximum number of themes named that are steady, or show no clear change.
const STILL: usize = 6;
/// Maximum number of themes named that changed slowly.
const SLOW: usize = 5;
/// Maximum number of new themes named.
const NEW: usize = 3;
/// A theme is new if its first paper comes after this share of the shown periods.
const LATE: f64 = 0.75;
/// Minimum number of papers of a new theme, and maximum share of them that came before.
const FEWEST_NEW: u64 = 20;
const EARLIER: f64 = 0.05;

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
        lines.extend(moved.iter().take(NAMED).map(|&(theme, trend)| line(theme, trend, verb)));
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
    sentences.extend(steady(&report.moved(Verdict::Steady)));
    let unclear = report.moved(Verdict::Unclear);
    sentences.extend(not_clear(&unclear, lines.is_empty()));
    sentences.extend(by_chance(&unclear, themes.len()));
    sentences.extend(found_later(report, &unclear));
    let slow = slow(report);
    sentences.extend(long_run(&slow));
    // Of a theme that moved, the turn is said already.
    let told = |theme: &ThemeReport| slow.iter().any(|(other, _)| other.key == theme.key);
    let level: Vec<_> =
        themes.iter().copied().filter(|(theme, trend)| !trend.verdict.is_change() && !told(theme)).collect();
    sentences.extend(bursts::sentences(&level));
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

fn line(theme: &ThemeReport, trend: &TrendReport, verb: &str) -> String {
    let change = &trend.change;
    let (before, recent, difference) = share_change(change.before.share, change.recent.share);
    let since = match trend.words.strip_prefix(names::verdict(trend.verdict)) {
        Some(rest) if !rest.is_empty() => format!("; {}", trend.words),
        _ => String::new(),
    };
    let mut behind = String::new();
    for said in [trend.crowded(), trend.what_new_categories_brought()].into_iter().flatten() {
        let _ = write!(behind, "; {}", escaped(&said));
    }
    format!(
        "- **{}** {verb} from {before} to {recent} ({difference} points, 95 % confidence interval {} to {}){since}{behind}.\n",
        name(theme),
        points(change.low),
        points(change.high)
    )
}

/// The themes of which the papers tell that little changed.
fn steady(themes: &[(&ThemeReport, &TrendReport)]) -> Option<String> {
    let (who, verb) = match themes {
        [] => return None,
        all if all.len() <= STILL => {
            let names: Vec<String> = all.iter().map(|(theme, _)| strong(theme)).collect();
            (joined(&names), if all.len() == 1 { "is" } else { "are" })
        }
        all => (capitalised(&few(all.len() as u64, "theme")), "are"),
    };
    let share = if themes.len() == 1 { "the share" } else { "each share" };
    Some(format!("{who} {verb} steady: with 95 % confidence, {share} changed by less than a quarter."))
}

/// The themes of which the papers do not tell whether they changed.
fn not_clear(themes: &[(&ThemeReport, &TrendReport)], none_moved: bool) -> Option<String> {
    match themes {
        [] => None,
        _ if none_moved => Some("No theme shows a clear change between the two spans.".to_owned()),
        all if all.len() <= STILL => {
            let names: Vec<String> = all.iter().map(|(theme, _)| strong(theme)).collect();
            Some(format!("There is no clear change in {}.", joined(&names)))
        }
        all => Some(format!("The other {} show no clear change.", few(all.len() as u64, "theme"))),
    }
}

/// The themes that updates found, and those whose fall they explain.
fn found_later(report: &Report, unclear: &[(&ThemeReport, &TrendReport)]) -> Option<String> {
    let named = |themes: &[&ThemeReport]| {
        let mut names: Vec<String> = themes.iter().take(STILL).map(|theme| strong(theme)).collect();
        if themes.len() > STILL {
            names.push(format!("{} more", in_words((themes.len() - STILL) as u64)));
        }
        joined(&names)
    };
    let late: Vec<&ThemeReport> =
        report.themes.iter().filter(|theme| theme.found_later && theme.trend.is_none()).collect();
    let shrunk: Vec<&ThemeReport> = unclear
        .iter()
        .filter(|(_, trend)| trend.doubt == Some(Doubt::LaterThemes))
        .map(|&(theme, _)| theme)
        .collect();
    let (them, their) = if late.len() == 1 { ("it", "its share") } else { ("them", "their shares") };
    let explained = match shrunk.as_slice() {
        [] => String::new(),
        some => format!(" Most of what {} lost went to {them}.", named(some)),
    };
    (!late.is_empty()).then(|| {
        format!(
            "Updates found {}; papers of the first run are not in {them}, so {their} cannot be compared.{explained}",
            named(&late)
        )
    })
}

/// How many of the unclear differences would be told if there were fewer themes.
fn by_chance(unclear: &[(&ThemeReport, &TrendReport)], themes: usize) -> Option<String> {
    let some = unclear.iter().filter(|(_, trend)| trend.doubt == Some(Doubt::Chance)).count() as u64;
    let (have, their) = if some == 1 { ("has", "its own interval") } else { ("have", "their own intervals") };
    (some > 0).then(|| {
        format!(
            "{} of these {have} a difference that {their} would call clear; with {themes} themes compared, it may be chance.",
            capitalised(&in_words(some))
        )
    })
}

/// The themes without a clear change whose share differs clearly from an earlier one, the largest difference first.
fn slow(report: &Report) -> Vec<(&ThemeReport, &ChangeReport)> {
    let mut changed: Vec<(&ThemeReport, &ChangeReport)> = [Verdict::Steady, Verdict::Unclear]
        .into_iter()
        .flat_map(|verdict| report.moved(verdict))
        .filter_map(|(theme, trend)| Some((theme, trend.long_run.as_ref()?)))
        .collect();
    changed.sort_by(|(_, a), (_, b)| by_size(a, b));
    changed
}

/// How the shares of themes without a clear change differ from earlier ones.
fn long_run(changed: &[(&ThemeReport, &ChangeReport)]) -> Option<String> {
    let said: Vec<String> =
        changed.iter().take(SLOW).map(|&(theme, change)| slow_change(theme, change)).collect();
    let which = match changed.len() {
        0 => return None,
        all if all > SLOW => format!("{} changed, these most: ", in_words(all as u64)),
        _ => String::new(),
    };
    Some(format!(
        "Over a longer time, however, {which}{}. Of the earlier spans that clearly differ, the one that differs most is given.",
        listed(&said)
    ))
}

fn slow_change(theme: &ThemeReport, change: &ChangeReport) -> String {
    let before = &change.before;
    let (then, now) = share_pair(before.share, change.recent.share);
    let verb = if change.difference > 0.0 { "rose" } else { "fell" };
    format!(
        "{} {verb} from {then} ({} of {}, {}) to {now}",
        strong(theme),
        thousands(before.papers),
        counted(before.total, "paper"),
        before.name
    )
}

/// Whether a theme has enough papers, and hardly any in the periods before that of `day`.
fn hardly_before(trend: &TrendReport, day: &str) -> bool {
    let papers = |periods: &[PeriodReport]| periods.iter().map(|period| period.papers).sum::<u64>();
    let own = trend.periods.partition_point(|period| period.start.as_str() <= day);
    let all = papers(&trend.periods);
    all >= FEWEST_NEW && papers(&trend.periods[..own.saturating_sub(1)]) as f64 <= EARLIER * all as f64
}

/// Themes whose first clear paper, with a date known to the day, came late, and that had hardly a paper before.
fn newcomers(themes: &[(&ThemeReport, &TrendReport)]) -> Option<String> {
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
