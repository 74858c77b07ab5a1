//! The share of a theme, drawn as a bar.

use super::width::padded;

/// Width of the bar in columns.
pub(super) const BAR: usize = 12;
/// A bar of length `part` of [`BAR`], in eighths of a column.
pub(super) fn bar(part: f64) -> String {
    let eighths = (part.clamp(0.0, 1.0) * (BAR * 8) as f64).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    bar.push_str(["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]);
    padded(&bar, BAR)
}
