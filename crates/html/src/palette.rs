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

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: &str = include_str!("../assets/page.css");

    /// Relative luminance of `#rrggbb` (WCAG 2.2).
    fn luminance(color: &str) -> f64 {
        let part = |at: usize| f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
        let linear = |at: usize| {
            let part = part(at);
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5)
    }

    #[test]
    fn every_colour_stands_out_from_page_and_card_in_light_and_dark() {
        let schemes: Vec<&str> =
            STYLE.split("--paper: ").filter(|scheme| scheme.contains("--c0: ")).collect();
        assert_eq!(schemes.len(), 3, "light, dark by the system, dark by choice");
        for scheme in schemes {
            let value = |name: &str| &scheme.split_once(&format!("--{name}: ")).unwrap().1[..7];
            for (ground, own) in [("paper", &scheme[..7]), ("card", value("card"))] {
                for color in (0..=REST).map(|color| value(&format!("c{color}"))) {
                    let (one, other) = (luminance(color), luminance(own));
                    let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
                    assert!(contrast >= 3.0, "{color} on the {ground}, {own}: {contrast:.2}");
                }
            }
        }
    }
}
