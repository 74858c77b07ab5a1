//! The share of a theme as a bar.

use super::width::padded;

/// Columns of the bar.
pub(super) const BAR: usize = 12;
/// A bar of eighths of a column, `part` of [`BAR`] long.
pub(super) fn bar(part: f64) -> String {
    let eighths = (part.clamp(0.0, 1.0) * (BAR * 8) as f64).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    bar.push_str(["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]);
    padded(&bar, BAR)
}
