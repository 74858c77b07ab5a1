//! Colours of themes. The page's style gives every class a colour for light and one for dark mode, from a
//! palette that people with colour blindness can distinguish. No meaning depends on colour alone.

use thema_report::Report;
use thema_themes::ThemeKind;

/// Number of colours.
const COLORS: usize = 9;

/// Class of the themes of papers that fit no other.
pub(crate) const REST: usize = COLORS;

/// Colour of every theme of the report, in order: 0 to 8, and 9 for `other`. The nine largest themes have
/// different colours. Each further one takes the colour whose themes so far are least similar to it, so that
/// neighbours on the map differ.
pub(crate) fn colors(report: &Report) -> Vec<usize> {
    let mut colors: Vec<usize> = Vec::with_capacity(report.themes.len());
    for (at, theme) in report.themes.iter().enumerate() {
        if theme.kind == ThemeKind::Other {
            colors.push(REST);
            continue;
        }
        let named = colors.iter().filter(|&&color| color != REST).count();
        let color = match &report.similarity {
            Some(similarity) if named >= COLORS => {
                let nearest = |color: usize| {
                    let alike = colors.iter().zip(&similarity[at]).filter(|&(&other, _)| other == color);
                    alike.map(|(_, &cosine)| cosine).fold(f64::NEG_INFINITY, f64::max)
                };
                (0..COLORS).min_by(|&a, &b| nearest(a).total_cmp(&nearest(b))).unwrap_or(0)
            }
            _ => named % COLORS,
        };
        colors.push(color);
    }
    colors
}
