//! `topic_info.csv`: the themes in the columns of `BERTopic`'s `get_topic_info()`.

use std::io::{self, Write};

use crate::Report;
use crate::csv_cell::text;
use thema_themes::ThemeKind;

/// Number of terms in a topic's name, as in `BERTopic`.
const NAMED: usize = 4;

/// Writes one row per theme. `Topic` counts from 0 in the order of the report; `other` is -1. Representations
/// are Python lists of strings.
pub(crate) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut rows = csv::Writer::from_writer(out);
    rows.write_record([
        "Topic",
        "Count",
        "Name",
        "CustomName",
        "Representation",
        "Representative_Docs",
        "ThemeId",
    ])?;
    let mut next = 0;
    for theme in &report.themes {
        let topic = if theme.kind == ThemeKind::Other {
            -1
        } else {
            next += 1;
            next - 1
        };
        let terms: Vec<&str> = theme.terms.iter().map(|term| term.text.as_str()).collect();
        let titles: Vec<&str> = theme.representatives.iter().map(|paper| paper.title.as_str()).collect();
        let head = terms[..terms.len().min(NAMED)].join("_");
        rows.write_record([
            topic.to_string(),
            theme.size.to_string(),
            format!("{topic}_{head}"),
            text(&theme.name).into_owned(),
            python_list(&terms),
            python_list(&titles),
            theme.id.clone(),
        ])?;
    }
    rows.flush()
}

/// `values` as a Python list of strings. It begins with a bracket, so that no
/// spreadsheet takes it for a formula.
fn python_list(values: &[&str]) -> String {
    let quoted = values.iter().map(|value| {
        let escaped = value.replace('\\', "\\\\").replace('\'', "\\'");
        let plain: String = escaped.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        format!("'{plain}'")
    });
    format!("[{}]", quoted.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_python() {
        assert_eq!(python_list(&["a'b", "c\\d\n"]), r"['a\'b', 'c\\d ']");
        assert_eq!(python_list(&[]), "[]");
    }
}
