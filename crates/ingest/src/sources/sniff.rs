//! Recognises the format of an input by its first bytes.

use crate::{Format, source};

/// How many of an input's first decompressed bytes decide its format.
pub const SNIFF_BYTES: usize = 64 * 1024;

/// The first format in [`Format::ALL`] that recognises an input beginning with `head`.
#[must_use]
pub fn sniff(head: &[u8]) -> Option<Format> {
    Format::ALL.into_iter().find(|&format| source(format).sniff(head))
}
