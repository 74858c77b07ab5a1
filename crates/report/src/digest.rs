//! `digest.md`: what a person reads first. Every sentence is counted or quoted from the report; papers are cited
//! by their identifiers.

use std::fmt::Write as _;

use crate::markdown::{escaped, table};
use crate::model::{BurstReport, CorpusSummary, GapReport, PaperRef, ThemeReport, TrendReport};
use crate::wording::{counted, joined};
use crate::{Report, names, percent, probability, thousands};
use thema_themes::{OutlierReason, PeriodUnit, ThemeKind, Verdict};

/// Papers cited for a theme.
const EVIDENCE: usize = 3;
/// Terms listed for a theme.
const TERMS: usize = 10;
/// Gaps described.
const GAPS: usize = 10;
/// Newest first papers listed.
const NEWCOMERS: usize = 5;
/// Themes described one by one; the tables have all.
const DESCRIBED: usize = 60;

/// The digest of a report as Markdown.
#[must_use]
pub fn digest(report: &Report) -> String {
    let mut out = String::new();
    opening(report, &mut out);
    main_threads(report, &mut out);
    movement(report, &mut out);
    each_theme(report, &mut out);
    lacking(report, &mut out);
    accounts(report, &mut out);
    out
}

fn opening(report: &Report, out: &mut String) {
    let corpus = &report.corpus;
    let _ = writeln!(out, "# Themes of {}\n", counted(corpus.papers, "paper"));
    let _ =
        write!(out, "{} came from {}", counted(corpus.papers, "paper"), counted(corpus.records, "record"));
    if corpus.sources.len() > 1 {
        let _ = write!(out, " in {}", counted(corpus.sources.len() as u64, "input"));
    }
    match (&corpus.first_submitted, &corpus.last_submitted) {
        (Some(first), Some(last)) if first == last => {
            let _ = write!(out, ", submitted on {first}");
        }
        (Some(first), Some(last)) => {
            let _ = write!(out, ", submitted from {first} to {last}");
        }
        _ => out.push_str("; none carries a date"),
    }
    out.push('.');
    let named: Vec<&ThemeReport> =
        report.themes.iter().filter(|theme| theme.kind != ThemeKind::Other && theme.size > 0).collect();
    if let [first, rest @ ..] = named.as_slice() {
        let _ =
            write!(out, " The largest theme is **{}** with {}", escaped(&first.name), percent(first.share));
        let next: Vec<String> = rest
            .iter()
            .take(3)
            .map(|theme| format!("{} ({})", escaped(&theme.name), percent(theme.share)))
            .collect();
        if next.is_empty() {
            out.push('.');
        } else {
            let _ = write!(out, " of the papers, followed by {}.", joined(&next));
        }
    }
    let rest: u64 =
        report.themes.iter().filter(|theme| theme.kind == ThemeKind::Other).map(|theme| theme.size).sum();
    if rest > 0 {
        let _ = write!(
            out,
            " {} ({}) fit none of the named themes.",
            counted(rest, "paper"),
            percent(rest as f64 / corpus.papers.max(1) as f64)
        );
    }
    out.push_str("\n\n");
}

fn main_threads(report: &Report, out: &mut String) {
    out.push_str("## The main threads\n\n");
    let rows: Vec<Vec<String>> = report
        .themes
        .iter()
        .map(|theme| {
            vec![
                escaped(&theme.name),
                thousands(theme.size),
                percent(theme.share),
                theme.trend.as_ref().map_or("", |trend| names::verdict(trend.verdict)).to_owned(),
                terms(theme.terms.iter().take(4).map(|term| term.text.as_str())),
            ]
        })
        .collect();
    out.push_str(&table(
        &["theme", "papers", "share", "trend", "in a few words"],
        &[false, true, true, false, false],
        &rows,
    ));
    out.push('\n');
}

