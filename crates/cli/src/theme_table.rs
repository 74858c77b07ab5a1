//! What the end of a run shows on a terminal: the corpus in a line, the themes in a table that fits the width.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use thema::{Report, ThemeKind, ThemeReport, Verdict, plain, thousands};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Themes shown; with the lines around them they fit one screen.
const ROWS: usize = 16;
/// Narrowest width that is laid out; narrower terminals wrap.
const NARROWEST: usize = 40;
/// Widest width that is used.
const WIDEST: usize = 160;
/// Width from which a name that is too long goes on in a second line instead of being cut.
const WRAPPED_FROM: usize = 72;
/// Themes shown of a group.
const OF_GROUP: usize = 2;
/// Columns of the bar.
const BAR: usize = 12;
/// Fewest columns in which terms are worth showing.
const TERMS: usize = 24;

const HEADER: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const BLUE: Style = AnsiColor::Blue.on_default();
const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();

/// The summary and the table, every line at most `width` columns wide (never laid out for fewer than 40),
/// with a newline at the end. Control characters of titles and terms are not passed on.
pub(crate) fn theme_table(report: &Report, width: usize, color: bool) -> String {
    let width = width.clamp(NARROWEST, WIDEST);
    let paint = Paint { color };
    let mut out = summary(report, width, paint);
    out.push('\n');
    let layout = Layout::new(report, width);
    layout.header(&mut out, paint);
    let groups = if report.themes.len() > ROWS { groups(report) } else { Vec::new() };
    for group in &groups {
        layout.group(group, &mut out, paint);
    }
    if groups.is_empty() {
        let (rest, named): (Vec<&ThemeReport>, Vec<&ThemeReport>) = report
            .themes
            .iter()
            .filter(|theme| theme.nearest.is_none())
            .partition(|theme| theme.kind == ThemeKind::Other);
        let (of_taxonomy, discovered): (Vec<&ThemeReport>, Vec<&ThemeReport>) =
            named.iter().partition(|theme| theme.kind == ThemeKind::Taxonomy);
        let mut shown: Vec<&ThemeReport> = of_taxonomy.into_iter().chain(discovered).take(ROWS).collect();
        shown.sort_by_key(|theme| theme.rank);
        for theme in &shown {
            layout.row(theme, "", &mut out, paint);
        }
        if named.len() > shown.len() {
            let more = format!("{} more themes in themes.csv", named.len() - shown.len());
            let _ = writeln!(out, "{}", paint.with(DIM, &fitted(&more, width)));
        }
        for theme in rest {
            layout.row(theme, "", &mut out, paint);
        }
    }
    let found = |theme: &ThemeReport| theme.kind != ThemeKind::Other && theme.size > 0;
    if !report.themes.is_empty() && !report.themes.iter().any(found) {
        let none =
            "No themes: no paper could be placed with confidence; the column outlier of papers.csv says why";
        let _ = writeln!(out, "\n{}", fitted(none, width));
    }
    if layout.marked.is_some() {
        let _ =
            writeln!(out, "\n{}", fitted("+ discovered: the taxonomy has no theme for these papers", width));
    }
    if groups.is_empty() {
        levels(report, width, &mut out);
    }
    let absent = report.themes.iter().filter(|theme| theme.nearest.is_some());
    let absent: Vec<&str> = absent.map(|theme| theme.name.as_str()).collect();
    if !absent.is_empty() {
        let _ = writeln!(out, "\n{}", fitted(&format!("Not found: {}", absent.join(", ")), width));
    }
    out
}

/// The groups of the clusters, where they are a level of their own and the table does not show them.
fn levels(report: &Report, width: usize, out: &mut String) {
    let named: Vec<String> = report
        .groups()
        .iter()
        .map(|group| format!("  {:>5.1} %  {}", group.share * 100.0, plain(&group.name)))
        .collect();
    if !named.is_empty() {
        let _ = writeln!(out, "\nIn {} groups", named.len());
    }
    for line in named {
        let _ = writeln!(out, "{}", fitted(&line, width));
    }
}

/// A group of the hierarchy with its themes, the largest first.
struct Group<'a> {
    name: &'a str,
    size: u64,
    share: f64,
    themes: Vec<&'a ThemeReport>,
}

