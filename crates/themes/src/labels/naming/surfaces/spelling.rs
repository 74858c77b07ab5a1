//! The spellings of a phrase, with accents and without.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::uses::Uses;

/// A spelling with accents that is so often written beside one without is the right one.
const ACCENTED: f64 = 0.1;

/// One spelling, whatever its capitals.
pub(super) struct Spelling<'s> {
    pub(super) lower: String,
    pub(super) uses: Uses,
    pub(super) cases: Vec<(&'s [u32], Uses)>,
}

/// Counts a spelling that left accents out ("Schrodinger") with the one that has them, unless few write those.
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
