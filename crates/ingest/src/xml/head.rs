//! Finds the root element in the head of an input.

use crate::text::byte_order_mark::behind_mark;

/// The local name of the root element of XML that begins with `head`, and `head` from its tag on.
///
/// Declarations, comments and a document type before it are skipped. `None` if `head` is not XML.
pub(crate) fn root_element(head: &[u8]) -> Option<(&str, &[u8])> {
    let mut rest = behind_mark(head);
    loop {
        rest = rest.trim_ascii_start();
        let close: &[u8] = match rest {
            [b'<', b'?', ..] => b"?>",
            [b'<', b'!', b'-', b'-', ..] => b"-->",
            [b'<', b'!', ..] => b">",
            [b'<', name @ ..] => {
                let end = name.iter().position(|byte| !is_name_byte(*byte))?;
                let name = std::str::from_utf8(&name[..end]).ok()?;
                let local = name.rsplit(':').next().unwrap_or(name);
                return (!local.is_empty()).then_some((local, rest));
            }
            _ => return None,
        };
        let end = memchr::memmem::find(rest, close)?;
        rest = &rest[end + close.len()..];
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'_' | b'-' | b'.')
}

#[cfg(test)]
mod tests {
    use super::root_element;

    #[test]
    fn the_root_is_found_behind_what_may_stand_before_it() {
        for head in [
            "<rss version='2.0'>",
            "\u{feff}<?xml version='1.0'?>\n<!-- <feed> -->\n<!DOCTYPE rss SYSTEM 'x'> <a:rss>",
        ] {
            assert_eq!(root_element(head.as_bytes()).map(|(name, _)| name), Some("rss"), "{head}");
        }
        for head in ["", "plain", "< rss>", "<!-- never closed", "<rss"] {
            assert!(root_element(head.as_bytes()).is_none(), "{head}");
        }
    }
}
