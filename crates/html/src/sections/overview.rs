//! The corpus in figures, and what stands out.

use maud::{Markup, html};
use thema_report::{Report, ThemeReport, counted, date_name, percent, thousands};
use thema_themes::Verdict;

use crate::excerpt;

/// Maximum number of categories shown.
const CATEGORIES: usize = 8;
/// Maximum number of themes named per direction.
const NAMED: usize = 4;

/// Title of the page.
pub(crate) fn title(report: &Report) -> String {
    let themes = report.found_themes() as u64;
    format!("{} in {}", counted(report.corpus.papers, "paper"), counted(themes, "theme"))
}

/// Headline, figures, and the themes that stand out.
pub(crate) fn overview(report: &Report) -> Markup {
    let corpus = &report.corpus;
    let span = match (&corpus.first_submitted, &corpus.last_submitted) {
        (Some(first), Some(last)) if first == last => format!("Dated {}", date_name(first)),
        (Some(first), Some(last)) => {
            format!("Dated between {} and {}", date_name(first), date_name(last))
        }
        _ => "No dates".to_owned(),
    };
    let mut numbers = vec![
        (thousands(corpus.records), "records read"),
        (thousands(corpus.joined), "merged with another record"),
        (thousands(corpus.rejected), "rejected"),
        (thousands(corpus.near_duplicates), "near-duplicates"),
        (percent(report.outliers.share), "outliers"),
    ];
    if let Some(strays) = &corpus.stray_dates {
        numbers.push((thousands(strays.papers), "dated years after all others"));
    }
    if corpus.dates_cut > 0 {
        numbers.push((thousands(corpus.dates_cut), "dates with unclear day and month"));
    }
    if corpus.excluded > 0 {
        numbers.insert(4, (thousands(corpus.excluded), "excluded by hand"));
    }
    html! {
        section.overview aria-labelledby="overview-title" {
            p.kicker { (span) }
            h1 #overview-title { (title(report)) }
            @if let Some(preview) = &corpus.preview { p.lead { (preview.sentence()) } }
            (lead(report))
            @if let Some(name) = &report.built_in_taxonomy { (taxonomy(name)) }
            dl.numbers {
                @for (number, name) in numbers {
                    div { dt { (name) } dd { (number) } }
                }
            }
            @if corpus.categories.len() > 1 { (categories(report)) }
        }
    }
}

/// The taxonomy that the user did not ask for by name.
fn taxonomy(built_in: &str) -> Markup {
    html! {
        p.hint {
            "The run first looked for the themes of the built-in taxonomy " code { (built_in) }
            ", which is for the papers' field; a run with " code { "--no-taxonomy" } " does without it."
        }
    }
}

fn lead(report: &Report) -> Markup {
    let largest: Vec<&ThemeReport> = report.found().take(NAMED).collect();
    let moved = |verdict: Verdict, word: &str| {
        let themes: Vec<&ThemeReport> = report.moved(verdict).into_iter().map(|(theme, _)| theme).collect();
        let most = if themes.len() > NAMED { " most" } else { "" };
        html! {
            @if !themes.is_empty() { (word) (most) ": " (links(&themes[..themes.len().min(NAMED)])) ". " }
        }
    };
    html! {
        p.lead {
            @if let [first, rest @ ..] = largest.as_slice() {
                "The largest theme is " (link(first)) " with " (percent(first.share)) " of the papers"
                @if !rest.is_empty() { ", followed by " (links(rest)) }
                ". "
            }
            @if let Some(rest) = report.rest() {
                (thousands(rest.size)) @if rest.size == 1 { " paper" } @else { " papers" }
                " (" (percent(rest.share)) @if rest.size == 1 { ") fits no theme. " } @else { ") fit no theme. " }
            }
            (moved(Verdict::Rising, "Rising"))
            (moved(Verdict::Falling, "Falling"))
        }
    }
}

fn links(themes: &[&ThemeReport]) -> Markup {
    html! {
        @for (at, theme) in themes.iter().enumerate() {
            @if at > 0 { @if at + 1 == themes.len() { " and " } @else { ", " } }
            (link(theme))
        }
    }
}

fn link(theme: &ThemeReport) -> Markup {
    html! { a href={ "#" (theme.id) } { (excerpt::name(&theme.name)) } }
}

fn categories(report: &Report) -> Markup {
    let shown = &report.corpus.categories[..report.corpus.categories.len().min(CATEGORIES)];
    let most = shown.first().map_or(1, |count| count.papers).max(1) as f64;
    html! {
        div.categories {
            h2.small { @if report.corpus.categories.len() > shown.len() { "Most common primary categories" } @else { "Primary categories" } }
            ul.bars {
                @for count in shown {
                    li {
                        span.label { (excerpt::name(&count.category)) }
                        svg.bar viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
                            rect width=(format!("{:.1}", 100.0 * count.papers as f64 / most)) height="8" {}
                        }
                        span.value { (thousands(count.papers)) }
                    }
                }
            }
        }
    }
}
