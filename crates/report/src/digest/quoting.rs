//! External text in sentences: names, titles, words.

use crate::markdown::escaped;
use crate::model::{PaperRef, ThemeReport};
use crate::wording::{in_words, joined};

/// Longest title that is quoted in full, in characters.
const TITLE: usize = 160;
/// Maximum number of subthemes named, and minimum share of a theme's papers in one that is named.
const SUBTHEMES: (usize, f64) = (2, 0.33);

/// A theme's name.
pub(super) fn name(theme: &ThemeReport) -> String {
    escaped(&theme.name)
}

/// A theme's name, in bold.
pub(super) fn strong(theme: &ThemeReport) -> String {
    format!("**{}**", name(theme))
}

/// A paper by title and identifier, linked if it has a URL.
pub(super) fn citation(paper: &PaperRef) -> String {
    let whole = without_plain_formulas(&paper.title);
    let mut title: String = whole.chars().take(TITLE).collect();
    if title.len() < whole.len() {
        // Texts without spaces are cut anywhere.
        let whole_words = title.rfind(' ').filter(|&at| 2 * at > title.len()).unwrap_or(title.len());
        title.truncate(title[..whole_words].trim_end_matches([' ', ',', ':', ';']).len());
        title.push('…');
    }
    let (title, id) = (escaped(&title), escaped(paper.cited_as()));
    match &paper.url {
        Some(url) => format!("\u{201c}{title}\u{201d} \\[[{id}]({url})\\]"),
        None => format!("\u{201c}{title}\u{201d} \\[{id}\\]"),
    }
}

/// A title in which formulas of letters, digits and simple signs become text: "3-manifolds" for
/// "$3$-manifolds". Other formulas stay as written, and so do sums of money: as in pandoc, a formula has no
/// space just inside its signs and no digit after them.
fn without_plain_formulas(title: &str) -> String {
    let is_formula = |formula: &str, after: &str| {
        !formula.is_empty()
            && formula.trim() == formula
            && !after.starts_with(|character: char| character.is_ascii_digit())
    };
    let is_plain = |character: char| character.is_alphanumeric() || " .,:;=+-/()[]".contains(character);
    let mut text = String::with_capacity(title.len());
    let mut rest = title;
    while let Some((before, behind)) = rest.split_once('$') {
        text.push_str(before);
        let ended = behind.split_once('$').filter(|(formula, after)| is_formula(formula, after));
        if let Some((formula, after)) = ended {
            let sign = if formula.chars().all(is_plain) { "" } else { "$" };
            text.extend([sign, formula, sign]);
            rest = after;
        } else {
            text.push('$');
            rest = behind;
        }
    }
    text.push_str(rest);
    text
}

/// The year of a paper, if known.
pub(super) fn year(paper: &PaperRef) -> Option<&str> {
    paper.submitted.as_deref().and_then(|date| date.get(..4))
}

/// How many papers of a theme belong to unwanted themes of the taxonomy, unless one of these names the theme.
pub(super) fn known_as(theme: &ThemeReport) -> Option<String> {
    if theme.subthemes.iter().any(|subtheme| subtheme.name == theme.name) {
        return None;
    }
    let many = |papers: u64| papers as f64 >= SUBTHEMES.1 * theme.size as f64;
    let known: Vec<String> = theme
        .subthemes
        .iter()
        .filter(|subtheme| many(subtheme.papers))
        .take(SUBTHEMES.0)
        .enumerate()
        .map(|(at, subtheme)| {
            let papers = match at {
                0 if theme.size == 1 => "it".to_owned(),
                0 => format!("{} of these papers", in_words(subtheme.papers)),
                _ => in_words(subtheme.papers),
            };
            format!("{papers} under {}", escaped(&subtheme.name))
        })
        .collect();
    (!known.is_empty()).then(|| format!("The taxonomy files {}.", joined(&known)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_formulas_lose_their_dollars() {
        for (title, text) in [
            ("Conical $3$-uniform measure", "Conical 3-uniform measure"),
            ("On $K_5$ and $(p, q)$", "On $K_5$ and (p, q)"),
            ("A $5 app", "A $5 app"),
            ("From $5 to $10 or $5-$10", "From $5 to $10 or $5-$10"),
            ("$$ and $\\alpha$", "$$ and $\\alpha$"),
        ] {
            assert_eq!(without_plain_formulas(title), text);
        }
    }
}
