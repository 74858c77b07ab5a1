//! The most interesting themes, one paragraph each.

use std::fmt::Write as _;

use super::compose::LISTED;
use super::origins::origins;
use super::quoting::{citation, known_as, strong, year};
use crate::markdown::escaped;
use crate::wording::{counted, during, in_words, joined, listed};
use crate::{ChangeReport, NewestReport, PaperRef, Report, ThemeReport, percent, share_pair};
use thema_themes::ThemeKind;

/// Number of themes portrayed, unless the user asked for many: then at most `WANTED` of those and `OTHERS` others.
const PORTRAYED: usize = 8;
const WANTED: usize = 12;
const OTHERS: usize = 3;
/// Number of papers that define a theme.
const DEFINING: usize = 2;
/// Minimum cosine of two themes' centroids at which one is called near the other; of unrelated themes it is
/// around 0.
const NEAR: f64 = 0.3;
/// Maximum number of words named.
const WORDS: usize = 5;
/// Words that formulas are spelt with, sorted: typical of some fields, but they say nothing in a sentence.
#[rustfmt::skip]
const SYMBOLS: [&str; 25] = [
    "alpha", "beta", "chi", "delta", "epsilon", "eta", "gamma", "iota", "kappa", "lambda", "log", "mu", "nu",
    "omega", "omicron", "phi", "pi", "psi", "rho", "sigma", "tau", "theta", "upsilon", "xi", "zeta",
];
/// Minimum share of a theme's papers in one category for the category to be named, and minimum ratio of that
/// share to the corpus's.
const AT_HOME: (f64, f64) = (0.6, 1.5);
/// Interest of a new theme, or of a new direction in a theme's titles; a change of its share by a tenth of the corpus counts 1.
const DIRECTION: f64 = 0.3;

pub(super) fn section(report: &Report) -> Option<String> {
    let found: Vec<(usize, &ThemeReport)> =
        report.themes.iter().enumerate().filter(|(_, theme)| theme.is_found()).collect();
    if found.is_empty() {
        return None;
    }
    let all = found.len();
    let (mut wanted, mut others): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|(_, theme)| is_wanted(report, theme));
    for themes in [&mut wanted, &mut others] {
        themes.sort_by(|a, b| interest(b.1).total_cmp(&interest(a.1)).then(a.0.cmp(&b.0)));
    }
    let headings = wanted.len();
    wanted.truncate(WANTED);
    others.truncate(PORTRAYED.saturating_sub(wanted.len()).max(OTHERS));
    let mut out = String::from("## The themes\n\n");
    if all > wanted.len() + others.len() {
        let listed = listed_at_the_end(report);
        let chosen = chosen(&wanted, headings, &others);
        let _ = writeln!(out, "{chosen}; the table at the end lists {listed}.\n");
    }
    let themes = [wanted, others].concat();
    let mut borders = Vec::new();
    let paragraphs: Vec<String> = themes
        .iter()
        .enumerate()
        .map(|(rank, &(at, theme))| format!("{}\n", portrait(report, theme, (rank, at), &mut borders)))
        .collect();
    out.push_str(&paragraphs.join("\n"));
    Some(out)
}

/// Whether the user asked for the theme.
fn is_wanted(report: &Report, theme: &ThemeReport) -> bool {
    theme.kind == ThemeKind::Taxonomy && report.built_in_taxonomy.is_none()
}

/// Which themes are portrayed: those of the user's taxonomy, of `headings` with papers, and others.
fn chosen(wanted: &[(usize, &ThemeReport)], headings: usize, others: &[(usize, &ThemeReport)]) -> String {
    let number = |themes: &[(usize, &ThemeReport)]| in_words(themes.len() as u64);
    let [few, rest] = [number(wanted), number(others)];
    if wanted.is_empty() {
        return match reasons(others).as_slice() {
            [_] => format!("These are the {rest} largest themes"),
            reasons => format!("These {rest} were chosen by {}", joined(reasons)),
        };
    }
    let first = match wanted.len() {
        shown if shown < headings => {
            format!("First come {few} themes of the taxonomy, chosen by {}", joined(&reasons(wanted)))
        }
        1 => "First comes the theme of the taxonomy".to_owned(),
        _ => format!("First come the {few} themes of the taxonomy"),
    };
    match others.len() {
        0 => first,
        1 => format!("{first}, then one other"),
        _ => format!("{first}, then {rest} others, chosen by {}", joined(&reasons(others))),
    }
}

/// What themes were chosen by.
fn reasons(themes: &[(usize, &ThemeReport)]) -> Vec<String> {
    let mut trends = themes.iter().filter_map(|(_, theme)| theme.trend.as_ref());
    [
        (trends.any(|trend| trend.verdict.is_change()), "change"),
        (themes.iter().any(|(_, theme)| is_novel(theme)), "new topics"),
        (true, "size"),
    ]
    .into_iter()
    .filter(|&(is_reason, _)| is_reason)
    .map(|(_, reason)| reason.to_owned())
    .collect()
}

