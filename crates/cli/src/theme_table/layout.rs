//! The columns and lines of the table.

use std::fmt::Write as _;

use anstyle::Style;
use thema::{Report, ThemeKind, ThemeReport, Verdict, plain, thousands};
use unicode_width::UnicodeWidthStr;

use super::bar::{BAR, bar};
use super::groups::Group;
use super::paint::{BLUE, DIM, GREEN, HEADER, Paint, RED};
use super::width::{fitted, padded};
use super::{more, shown_of};

/// From this width on, a name that is too long continues on a second line instead of being cut.
const WRAPPED_FROM: usize = 72;
/// Themes shown per group.
const OF_GROUP: usize = 2;
/// Fewest columns for which terms are shown.
const TERMS: usize = 24;

/// Widths of the columns.
pub(super) struct Layout {
    name: usize,
    papers: usize,
    bar: bool,
    trend: bool,
    terms: usize,
    width: usize,
    /// The kind of theme that is marked.
    pub(super) marked: Option<ThemeKind>,
    largest: f64,
}

impl Layout {
    pub(super) fn new(report: &Report, width: usize) -> Self {
        let shown = || report.themes.iter();
        let papers = shown().map(|theme| thousands(theme.size).len()).chain([6]).max().unwrap_or(6);
        let trend =
            shown().any(|theme| theme.trend.as_ref().is_some_and(|trend| trend.verdict != Verdict::Unclear));
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
            width,
            marked: report.is_mixed().then_some(ThemeKind::Discovered),
            largest: shown().map(|theme| theme.share).fold(f64::MIN_POSITIVE, f64::max),
        }
    }

    pub(super) fn header(&self, out: &mut String, paint: Paint) {
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

    /// Writes a group's line and those of its largest themes; for a group
    /// of one theme, only the theme's line.
    pub(super) fn group(&self, group: &Group<'_>, out: &mut String, paint: Paint) {
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
        let (shown, hidden) = group.themes.split_at(shown_of(group.themes.len(), OF_GROUP));
        for theme in shown {
            self.row(theme, "  ", out, paint);
        }
        if let Some(more) = more(hidden) {
            let _ = writeln!(out, "{}", paint.with(DIM, &format!("      {}", fitted(&more, self.width - 6))));
        }
    }

    /// Wraps a name to its column: at most two lines, or one on a narrow terminal.
    fn lines(&self, name: &str, indent: &str) -> Vec<String> {
        let (name, columns) = (plain(name), self.name.saturating_sub(indent.len()));
        if name.width() <= columns || self.width < WRAPPED_FROM {
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

    pub(super) fn row(&self, theme: &ThemeReport, indent: &str, out: &mut String, paint: Paint) {
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
                Some(Verdict::Unclear) | None => (DIM, ""),
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