/// The groups of the themes, the largest first; none where the themes are not those of the hierarchy.
fn groups(report: &Report) -> Vec<Group<'_>> {
    let within = |theme: &ThemeReport, clusters: &[u32]| {
        theme.clusters.first().is_some_and(|count| clusters.contains(&count.cluster))
    };
    let discovered = report.themes.iter().all(|theme| theme.kind == ThemeKind::Discovered);
    if !discovered {
        return Vec::new();
    }
    let mut groups: Vec<Group<'_>> = report
        .hierarchy
        .iter()
        .map(|group| Group {
            name: &group.name,
            size: group.size,
            share: group.share,
            themes: report.themes.iter().filter(|theme| within(theme, &group.clusters)).collect(),
        })
        .filter(|group| !group.themes.is_empty())
        .collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.size));
    groups
}

/// One or two lines on what was read.
fn summary(report: &Report, width: usize, paint: Paint) -> String {
    let corpus = &report.corpus;
    let papers = format!("{} papers", thousands(corpus.papers));
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let inputs = corpus.sources.len() as u64;
    let rest = format!(
        " from {} record{} in {inputs} input{}",
        thousands(corpus.records),
        plural(corpus.records),
        plural(inputs)
    );
    let mut out = format!("{}{}\n", paint.with(HEADER, &papers), fitted(&rest, width - papers.width()));
    let mut notes = vec![format!("{} joined", thousands(corpus.joined))];
    let rejected = format!("{} rejected", thousands(corpus.rejected));
    notes.push(rejected.clone());
    if report.outliers.papers > 0 {
        notes.push(format!("{} placed without confidence", thousands(report.outliers.papers)));
    }
    if let (Some(first), Some(last)) = (&corpus.first_submitted, &corpus.last_submitted) {
        notes.push(format!("{first} to {last}"));
    }
    let line = fitted(&notes.join(", "), width);
    let line =
        if corpus.rejected > 0 { line.replacen(&rejected, &paint.with(YELLOW, &rejected), 1) } else { line };
    out.push_str(&line);
    out.push('\n');
    let count = report.quality_figures().and_then(|figures| figures.cluster_count);
    if let Some(count) = count.filter(|count| count.low < count.high) {
        let interval = format!(
            "{} clusters; any number from {} to {} is about as good",
            count.clusters, count.low, count.high
        );
        let _ = writeln!(out, "{}", fitted(&interval, width));
    }
    out
}

/// Widths of the columns.
struct Layout {
    name: usize,
    papers: usize,
    bar: bool,
    trend: bool,
    terms: usize,
    wraps: bool,
    /// The kind of themes that are marked.
    marked: Option<ThemeKind>,
    largest: f64,
}

impl Layout {
    fn new(report: &Report, width: usize) -> Self {
        let shown = || report.themes.iter();
        let papers = shown().map(|theme| thousands(theme.size).len()).chain([6]).max().unwrap_or(6);
        let trend = shown().any(|theme| theme.trend.is_some());
        let longest = shown().map(|theme| plain(&theme.name).width() + 2).chain([5]).max().unwrap_or(5);
        let fixed = 4 + 2 + papers + 2 + 7 + if trend { 2 + 9 } else { 0 };
        let trend = trend && fixed + 5 <= width;
        let name = longest.min(width.saturating_sub(fixed)).max(5);
        let mut left = width.saturating_sub(fixed + name);
        let bar = left >= 2 + BAR;
        left -= if bar { 2 + BAR } else { 0 };
        Self {
            name,
            papers,
            bar,
            trend,
            terms: if left >= 2 + TERMS { left - 2 } else { 0 },
            wraps: width >= WRAPPED_FROM,
            marked: report.is_mixed().then_some(ThemeKind::Discovered),
            largest: shown().map(|theme| theme.share).fold(f64::MIN_POSITIVE, f64::max),
        }
    }