/// The rows of the table of all themes: more than the themes with papers.
fn listed_at_the_end(report: &Report) -> String {
    if report.themes.len() > LISTED {
        return format!("the {LISTED} largest");
    }
    let all = in_words(report.found_themes() as u64);
    let rest = report.themes.iter().filter(|theme| theme.kind == ThemeKind::Other);
    let mut parts = vec![format!("all {all}")];
    parts.extend(match report.themes.len() - report.found_themes() - rest.clone().count() {
        0 => None,
        without => Some(format!("{} without papers", in_words(without as u64))),
    });
    parts.extend(rest.map(|_| "the papers that fit no theme".to_owned()));
    joined(&parts)
}

/// How interesting a theme is: its movement and its size.
fn interest(theme: &ThemeReport) -> f64 {
    movement(theme) + theme.share
}

/// Whether an update found the theme, or its titles turn to something new.
fn is_novel(theme: &ThemeReport) -> bool {
    let newest = theme.trend.as_ref().and_then(|trend| trend.newest.as_ref());
    newest.is_some() || (theme.found_later && theme.trend.is_none())
}

/// How far a theme's share moved, and whether its titles turn to something new.
fn movement(theme: &ThemeReport) -> f64 {
    let moved = theme.trend.as_ref().filter(|trend| trend.verdict.is_change());
    let by = moved.map_or(0.0, |trend| trend.change.difference.abs());
    10.0 * by + if is_novel(theme) { DIRECTION } else { 0.0 }
}

/// The paragraph about the theme at index `at` of the report and at `rank` in the digest. A border between
/// two themes is mentioned once; `borders` holds those already mentioned. The phrasing about papers and
/// neighbours alternates by rank.
fn portrait<'a>(
    report: &'a Report,
    theme: &'a ThemeReport,
    (rank, at): (usize, usize),
    borders: &mut Vec<[&'a str; 2]>,
) -> String {
    let mut sentences = vec![format!("{} ({}).", strong(theme), facts(report, theme).join("; "))];
    sentences.extend(theme.description.as_ref().map(|description| sentence(&escaped(description))));
    sentences.extend(known_as(theme));
    sentences.extend(origins(theme));
    let border = neighbour(report, theme, at).and_then(|neighbour| {
        let (own, other) = (theme.key.as_str(), neighbour.theme.key.as_str());
        let is_told = borders.contains(&[own, other]) || borders.contains(&[other, own]);
        let border = border(neighbour, rank).filter(|_| !is_told)?;
        borders.push([own, other]);
        Some(border)
    });
    let defining = defining(theme, rank);
    let newest = theme.trend.as_ref().and_then(|trend| trend.newest.as_ref().zip(Some(trend)));
    let direction = newest.map(|(newest, trend)| direction(newest, &trend.change));
    if rank % 2 == 0 {
        sentences.extend(defining.into_iter().chain(direction));
    } else {
        sentences.extend(direction.into_iter().chain(defining));
    }
    sentences.extend(border);
    sentences.join(" ")
}

/// Figures of a theme: its size, the category it is at home in, its words.
fn facts(report: &Report, theme: &ThemeReport) -> Vec<String> {
    let found = if report.is_mixed() && theme.kind == ThemeKind::Discovered { ", discovered" } else { "" };
    let size = format!("{}, {}{found}", counted(theme.size, "paper"), percent(theme.share));
    let words = if theme.kind == ThemeKind::Taxonomy { None } else { words(theme) };
    [Some(size), home(report, theme), words].into_iter().flatten().collect()
}