fn movement(report: &Report, out: &mut String) {
    let with = |verdict: Verdict| {
        let mut themes: Vec<(&ThemeReport, &TrendReport)> = report
            .themes
            .iter()
            .filter_map(|theme| theme.trend.as_ref().map(|trend| (theme, trend)))
            .filter(|(_, trend)| trend.verdict == verdict)
            .collect();
        themes.sort_by(|(_, a), (_, b)| b.slope.abs().total_cmp(&a.slope.abs()));
        themes
    };
    let (rising, falling) = (with(Verdict::Rising), with(Verdict::Falling));
    out.push_str("## What moved\n\n");
    if report.themes.iter().all(|theme| theme.trend.is_none()) {
        out.push_str("Too few papers carry a date to tell.\n\n");
        return;
    }
    if rising.is_empty() && falling.is_empty() {
        out.push_str("No theme's share changed by more than chance explains.\n\n");
    }
    for (theme, trend) in rising.iter().chain(&falling) {
        let verb = if trend.verdict == Verdict::Rising { "grows" } else { "shrinks" };
        let _ = write!(out, "- **{}** {verb}", escaped(&theme.name));
        let full: Vec<_> =
            trend.periods.iter().filter(|period| !period.partial && period.total > 0).collect();
        if let (Some(first), Some(last)) = (full.first(), full.last()) {
            let _ = write!(
                out,
                ": {} of the papers in {}, {} in {}",
                percent(first.share),
                period_name(trend.unit, &first.start),
                percent(last.share),
                period_name(trend.unit, &last.start)
            );
        }
        let _ = writeln!(out, " (q = {}).", probability(trend.q_value));
    }
    let bursts = strongest_bursts(report);
    for (theme, burst) in &bursts {
        let unit = theme.trend.as_ref().map_or(PeriodUnit::Week, |trend| trend.unit);
        let span = if burst.start == burst.end {
            format!("in {}", period_name(unit, &burst.start))
        } else {
            format!("from {} to {}", period_name(unit, &burst.start), period_name(unit, &burst.end))
        };
        let _ = writeln!(out, "- **{}** came in a burst {span}.", escaped(&theme.name));
    }
    if !(rising.is_empty() && falling.is_empty() && bursts.is_empty()) {
        out.push('\n');
    }
    newcomers(report, out);
}

/// A period as a reader names it: `March 2026`, `2026`, `the week of 2026-03-02`.
fn period_name(unit: PeriodUnit, start: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let parts: Vec<&str> = start.split('-').collect();
    let month = parts.get(1).and_then(|month| MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?));
    match (unit, month) {
        (PeriodUnit::Month, Some(month)) => format!("{month} {}", parts[0]),
        (PeriodUnit::Year, Some(_)) => parts[0].to_owned(),
        _ => format!("the {} of {start}", names::period(unit)),
    }
}

/// The strongest bursts of the report, at most five, the strongest first.
fn strongest_bursts(report: &Report) -> Vec<(&ThemeReport, &BurstReport)> {
    let mut bursts: Vec<(&ThemeReport, &BurstReport)> = report
        .themes
        .iter()
        .flat_map(|theme| {
            theme.trend.iter().flat_map(move |trend| trend.bursts.iter().map(move |b| (theme, b)))
        })
        .collect();
    bursts.sort_by(|(_, a), (_, b)| b.weight.total_cmp(&a.weight));
    bursts.truncate(5);
    bursts
}

/// Themes whose first paper came late in the corpus: in the last quarter of its days.
fn newcomers(report: &Report, out: &mut String) {
    let starts = |trend: &TrendReport| trend.periods.iter().map(|period| period.start.clone()).collect();
    let Some(periods): Option<Vec<String>> =
        report.themes.iter().find_map(|theme| theme.trend.as_ref().map(starts))
    else {
        return;
    };
    let Some(late) = periods.get(periods.len() * 3 / 4).filter(|_| periods.len() >= 4) else { return };
    let new = report.themes.iter().filter_map(|theme| {
        let first = theme.first_paper.as_ref()?;
        (first.submitted.as_ref()? >= late).then_some((theme, first))
    });
    let lines: Vec<String> = new
        .take(NEWCOMERS)
        .map(|(theme, first)| {
            format!("- **{}** is new; its first paper is {}.\n", escaped(&theme.name), citation(first))
        })
        .collect();
    if !lines.is_empty() {
        out.push_str(&lines.concat());
        out.push('\n');
    }
}

fn each_theme(report: &Report, out: &mut String) {
    out.push_str("## Theme by theme\n\n");
    for theme in report.themes.iter().take(DESCRIBED) {
        let _ = writeln!(out, "### {}. {}\n", theme.rank, escaped(&theme.name));
        if let Some(description) = &theme.description {
            let _ = writeln!(out, "{}\n", escaped(description));
        }
        let _ = write!(out, "{}, {} of the corpus", counted(theme.size, "paper"), percent(theme.share));
        if let Some(trend) = &theme.trend {
            let _ = write!(out, "; {} (q = {})", names::verdict(trend.verdict), probability(trend.q_value));
        }
        if let Some(first) = &theme.first_paper {
            let _ = write!(out, "; first paper {}", citation(first));
        }
        out.push_str(".\n\n");
        if !theme.terms.is_empty() {
            let _ = writeln!(
                out,
                "Terms: {}.\n",
                terms(theme.terms.iter().take(TERMS).map(|term| term.text.as_str()))
            );
        }
        evidence("Papers that show it:", &theme.representatives, out);
        if let Some(bridge) = theme.bridges.first() {
            let other = report.themes.iter().find(|other| other.key == bridge.theme);
            let _ = writeln!(
                out,
                "Between this theme and {}: {}.\n",
                escaped(other.map_or(&bridge.theme, |other| &other.name)),
                citation(&bridge.paper)
            );
        }
    }
    if let Some(more) = report.themes.len().checked_sub(DESCRIBED).filter(|&more| more > 0) {
        let _ = writeln!(out, "{more} smaller themes are listed in `themes.csv`.\n");
    }
}

