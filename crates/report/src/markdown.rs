//! Markdown in which external text is not interpreted.

use std::fmt::Write as _;

/// `text` on one line, with every character escaped that Markdown or HTML would interpret.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '$' | '^' | '@' => {
                out.push('\\');
                out.push(character);
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

/// A table with its columns aligned for reading as plain text; `right` marks number columns. Cells are
/// already Markdown.
pub(super) fn table(header: &[&str], right: &[bool], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([header[column].chars().count(), 3]).max().unwrap_or(3)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let mut out = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        for ((cell, &width), &right) in cells.zip(&widths).zip(right) {
            let _ = if right { write!(out, "| {cell:>width$} ") } else { write!(out, "| {cell:<width$} ") };
        }
        out.push_str("|\n");
    };
    line(&mut header.iter().copied());
    let rules: Vec<String> = widths
        .iter()
        .zip(right)
        .map(|(&width, &right)| if right { format!("{}:", "-".repeat(width - 1)) } else { "-".repeat(width) })
        .collect();
    line(&mut rules.iter().map(String::as_str));
    for row in rows {
        line(&mut row.iter().map(String::as_str));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_stays_text() {
        assert_eq!(escaped("<b>&*_[x](y)|`$^@\n"), "&lt;b&gt;&amp;\\*\\_\\[x\\](y)\\|\\`\\$\\^\\@ ");
    }

    #[test]
    fn a_table_lines_up() {
        let rows = vec![vec!["Serving".into(), "44".into()], vec!["HPC".into(), "7".into()]];
        let expected = "\
| theme   | papers |
| ------- | -----: |
| Serving |     44 |
| HPC     |      7 |
";
        assert_eq!(table(&["theme", "papers"], &[false, true], &rows), expected);
    }
}
