//! Line ends: a line feed, or a carriage return with or without one.

use memchr::{memchr, memchr_iter};

/// Whether every line of `text` ends with a carriage return alone, as on old Macs.
pub(crate) fn are_returns(text: &[u8]) -> bool {
    memchr(b'\n', text).is_none() && memchr(b'\r', text).is_some()
}

/// The number of line ends in `text`.
pub(crate) fn line_ends(text: &[u8]) -> u64 {
    let is_alone = |&at: &usize| text.get(at + 1) != Some(&b'\n');
    (memchr_iter(b'\n', text).count() + memchr_iter(b'\r', text).filter(is_alone).count()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_counts_once() {
        assert_eq!(line_ends(b"a\nb\r\nc\rd\n\re\r"), 6);
        assert!(are_returns(b"a\rb") && !are_returns(b"a\r\nb") && !are_returns(b"ab"));
    }
}
