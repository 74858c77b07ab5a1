//! Prints what a taxonomy catches in papers.

use std::fmt::Write as _;

use thema::{EntryFit, IgnoredFit, TaxonomyFit, ThemeFit, WordFit, counted, plain, thousands};

/// Most entries and words per line.
const NAMED: usize = 8;
/// An entry drags a theme if less than this share of the papers that contain it belong to the theme.
const DRAGS: f64 = 0.25;
/// Fewest papers with which an entry can drag a theme.
const FEWEST: u32 = 5;

/// Explains the numbers.
const LEGEND: &str = "
catches, misleads  papers of the theme, of all papers with the word
perhaps add        papers of the theme with the word, to other papers with it
perhaps exclude    of the papers with a word of the theme: others, to papers of the theme
";

/// One or more lines per theme.
pub(crate) fn taxonomy_fit(fit: &TaxonomyFit) -> String {
    let papers = counted(fit.papers as u64, "paper");
    let drawn =
        if fit.drawn < fit.papers { format!("{} of {papers}", thousands(fit.drawn as u64)) } else { papers };
    let mut out = format!("{}, tried on {drawn}\n", plain(&fit.taxonomy));
    for theme in &fit.themes {
        out.push('\n');
        theme_lines(theme, &mut out);
    }
    out.push_str(LEGEND);
    out
}

fn theme_lines(theme: &ThemeFit, out: &mut String) {
    let name = plain(&theme.name);
    let have = if theme.holding == 1 { "has" } else { "have" };
    let _ = match theme.papers {
        0 => {
            let holding = counted(theme.holding.into(), "paper");
            writeln!(out, "{name}: not found; {holding} {have} one of its words")
        }
        papers => {
            let belong = if papers == 1 { "belongs" } else { "belong" };
            let papers = counted(papers.into(), "paper");
            let holding = thousands(theme.holding.into());
            writeln!(out, "{name}: {papers} {belong} to it, {holding} {have} one of its words")
        }
    };
    let speaking = || theme.entries.iter().filter(|entry| !entry.excluded && !entry.required);
    let drags = |entry: &&EntryFit| {
        entry.papers >= FEWEST && f64::from(entry.placed) < DRAGS * f64::from(entry.papers)
    };
    let mut catching: Vec<&EntryFit> = speaking().filter(|entry| entry.placed > 0 && !drags(entry)).collect();
    catching.sort_by_key(|entry| std::cmp::Reverse(entry.placed));
    let mut dragging: Vec<&EntryFit> = speaking().filter(drags).collect();
    dragging.sort_by_key(|entry| std::cmp::Reverse(entry.papers - entry.placed));
    let unheard: Vec<&str> = theme
        .entries
        .iter()
        .filter(|entry| entry.papers == 0 && !entry.other_forms)
        .map(|entry| entry.text.as_str())
        .collect();
    line("catches", catching.into_iter().map(of_papers), out);
    line("misleads", dragging.into_iter().map(of_papers), out);
    line("in no paper", unheard.into_iter().map(str::to_owned), out);
    if theme.papers > 0 {
        line("perhaps add", theme.add.iter().map(word), out);
        line("perhaps exclude", theme.exclude.iter().map(word), out);
    }
    line("nearest papers", theme.nearest.iter().cloned(), out);
    line("not excluded", theme.ignored.iter().map(ignored), out);
    line("same papers as", theme.same.iter().cloned(), out);
}

/// Writes a line of items; nothing if there are none.
fn line(title: &str, items: impl ExactSizeIterator<Item = String>, out: &mut String) {
    let more = items.len().saturating_sub(NAMED);
    let named: Vec<String> = items.take(NAMED).map(|item| plain(&item).into_owned()).collect();
    if !named.is_empty() {
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = writeln!(out, "  {title:17} {}{more}", named.join(", "));
    }
}

fn of_papers(entry: &EntryFit) -> String {
    let forms = if entry.other_forms { "other forms of " } else { "" };
    format!("{forms}{} {} of {}", entry.text, entry.placed, entry.papers)
}

fn ignored(phrase: &IgnoredFit) -> String {
    format!("{} (a form of {})", phrase.text, phrase.form_of)
}

fn word(word: &WordFit) -> String {
    format!("{} ({} to {})", word.text, word.inside, word.outside)
}