/// `text` with a full stop at the end.
fn sentence(text: &str) -> String {
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

/// Its terms that are not in its name, without symbols.
fn words(theme: &ThemeReport) -> Option<String> {
    let name = theme.name.to_lowercase();
    let says_more = |text: &&String| {
        let text = text.to_lowercase();
        !name.contains(&text) && SYMBOLS.binary_search(&text.as_str()).is_err()
    };
    let terms = theme.terms.iter().map(|term| &term.text).filter(says_more);
    let named: Vec<String> = terms.take(WORDS).map(|text| escaped(text)).collect();
    (named.len() > 1).then(|| format!("typical words: {}", named.join(", ")))
}

/// The first of the papers at a theme's centre, those without a formula in their title before the others: the
/// digest shows formulas as they were typed.
fn typical(papers: &[PaperRef]) -> Vec<&PaperRef> {
    let (plain, formulas): (Vec<_>, Vec<_>) =
        papers.iter().partition(|paper| !paper.title.contains(['$', '\\']));
    plain.into_iter().chain(formulas).take(DEFINING).collect()
}

/// The papers at its centre.
fn defining(theme: &ThemeReport, rank: usize) -> Option<String> {
    let cited = |paper| match year(paper) {
        Some(year) => format!("{} ({year})", citation(paper)),
        None => citation(paper),
    };
    let papers: Vec<String> = typical(&theme.representatives).into_iter().map(cited).collect();
    let one = papers.len() == 1;
    let named = papers.join(" and ");
    let said = match rank % 3 {
        0 => format!("{} {named}", if one { "A typical paper is" } else { "Typical papers are" }),
        1 => format!("{named} {}", if one { "is a typical paper" } else { "are typical papers" }),
        _ => format!("{} {named}", if one { "A good example is" } else { "Good examples are" }),
    };
    (!papers.is_empty()).then(|| format!("{said}."))
}

/// What its titles mention more often than before, in shares of its titles: a theme that grew has more of all.
fn direction(newest: &NewestReport, change: &ChangeReport) -> String {
    let share = |titles: u64, papers: u64| titles as f64 / papers.max(1) as f64;
    let terms: Vec<String> = newest
        .terms
        .iter()
        .enumerate()
        .map(|(at, term)| {
            let (recent, before) = if at == 0 {
                (format!(" {}", during(&change.recent.name)), format!(" {}", during(&change.before.name)))
            } else {
                (String::new(), String::new())
            };
            let text = escaped(&term.text);
            let (then, now) = share_pair(
                share(term.before, change.before.papers),
                share(term.recent, change.recent.papers),
            );
            let then = if term.before == 0 { "none".to_owned() } else { then };
            format!("*{text}* ({now}{recent}, compared with {then}{before})")
        })
        .collect();
    let latest =
        newest.paper.as_ref().map_or_else(String::new, |paper| format!(", for example {}", citation(paper)));
    format!("A growing share of its titles mentions {}{latest}.", listed(&terms))
}

/// The theme nearest to another, and a paper between the two that is not central to the other.
#[derive(Clone, Copy)]
struct Neighbour<'a> {
    theme: &'a ThemeReport,
    between: Option<&'a PaperRef>,
}

fn neighbour<'a>(report: &'a Report, theme: &'a ThemeReport, at: usize) -> Option<Neighbour<'a>> {
    let row = report.similarity.as_ref()?.get(at)?;
    let named = |other: &usize| *other != at && report.themes[*other].kind != ThemeKind::Other;
    let nearest = (0..row.len()).filter(named).max_by(|&a, &b| row[a].total_cmp(&row[b]).then(b.cmp(&a)))?;
    if row[nearest] < NEAR {
        return None;
    }
    let other = &report.themes[nearest];
    let central = |id: &str| typical(&theme.representatives).iter().any(|paper| paper.id == id);
    let mut bridges = theme.bridges.iter().filter(|bridge| !central(&bridge.paper.id));
    let between = bridges.find(|bridge| bridge.theme == other.key).map(|bridge| &bridge.paper);
    Some(Neighbour { theme: other, between })
}

fn border(neighbour: Neighbour<'_>, rank: usize) -> Option<String> {
    let (other, between) = (strong(neighbour.theme), citation(neighbour.between?));
    Some(match rank % 3 {
        0 => format!("It borders on {other}: {between} lies between the two."),
        1 => format!("The nearest theme is {other}, and {between} lies on the border."),
        _ => format!("{between} could also belong to {other}."),
    })
}

/// The category of most of its papers, unless most of the corpus is in it too.
fn home(report: &Report, theme: &ThemeReport) -> Option<String> {
    let first = theme.categories.first()?;
    let share = first.papers as f64 / theme.size.max(1) as f64;
    let of_all = report.corpus.categories.iter().find(|count| count.category == first.category);
    let usual = of_all.map_or(0.0, |count| count.papers as f64 / report.counted_papers().max(1) as f64);
    (share >= AT_HOME.0 && share >= AT_HOME.1 * usual).then(|| {
        let part = match theme.size {
            1 => String::new(),
            all if first.papers == all => "all ".to_owned(),
            _ => format!("{} ", percent(share)),
        };
        format!("{part}with primary category {}", escaped(&first.category))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_can_be_searched() {
        assert!(SYMBOLS.is_sorted());
    }

    #[test]
    fn titles_without_formulas_come_first() {
        let papers =
            ["On $L^p$ spaces", "Rings", r"The \infty case", "Groups", "Fields"].map(|title| PaperRef {
                id: title.to_owned(),
                title: title.to_owned(),
                url: None,
                submitted: None,
                headline: None,
            });
        let titles =
            |papers| typical(papers).into_iter().map(|paper| paper.title.as_str()).collect::<Vec<_>>();
        assert_eq!(titles(&papers), ["Rings", "Groups"]);
        assert_eq!(titles(&papers[..2]), ["Rings", "On $L^p$ spaces"]);
        assert!(titles(&[]).is_empty());
    }
}
