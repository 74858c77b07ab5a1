//! What a theme is about, as a hash.

use crate::{Paper, Theme};

/// Hexadecimal digits of a hash.
const DIGITS: usize = 32;

/// A hash of a theme's terms and representatives: half of their BLAKE3 hash, 32 hexadecimal digits. It
/// changes with the theme's content. `papers` are those of the run.
///
/// # Panics
/// If `papers` lacks a representative of the theme.
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
