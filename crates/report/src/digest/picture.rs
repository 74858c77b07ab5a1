//! The overall picture in one paragraph.

use super::quoting::{citation, name, strong};
use crate::markdown::escaped;
use crate::wording::{capitalised, few, in_words, joined, listed};
use crate::{Report, ThemeReport, TrendReport, percent, share_change, thousands};
use thema_themes::{ThemeKind, Verdict};

/// Number of largest themes named.
const LARGEST: usize = 3;

pub(super) fn section(report: &Report) -> Option<String> {
    let named: Vec<&ThemeReport> = report.found().collect();
    let Some((first, rest)) = named.split_first() else {
        let none = "No themes: no paper could be placed with confidence.";
        return (!report.themes.is_empty()).then(|| format!("## The picture\n\n{none}\n"));
    };
    let mut sentences = Vec::new();
    let count = named.len() as u64;
    if rest.is_empty() {
        sentences.push(format!(
            "One theme was found: **{}**, with {} of the papers.",
            name(first),
            percent(first.share)
        ));
    } else {
        let next: Vec<String> = rest
            .iter()
            .take(LARGEST - 1)
            .map(|theme| format!("**{}** ({})", name(theme), percent(theme.share)))
            .collect();
        let largest: f64 = named.iter().take(LARGEST).map(|theme| theme.share).sum();
        let together = if named.len() > LARGEST {
            format!("; together they account for about {:.0} %", 100.0 * largest)
        } else {
            String::new()
        };
        let of_taxonomy = named.iter().filter(|theme| theme.kind == ThemeKind::Taxonomy).count() as u64;
        let found = match (of_taxonomy, count - of_taxonomy) {
            (0, found) => format!("The papers form {}", few(found, "theme")),
            (wanted, 0) => format!("The papers cover {} of the taxonomy", few(wanted, "theme")),
            (wanted, found) => format!(
                "The papers cover {} of the taxonomy; {} more {} discovered among the papers that {}",
                few(wanted, "theme"),
                in_words(found),
                if found == 1 { "was" } else { "were" },
                if wanted == 1 {
                    "it leaves".to_owned()
                } else {
                    format!("these {} leave", in_words(wanted))
                },
            ),
        };
        sentences.push(format!(
            "{found}. The largest is **{}** with {} of the papers, followed by {}{together}.",
            name(first),
            percent(first.share),
            listed(&next)
        ));
    }
    sentences.extend(interval(report));
    sentences.extend(groups(report));
    sentences.extend(moved(report));
    sentences.extend(absent(report));
    if let Some(other) = report.rest() {
        sentences.push(format!("{} of the papers fit no theme.", percent(other.share)));
    }
    Some(format!("## The picture\n\n{}\n", sentences.join(" ")))
}

/// How sharply the number of clusters is determined, if it was chosen.
fn interval(report: &Report) -> Option<String> {
    let count = report.quality_figures()?.cluster_count?;
    // All in words or all in figures.
    let said = |number| if count.high < 10 { in_words(number) } else { thousands(number) };
    let found = if report.has_taxonomy() {
        format!("Without the taxonomy, the papers form {} clusters", said(count.clusters))
    } else {
        "The number of themes is not clear-cut".to_owned()
    };
    let taken = if count.clusters == count.high {
        "the run took the highest of these".to_owned()
    } else {
        format!("the run took {}", said(count.clusters))
    };
    (count.low < count.high).then(|| {
        format!(
            "{found}: any number of clusters from {} to {} is plausible{}, and {taken}.",
            said(count.low),
            said(count.high),
            if report.corpus.added > 0 { " for the papers of the first run" } else { "" }
        )
    })
}

/// The few groups that the clusters form.
fn groups(report: &Report) -> Option<String> {
    let groups = report.groups();
    let named: Vec<String> =
        groups.iter().map(|group| format!("{} ({})", escaped(&group.name), percent(group.share))).collect();
    let which = if report.has_taxonomy() { "The clusters, which are of all papers," } else { "The clusters" };
    let later = report.themes.iter().filter(|theme| theme.found_later).count();
    let outside = match later {
        0 => "",
        1 => " The theme that updates found is in none of them.",
        _ => " The themes that updates found are in none of them.",
    };
    (!named.is_empty()).then(|| {
        format!("{which} form {} groups: {}.{outside}", in_words(groups.len() as u64), joined(&named))
    })
}

/// The themes of the taxonomy that were not found, with the nearest papers of those that have any. If no theme was
/// found, only that is said.
fn absent(report: &Report) -> Vec<String> {
    let absent: Vec<_> =
        report.themes.iter().filter_map(|theme| Some((theme, theme.nearest.as_ref()?))).collect();
    let of_taxonomy = report.themes.iter().filter(|theme| theme.kind == ThemeKind::Taxonomy).count();
    if absent.len() == of_taxonomy && of_taxonomy > 1 {
        let names: Vec<String> = absent.iter().map(|(theme, _)| format!("**{}**", name(theme))).collect();
        return vec![format!(
            "None of the taxonomy's themes ({}) was found; it seems to be meant for another subject.",
            joined(&names)
        )];
    }
    let (near, far): (Vec<_>, Vec<_>) = absent.into_iter().partition(|(_, nearest)| !nearest.is_empty());
    let near = near.into_iter().map(|(theme, nearest)| {
        format!(
            "{} was not found: no paper belongs to it. The nearest is {}.",
            strong(theme),
            citation(&nearest[0])
        )
    });
    let far: Vec<String> = far.into_iter().map(|(theme, _)| strong(theme)).collect();
    let (were, their) = if far.len() == 1 { ("was", "its") } else { ("were", "their") };
    let without_terms =
        || format!("{} {were} not found: no paper contains any of {their} terms.", joined(&far));
    near.chain((!far.is_empty()).then(without_terms)).collect()
}

/// How many themes rise and fall, and which most.
fn moved(report: &Report) -> Option<String> {
    let (rising, falling) = (report.moved(Verdict::Rising), report.moved(Verdict::Falling));
    let most = |moved: &[(&ThemeReport, &TrendReport)]| {
        let (theme, TrendReport { change, .. }) = moved[0];
        let (_, _, difference) = share_change(change.before.share, change.recent.share);
        let most = if moved.len() > 1 { "most of all " } else { "" };
        format!("{most}**{}** ({difference} points)", name(theme))
    };
    let verb = |moved: &[(&ThemeReport, &TrendReport)], one: &str, many: &str| {
        (if moved.len() == 1 { one } else { many }).to_owned()
    };
    let first = |moved: &[(&ThemeReport, &TrendReport)], verb: String| {
        format!("{} {verb}, {}", capitalised(&few(moved.len() as u64, "theme")), most(moved))
    };
    Some(match (rising.as_slice(), falling.as_slice()) {
        ([], []) => return None,
        (up, []) => format!("{}; none is falling.", first(up, verb(up, "is rising", "are rising"))),
        ([], down) => format!("{}; none is rising.", first(down, verb(down, "is falling", "are falling"))),
        (up, down) => format!(
            "{}; {} {}, {}.",
            first(up, verb(up, "is rising", "are rising")),
            in_words(down.len() as u64),
            verb(down, "is falling", "are falling"),
            most(down)
        ),
    })
}