fn evidence(heading: &str, papers: &[PaperRef], out: &mut String) {
    if papers.is_empty() {
        return;
    }
    let _ = writeln!(out, "{heading}\n");
    for paper in papers.iter().take(EVIDENCE) {
        let _ = write!(out, "- {}", citation(paper));
        if let Some(day) = &paper.submitted {
            let _ = write!(out, ", {day}");
        }
        if let Some(headline) = &paper.headline {
            let _ = write!(out, "  \n  \u{201c}{}\u{201d}", escaped(headline));
        }
        out.push('\n');
    }
    out.push('\n');
}

fn lacking(report: &Report, out: &mut String) {
    if report.gaps.is_empty() {
        return;
    }
    out.push_str("## Themes your taxonomy lacks\n\n");
    let row = |gap: &GapReport| {
        vec![
            escaped(&gap.name),
            thousands(gap.size),
            percent(gap.share),
            gap.trend.as_ref().map_or("", |trend| names::verdict(trend.verdict)).to_owned(),
            gap.nearest_theme.as_deref().map(escaped).unwrap_or_default(),
            gap.representatives.first().map(citation).unwrap_or_default(),
        ]
    };
    let rows: Vec<Vec<String>> = report.gaps.iter().take(GAPS).map(row).collect();
    out.push_str(&table(
        &["theme", "papers", "share", "trend", "nearest", "for example"],
        &[false, true, true, false, false, false],
        &rows,
    ));
    out.push('\n');
}

fn accounts(report: &Report, out: &mut String) {
    let CorpusSummary { records, papers, joined, rejected, near_duplicates, dated, .. } = report.corpus;
    out.push_str("## What was counted and what was not\n\n");
    let _ = writeln!(
        out,
        "- {} read; {} joined to papers that another record had given; {} remain.",
        counted(records, "record"),
        thousands(joined),
        counted(papers, "paper")
    );
    let _ = match rejected {
        0 => writeln!(out, "- No record was rejected."),
        _ => writeln!(
            out,
            "- {} rejected; `rejects.jsonl` says where and why.",
            if rejected == 1 {
                "1 record was".to_owned()
            } else {
                format!("{} records were", thousands(rejected))
            }
        ),
    };
    if near_duplicates > 0 {
        let _ = writeln!(
            out,
            "- {} another nearly word for word.",
            if near_duplicates == 1 {
                "1 paper repeats".to_owned()
            } else {
                format!("{} papers repeat", thousands(near_duplicates))
            }
        );
    }
    if dated < papers {
        let _ = writeln!(
            out,
            "- {} without the day of the first version; trends leave them out.",
            counted(papers - dated, "paper")
        );
    }
    for count in report.outliers.reasons.iter().filter(|count| count.papers > 0) {
        let reason = match count.reason {
            OutlierReason::Withdrawn => "withdrawn, by the words of the abstract",
            OutlierReason::TooShort => "too short to place with confidence",
            OutlierReason::OtherLanguage => "in another language",
            OutlierReason::NoKnownTerm => "without a known term",
            OutlierReason::OffTopic => "off topic: the words are foreign to the corpus",
            OutlierReason::LowMargin => "between two themes, under the margin asked for",
        };
        let _ = writeln!(out, "- {} {reason}.", counted(count.papers, "paper"));
    }
    if report.corpus.sources.len() > 1 {
        out.push('\n');
        let rows: Vec<Vec<String>> = report
            .corpus
            .sources
            .iter()
            .take(DESCRIBED)
            .map(|source| {
                vec![
                    escaped(&source.name),
                    escaped(&source.format),
                    thousands(source.records),
                    thousands(source.rejected),
                ]
            })
            .collect();
        out.push_str(&table(&["input", "format", "records", "rejected"], &[false, false, true, true], &rows));
    }
}

/// A paper by identifier and title, linked where it has an address.
fn citation(paper: &PaperRef) -> String {
    match &paper.url {
        Some(url) => format!("{} \\[[{}]({url})\\]", escaped(&paper.title), escaped(paper.cited_as())),
        None => format!("{} \\[{}\\]", escaped(&paper.title), escaped(paper.cited_as())),
    }
}

fn terms<'a>(terms: impl Iterator<Item = &'a str>) -> String {
    terms.map(escaped).collect::<Vec<_>>().join(", ")
}
