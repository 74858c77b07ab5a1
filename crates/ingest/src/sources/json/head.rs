//! The keys of the first object of a JSON text, as far as its head shows them.

use crate::text::byte_order_mark::behind_mark;

/// Most keys that are read.
const MAX_KEYS: usize = 200;

/// The keys of the object that `head` begins with, in order; keys after the cut are missing. `None` if `head`
/// does not begin with an object.
pub(in crate::sources) fn first_keys(head: &[u8]) -> Option<Vec<String>> {
    let head = behind_mark(head).trim_ascii_start();
    if head.first() != Some(&b'{') {
        return None;
    }
    let mut keys = Vec::new();
    let (mut depth, mut is_key, mut at) = (0_u32, false, 0);
    while at < head.len() && keys.len() < MAX_KEYS {
        match head[at] {
            b'{' | b'[' => {
                depth += 1;
                is_key = depth == 1;
            }
            b'}' | b']' if depth <= 1 => break,
            b'}' | b']' => depth -= 1,
            b',' => is_key = depth == 1,
            b':' => is_key = false,
            b'"' => {
                let length = string_length(&head[at + 1..]);
                let end = at + 1 + length;
                if end >= head.len() {
                    break;
                }
                if depth == 1 && is_key {
                    keys.push(serde_json::from_slice(&head[at..=end]).ok()?);
                }
                at = end;
            }
            _ => {}
        }
        at += 1;
    }
    Some(keys)
}

/// The keys of the first object: the one that `head` begins with, or the first in the list that `head` begins
/// with.
pub(in crate::sources) fn first_item_keys(head: &[u8]) -> Option<Vec<String>> {
    let text = behind_mark(head).trim_ascii_start();
    first_keys(text.strip_prefix(b"[").unwrap_or(text))
}

/// Bytes before the quotation mark that ends a string, or the length of `text` if there is none.
fn string_length(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(offset) = memchr::memchr2(b'"', b'\\', &text[at..]) {
        at += offset;
        if text[at] == b'"' {
            return at;
        }
        at += 2;
        if at >= text.len() {
            break;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{first_item_keys, first_keys};

    #[test]
    fn only_the_outermost_keys_count_wherever_the_head_ends() {
        let text = br#" {"a\"b":"x:{","c":{"d":[{"e":1}],"f":2},"g":"\u00e9","h":[1,"i",{"j":0}]} {"k":1}"#;
        assert_eq!(first_keys(text).unwrap(), ["a\"b", "c", "g", "h"]);
        for cut in 2..text.len() {
            assert!(first_keys(&text[..cut]).unwrap().len() <= 4);
        }
        assert_eq!(first_keys(b"[{}]"), None);
        assert_eq!(first_item_keys(b" [ {\"a\": 1}, {\"b\": 2}]").unwrap(), ["a"]);
        assert_eq!(first_item_keys(b"{\"a\": 1}").unwrap(), ["a"]);
    }
}
