//! `themes.graphml`: themes, linked by their similarity, and the papers that bridge two of them
//! (<http://graphml.graphdrawing.org/specification.html>).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use super::links::links;
use crate::model::{PaperRef, ThemeReport};
use crate::{Report, names};

/// Attributes: identifier, element, name, type.
const KEYS: [(&str, &str, &str, &str); 11] = [
    ("type", "node", "type", "string"),
    ("label", "node", "label", "string"),
    ("kind", "node", "kind", "string"),
    ("papers", "node", "papers", "long"),
    ("share", "node", "share", "double"),
    ("trend", "node", "trend", "string"),
    ("terms", "node", "terms", "string"),
    ("url", "node", "url", "string"),
    ("submitted", "node", "submitted", "string"),
    ("relation", "edge", "relation", "string"),
    ("weight", "edge", "weight", "double"),
];

/// Writes the graph. The id of a theme's node is the theme's identifier; that of a paper's node is `paper:`
/// and the paper's identifier.
pub(crate) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<graphml xmlns="http://graphml.graphdrawing.org/xmlns">"#)?;
    for (id, of, name, kind) in KEYS {
        writeln!(out, r#"  <key id="{id}" for="{of}" attr.name="{name}" attr.type="{kind}"/>"#)?;
    }
    writeln!(out, r#"  <graph id="themes" edgedefault="undirected">"#)?;
    for theme in &report.themes {
        theme_node(theme, out)?;
    }
    let mut bridges: BTreeMap<&str, &PaperRef> = BTreeMap::new();
    for bridge in report.themes.iter().flat_map(|theme| &theme.bridges) {
        bridges.insert(&bridge.paper.id, &bridge.paper);
    }
    for paper in bridges.values() {
        paper_node(paper, out)?;
    }
    for (a, b, strength) in links(report) {
        edge(&report.themes[a].id, &report.themes[b].id, "similar", Some(strength), out)?;
    }
    for theme in &report.themes {
        for bridge in &theme.bridges {
            let paper = format!("paper:{}", bridge.paper.id);
            edge(&paper, &theme.id, "member", None, out)?;
            if let Some(other) = report.themes.iter().find(|other| other.key == bridge.theme) {
                edge(&paper, &other.id, "bridge", None, out)?;
            }
        }
    }
    writeln!(out, "  </graph>\n</graphml>")
}

fn theme_node(theme: &ThemeReport, out: &mut dyn Write) -> io::Result<()> {
    let terms: Vec<&str> = theme.terms.iter().map(|term| term.text.as_str()).collect();
    writeln!(out, r#"    <node id="{}">"#, escaped(&theme.id))?;
    data("type", "theme", out)?;
    data("label", &theme.name, out)?;
    data("kind", names::kind(theme.kind), out)?;
    data("papers", &theme.size.to_string(), out)?;
    data("share", &format!("{:.6}", theme.share), out)?;
    if let Some(trend) = &theme.trend {
        data("trend", names::verdict(trend.verdict), out)?;
    }
    data("terms", &terms.join("; "), out)?;
    writeln!(out, "    </node>")
}

fn paper_node(paper: &PaperRef, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, r#"    <node id="paper:{}">"#, escaped(&paper.id))?;
    data("type", "paper", out)?;
    data("label", &paper.title, out)?;
    for (key, value) in [("url", &paper.url), ("submitted", &paper.submitted)] {
        if let Some(value) = value {
            data(key, value, out)?;
        }
    }
    writeln!(out, "    </node>")
}

fn edge(
    source: &str,
    target: &str,
    relation: &str,
    weight: Option<f64>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, r#"    <edge source="{}" target="{}">"#, escaped(source), escaped(target))?;
    data("relation", relation, out)?;
    if let Some(weight) = weight {
        data("weight", &format!("{weight:.6}"), out)?;
    }
    writeln!(out, "    </edge>")
}

fn data(key: &str, value: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, r#"      <data key="{key}">{}</data>"#, escaped(value))
}

/// `text` as content or attribute value of XML 1.0; characters that XML cannot represent become U+FFFD.
fn escaped(text: &str) -> Cow<'_, str> {
    let plain = |character: char| {
        !matches!(character, '<' | '>' | '&' | '"' | '\'' | '\u{fffe}' | '\u{ffff}') && character >= ' '
    };
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' | '\0'..='\u{1f}' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a <b> & \"c\"\u{1}\n"), "a &lt;b&gt; &amp; &quot;c&quot;\u{fffd} ");
        assert_eq!(escaped("plain"), "plain");
    }
}