    fn header(&self, out: &mut String, paint: Paint) {
        let mut line = format!(
            "{:>2}  {}  {:>papers$}  {:>7}",
            "#",
            padded("theme", self.name),
            "papers",
            "share",
            papers = self.papers
        );
        if self.bar {
            let _ = write!(line, "  {:BAR$}", "");
        }
        if self.trend {
            let _ = write!(line, "  {:9}", "trend");
        }
        if self.terms > 0 {
            line.push_str("  terms");
        }
        let _ = writeln!(out, "{}", paint.with(HEADER, line.trim_end()));
    }

    /// A group's line and those of its largest themes; only the theme's where it is alone.
    fn group(&self, group: &Group<'_>, out: &mut String, paint: Paint) {
        if let [only] = group.themes.as_slice() {
            return self.row(only, "", out, paint);
        }
        let lines = self.lines(group.name, "");
        let mut line = format!("    {}", paint.with(HEADER, &padded(&lines[0], self.name)));
        let _ = write!(line, "  {:>papers$}", thousands(group.size), papers = self.papers);
        let _ = write!(line, "  {:>5.1} %", group.share * 100.0);
        let _ = writeln!(out, "{}", line.trim_end());
        for more in &lines[1..] {
            let _ = writeln!(out, "    {}", paint.with(HEADER, more));
        }
        for theme in group.themes.iter().take(OF_GROUP) {
            self.row(theme, "  ", out, paint);
        }
        if group.themes.len() > OF_GROUP {
            let more = format!("      and {} more", group.themes.len() - OF_GROUP);
            let _ = writeln!(out, "{}", paint.with(DIM, &more));
        }
    }

    /// A name in the lines that its column gives it: at most two, or one where the terminal is narrow.
    fn lines(&self, name: &str, indent: &str) -> Vec<String> {
        let (name, columns) = (plain(name), self.name.saturating_sub(indent.len()));
        if name.width() <= columns || !self.wraps {
            return vec![format!("{indent}{}", fitted(&name, columns))];
        }
        let mut first = String::new();
        let mut words = name.split(' ').peekable();
        while let Some(word) = words.next_if(|word| first.width() + 1 + word.width() <= columns) {
            if !first.is_empty() {
                first.push(' ');
            }
            first.push_str(word);
        }
        let rest: Vec<&str> = words.collect();
        if first.is_empty() {
            return vec![format!("{indent}{}", fitted(&name, columns))];
        }
        vec![format!("{indent}{first}"), format!("{indent}{}", fitted(&rest.join(" "), columns))]
    }

    fn row(&self, theme: &ThemeReport, indent: &str, out: &mut String, paint: Paint) {
        let quiet = theme.kind == ThemeKind::Other;
        let style = if indent.is_empty() { HEADER } else { Style::new() };
        let style = if quiet { DIM } else { style };
        let lines = self.lines(&theme.name, indent);
        let name = padded(&lines[0], self.name);
        let mark = if self.marked == Some(theme.kind) { '+' } else { ' ' };
        let mut line = format!("{:>2}{mark} ", theme.rank);
        line.push_str(&paint.with(style, &name));
        let _ = write!(line, "  {:>papers$}", thousands(theme.size), papers = self.papers);
        let _ = write!(line, "  {:>5.1} %", theme.share * 100.0);
        if self.bar {
            let _ = write!(
                line,
                "  {}",
                paint.with(if quiet { DIM } else { BLUE }, &bar(theme.share / self.largest))
            );
        }
        if self.trend {
            let (style, word) = match theme.trend.as_ref().map(|trend| trend.verdict) {
                Some(Verdict::Rising) => (GREEN, "↑ rising"),
                Some(Verdict::Falling) => (RED, "↓ falling"),
                Some(Verdict::Steady) => (DIM, "→ steady"),
                None => (DIM, ""),
            };
            let _ = write!(line, "  {}", paint.with(style, &format!("{word:9}")));
        }
        if self.terms > 0 {
            let terms: Vec<&str> = theme.terms.iter().map(|term| term.text.as_str()).collect();
            let _ = write!(line, "  {}", paint.with(DIM, &fitted(&terms.join(", "), self.terms)));
        }
        out.push_str(line.trim_end());
        out.push('\n');
        for more in &lines[1..] {
            let _ = writeln!(out, "    {}", paint.with(style, more));
        }
    }
}

