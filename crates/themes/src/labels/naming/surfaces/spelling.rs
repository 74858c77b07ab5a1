//! The spellings of a phrase, with and without accents.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::uses::Uses;

/// A spelling with accents is the right one if it is written at least this many times
/// as often as the one without.
const ACCENTED: f64 = 0.1;

/// One spelling, ignoring capitals.
pub(super) struct Spelling<'s> {
    pub(super) lower: String,
    pub(super) uses: Uses,
    pub(super) cases: Vec<(&'s [u32], Uses)>,
}

/// Merges a spelling without accents ("Schrodinger") into the one with accents, unless the latter is rare.
pub(super) fn restore_accents(spellings: &mut Vec<Spelling<'_>>) {
    let mut at = 0;
    while at < spellings.len() {
        let bare = &spellings[at];
        let accented = spellings.iter().position(|other| {
            other.lower != bare.lower
                && without_accents(&other.lower) == bare.lower
                && f64::from(other.uses.all) >= ACCENTED * f64::from(bare.uses.all)
        });
        if let Some(accented) = accented {
            spellings[accented].uses = spellings[accented].uses.and(bare.uses);
            spellings.remove(at);
        } else {
            at += 1;
        }
    }
}

fn without_accents(text: &str) -> String {
    text.nfd().filter(|&character| !is_combining_mark(character)).collect()
}
