//! Themes without a clear change: what is known of them, and why no more.

use super::quoting::strong;
use crate::moved::by_size;
use crate::wording::{capitalised, counted, few, in_words, joined, listed};
use crate::{ChangeReport, Report, ThemeReport, TrendReport, share_pair, thousands};
use thema_themes::{Doubt, Verdict};

/// Maximum number of themes named that are steady, or show no clear change.
const STILL: usize = 6;
/// Maximum number of themes named that changed slowly.
const SLOW: usize = 5;

/// The themes of which the papers tell that little changed.
pub(super) fn steady(themes: &[(&ThemeReport, &TrendReport)]) -> Option<String> {
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
pub(super) fn not_clear(themes: &[(&ThemeReport, &TrendReport)], none_moved: bool) -> Option<String> {
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

/// The names of the first few themes, and the number of the others.
fn first_of(themes: &[&ThemeReport]) -> String {
    let mut names: Vec<String> = themes.iter().take(STILL).map(|theme| strong(theme)).collect();
    if themes.len() > STILL {
        names.push(format!("{} more", in_words((themes.len() - STILL) as u64)));
    }
    joined(&names)
}

/// The themes among those without a clear change that have this doubt.
fn doubted<'a>(unclear: &[(&'a ThemeReport, &TrendReport)], doubt: Doubt) -> Vec<&'a ThemeReport> {
    unclear.iter().filter(|(_, trend)| trend.doubt == Some(doubt)).map(|&(theme, _)| theme).collect()
}

/// The themes that rise only by what new categories bring.
pub(super) fn of_new_categories(unclear: &[(&ThemeReport, &TrendReport)]) -> Option<String> {
    let brought = doubted(unclear, Doubt::NewCategories);
    (!brought.is_empty()).then(|| {
        let who = match unclear.len() {
            1 => "it".to_owned(),
            all if all == brought.len() => "they".to_owned(),
            _ => first_of(&brought),
        };
        format!("Most of what {who} gained came with categories that came into use within the two spans.")
    })
}

/// The themes that updates found, and those whose fall they explain.
pub(super) fn found_later(report: &Report, unclear: &[(&ThemeReport, &TrendReport)]) -> Option<String> {
    let late: Vec<&ThemeReport> =
        report.themes.iter().filter(|theme| theme.found_later && theme.trend.is_none()).collect();
    let shrunk = doubted(unclear, Doubt::LaterThemes);
    let (them, their) = if late.len() == 1 { ("it", "its") } else { ("them", "their") };
    let shares = if late.len() == 1 { "share" } else { "shares" };
    let explained = match shrunk.as_slice() {
        [] => String::new(),
        some => format!(
            " Many of {their} papers would otherwise be in {}, so {}.",
            first_of(some),
            if some.len() == 1 {
                "its fall is not called a change"
            } else {
                "their falls are not called changes"
            }
        ),
    };
    (!late.is_empty()).then(|| {
        format!(
            "Updates found {}; papers of the first run are not in {them}, so {their} {shares} cannot be compared, and papers \
             that would fit no other theme are left out of the shares of the others.{explained}",
            first_of(&late)
        )
    })
}

/// How many of the unclear differences would be told if their theme were the only one.
pub(super) fn by_chance(
    unclear: &[(&ThemeReport, &TrendReport)],
    themes: usize,
    none_moved: bool,
) -> Option<String> {
    let some = doubted(unclear, Doubt::Chance).len() as u64;
    let who = if none_moved { few(some, "theme") } else { format!("{} of these", in_words(some)) };
    let compared = few(themes as u64, "theme");
    let rest = if some == 1 {
        format!("would show a change on its own; with {compared} compared, it may be chance.")
    } else {
        format!("would show a change on their own; with {compared} compared, they may be chance.")
    };
    (some > 0).then(|| format!("{} {rest}", capitalised(&who)))
}

/// The themes without a clear change whose share differs clearly from an earlier one, the largest difference first.
pub(super) fn slow(report: &Report) -> Vec<(&ThemeReport, &ChangeReport)> {
    let mut changed: Vec<(&ThemeReport, &ChangeReport)> = [Verdict::Steady, Verdict::Unclear]
        .into_iter()
        .flat_map(|verdict| report.moved(verdict))
        .filter_map(|(theme, trend)| Some((theme, trend.long_run.as_ref()?)))
        .collect();
    changed.sort_by(|(_, a), (_, b)| by_size(a, b));
    changed
}

/// How the shares of themes without a clear change differ from earlier ones.
pub(super) fn long_run(changed: &[(&ThemeReport, &ChangeReport)]) -> Option<String> {
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
