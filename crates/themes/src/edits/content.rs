//! What a theme is about, as a key.

use crate::{Paper, Theme};

/// Hexadecimal digits of a key.
const DIGITS: usize = 32;

/// A key of a theme's terms and representative papers: half of their BLAKE3 hash, 32 hexadecimal digits. A theme whose
/// content changes has another key. `papers` are those of the run.
///
/// # Panics
/// If the theme names a representative that `papers` does not have.
#[must_use]
pub fn theme_content(theme: &Theme, papers: &[Paper]) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut part = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    for term in &theme.terms {
        part(&term.text);
    }
    part("");
    for &row in &theme.representatives {
        part(&papers[row as usize].id);
    }
    hasher.finalize().to_hex()[..DIGITS].to_owned()
}
