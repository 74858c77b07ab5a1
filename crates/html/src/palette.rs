//! Colours of themes. The page's style gives every class a colour for light and one for dark, taken from a
//! palette that people with colour blindness can tell apart; no meaning rests on colour alone.

use thema_cluster::ThemeKind;
use thema_cluster::report::Report;

/// Number of colours; further themes start again at the first.
const COLORS: usize = 9;

/// Class of the themes that fit none.
pub(crate) const REST: usize = COLORS;

/// Colour of every theme of the report, in its order: 0 to 8, and 9 for the rest.
pub(crate) fn colors(report: &Report) -> Vec<usize> {
    let mut next = 0;
    report
        .themes
        .iter()
        .map(|theme| {
            if theme.kind == ThemeKind::Other {
                return REST;
            }
            next += 1;
            (next - 1) % COLORS
        })
        .collect()
}