/// Whether styles are written.
#[derive(Clone, Copy)]
struct Paint {
    color: bool,
}

impl Paint {
    fn with(self, style: Style, text: &str) -> String {
        if self.color && !text.trim().is_empty() {
            format!("{}{text}{}", style.render(), style.render_reset())
        } else {
            text.to_owned()
        }
    }
}

/// A bar of eighths of a column, `part` of [`BAR`] long.
fn bar(part: f64) -> String {
    let eighths = (part.clamp(0.0, 1.0) * (BAR * 8) as f64).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    bar.push_str(["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]);
    padded(&bar, BAR)
}

/// Plain `text`, cut to `width` columns with an ellipsis.
fn fitted(text: &str, width: usize) -> String {
    let text = plain(text);
    if text.width() <= width {
        return text.into_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for character in text.chars() {
        used += character.width().unwrap_or(0);
        if used > width {
            break;
        }
        out.push(character);
    }
    let mut out = out.trim_end_matches([' ', ',']).to_owned();
    out.push('…');
    out
}

/// `text` filled up with spaces to `width` columns.
fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use thema_report::{NamedPapers, ReportInput};
    use thema_themes::{Assignment, LabelTerm, Paper, Tally, TallyShape, Theme, Themes};

    fn report(names: &[&str]) -> Report {
        let papers: Vec<Paper> = (0..names.len() * 2)
            .map(|row| Paper { id: format!("2605.{row:05}"), title: "T".into(), ..Paper::default() })
            .collect();
        let themes = names.iter().enumerate().map(|(at, name)| Theme {
            id: format!("t-{at}"),
            key: format!("k{at}"),
            name: (*name).into(),
            kind: if *name == "Other" { ThemeKind::Other } else { ThemeKind::Taxonomy },
            description: None,
            terms: ["key value cache", "prefill\u{1b}[31m", "latency"]
                .map(|text| LabelTerm { text: text.into(), weight: 1.0 })
                .to_vec(),
            papers: vec![at as u32 * 2, at as u32 * 2 + 1],
            representatives: vec![],
            bridges: vec![],
            first_paper: None,
            trend: None,
        });
        let assignments = (0..papers.len()).map(|row| Assignment {
            theme: row as u32 / 2,
            score: 1.0,
            margin: 0.5,
            second_theme: None,
            cluster: 0,
            second_cluster: None,
            subtheme: None,
            outlier: None,
            probability: None,
        });
        let themes = Themes {
            themes: themes.collect(),
            assignments: assignments.collect(),
            subthemes: vec![],
            absent: vec![],
        };
        Report::assemble(&ReportInput {
            thema_version: "0.0.0",
            tally: &Tally::of(&TallyShape::of(&themes), &themes.placed(&papers)),
            named: &NamedPapers::among(&papers, &themes, &[]),
            inputs: &[],
            preview: None,
            near_duplicates: 0,
            themes: &themes,
            cluster_labels: &[],
            hierarchy: &[],
            similarity: None,
            quality: None,
        })
        .unwrap()
    }

    #[test]
    fn every_line_fits_every_width() {
        let names: Vec<String> = (0..30).map(|at| format!("論文 about something long number {at}")).collect();
        let report = report(&names.iter().map(String::as_str).collect::<Vec<_>>());
        for width in [40, 60, 80, 100, 160] {
            let table = theme_table(&report, width, false);
            assert!(table.lines().count() <= 24, "one screen");
            for line in table.lines() {
                assert!(line.width() <= width, "{} > {width}: {line}", line.width());
            }
        }
    }

    #[test]
    fn the_table_reads_well() {
        insta::assert_snapshot!(theme_table(
            &report(&["Serving", "Federated learning", "Other"]),
            100,
            false
        ));
    }

    #[test]
    fn no_escape_without_color_and_none_from_texts() {
        let report = report(&["Serving"]);
        assert!(!theme_table(&report, 100, false).contains('\u{1b}'));
        let colored = theme_table(&report, 100, true);
        assert!(colored.contains("\u{1b}[1m") && !colored.contains("\u{1b}[31m"));
    }
}
