//! Fits texts to columns of a terminal.

use thema::plain;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// `text` without control characters, cut to `width` columns with an ellipsis.
pub(super) fn fitted(text: &str, width: usize) -> String {
    let text = plain(text);
    if text.width() <= width {
        return text.into_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for character in text.chars() {
        used += character.width().unwrap_or(0);
        if used > width {
            break;
        }
        out.push(character);
    }
    let mut out = out.trim_end_matches([' ', ',']).to_owned();
    out.push('…');
    out
}

/// `text` padded with spaces to `width` columns.
pub(super) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}
