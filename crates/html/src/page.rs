//! The page as a whole.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use thema_report::{Manifest, MapPlaces, Report, StoredRun};
use thema_themes::Paper;

use crate::content_policy::policy;
use crate::embedded::embedded;
use crate::shown::shown;
use crate::{HtmlError, palette, sections};

/// Maximum size of a page in bytes, whatever the corpus.
pub const PAGE_LIMIT: usize = 2_000_000;

/// Maximum number of characters of data in a page, if the rest of the page leaves as much.
const DATA_LIMIT: usize = 1_300_000;
/// Number of bytes that the count of shown papers may add to the page.
const SLACK: usize = 1_000;

const STYLE: &str = include_str!("../assets/page.css");
const SCRIPT: &str = concat!(
    include_str!("../assets/data.js"),
    include_str!("../assets/map.js"),
    include_str!("../assets/search.js"),
    include_str!("../assets/page.js"),
);
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='5' cy='6' r='3.5' fill='%230072b2'/%3E%3Ccircle cx='11.5' cy='5' r='2.5' fill='%23d55e00'/%3E%3Ccircle cx='9.5' cy='11.5' r='3' fill='%23009e73'/%3E%3C/svg%3E";

/// What the page is made from.
#[derive(Clone, Copy, Debug)]
pub struct PageInput<'a> {
    /// The report.
    pub report: &'a Report,
    /// The manifest of the run.
    pub manifest: &'a Manifest,
    /// Positions of papers on the map.
    pub map: &'a MapPlaces,
    /// The papers of the map that the page names, chosen by [`shown`](crate::shown()).
    pub shown: &'a MapPlaces,
    /// The papers of `shown`, in the same order.
    pub papers: &'a [Paper],
}

/// The page: one HTML document that loads nothing and stays below [`PAGE_LIMIT`] bytes. All text from the
/// corpus is escaped, links lead only to arxiv.org and doi.org, and equal input gives equal bytes.
///
/// Up to 20,000 papers are drawn and can be searched. For larger runs, the map shows the density of papers,
/// and a sample in proportion to the themes is drawn and can be searched.
///
/// # Errors
/// [`HtmlError::LengthMismatch`] if the papers are not those that are shown, [`HtmlError::UnknownTheme`] if a
/// paper's theme is not in the report.
pub fn render(input: &PageInput<'_>) -> Result<String, HtmlError> {
    check(input)?;
    let without_data = document(input, "", input.map.papers).into_string().len();
    let most = PAGE_LIMIT.saturating_sub(without_data + SLACK).min(DATA_LIMIT);
    let (data, named) = embedded(input, most)?;
    Ok(document(input, &data, named).into_string())
}

/// The page of a run that was read back, as made by [`render`].
///
/// # Errors
/// [`HtmlError::LengthMismatch`] if papers, their themes and positions differ in number, and the errors of
/// [`render`].
pub fn render_run(run: &StoredRun) -> Result<String, HtmlError> {
    let expected = run.papers.len();
    let lengths = [
        ("themes of papers", run.theme_of.len()),
        ("positions of papers", run.positions.as_ref().map_or(expected, Vec::len)),
    ];
    if let Some((what, got)) = lengths.into_iter().find(|&(_, got)| got != expected) {
        return Err(HtmlError::LengthMismatch { what, expected, got });
    }
    let map = MapPlaces::of_stored(run);
    let shown = shown(&map);
    let papers: Vec<Paper> = shown.rows.iter().map(|&row| run.papers[row as usize].clone()).collect();
    let (report, manifest) = (&run.report, &run.manifest);
    render(&PageInput { report, manifest, map: &map, shown: &shown, papers: &papers })
}

fn check(input: &PageInput<'_>) -> Result<(), HtmlError> {
    let (what, expected, got) = ("papers shown", input.shown.rows.len(), input.papers.len());
    if got != expected {
        return Err(HtmlError::LengthMismatch { what, expected, got });
    }
    let themes = input.report.themes.len();
    match input.map.themes.iter().find(|&&theme| theme as usize >= themes) {
        Some(&theme) => Err(HtmlError::UnknownTheme { theme, themes }),
        None => Ok(()),
    }
}

fn document(input: &PageInput<'_>, data: &str, named: usize) -> Markup {
    let PageInput { report, manifest, .. } = *input;
    let colors = palette::colors(report);
    let title = sections::title(report);
    let trends = report.themes.iter().any(|theme| theme.trend.is_some());
    let links = [
        ("map", "Map", input.map.places.is_some()),
        ("themes", "Themes", true),
        ("trends", "Trends", trends),
        ("structure", "Structure", report.similarity.is_some() || !report.hierarchy.is_empty()),
        ("quality", "Quality", true),
        ("provenance", "Provenance", true),
    ];
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(SCRIPT, STYLE));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "thema " (report.thema_version) };
                title { (title) }
                link rel="icon" href=(ICON);
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#content" { "Skip to content" }
                header.top {
                    a.brand href="#content" aria-label="thema, back to top" { span.mark aria-hidden="true" { "●" } "thema" }
                    nav aria-label="Sections" {
                        @for (id, name, _) in links.iter().filter(|(_, _, there)| *there) {
                            a href={ "#" (id) } { (name) }
                        }
                    }
                    button #scheme type="button" aria-label="Switch between light and dark" { span aria-hidden="true" { "◐" } }
                }
                main #content {
                    (sections::overview(report))
                    (sections::map(input, named))
                    (sections::themes(report, &colors))
                    (sections::trends(report, &colors))
                    (sections::structure(report, &colors))
                    (sections::quality(report))
                    (sections::provenance(report, manifest))
                }
                div #tip role="status" hidden {}
                script #thema-data type="text/plain" { (PreEscaped(data)) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}
