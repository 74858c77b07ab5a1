//! Recovers the papers after an error in a JSON list.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::head::first_keys;

/// Most bytes scanned for papers after an error, as a multiple of the text's length: any brace may have to be
/// tried as the beginning of a paper.
const MAX_PASSES: usize = 8;

/// The objects of `text` from offset `from` on that are list elements and share most keys with `known`, the
/// beginning of such an element. These are the elements after an error, without objects nested in them.
pub(super) fn papers_behind<'t>(text: &'t str, from: usize, known: &str) -> Vec<&'t RawValue> {
    let keys = known.find('{').and_then(|start| first_keys(&known.as_bytes()[start..])).unwrap_or_default();
    let is_alike = |paper: &str| {
        let own = first_keys(paper.as_bytes()).unwrap_or_default();
        let shared = own.iter().filter(|key| keys.contains(key)).count();
        2 * shared > own.len().max(keys.len())
    };
    let mut budget = text.len().saturating_mul(MAX_PASSES);
    let (mut at, mut papers) = (from, Vec::new());
    while let Some(start) = memchr::memchr(b'{', &text.as_bytes()[at..]).map(|offset| at + offset) {
        at = start + 1;
        let before = text[..start].trim_end();
        if !before.ends_with([',', '[']) {
            continue;
        }
        let value = <&RawValue>::deserialize(&mut serde_json::Deserializer::from_str(&text[start..]));
        let looked_at = match &value {
            Ok(value) => value.get().len(),
            Err(error) => offset_of(error, &text[start..]),
        };
        let Some(left) = budget.checked_sub(looked_at) else { break };
        budget = left;
        if let Ok(value) = value
            && is_alike(value.get())
        {
            at = start + value.get().len();
            papers.push(value);
        }
    }
    papers
}

/// The offset of `error` in `text`.
fn offset_of(error: &serde_json::Error, text: &str) -> usize {
    let mut lines = memchr::memchr_iter(b'\n', text.as_bytes());
    let line = error.line().checked_sub(2).and_then(|before| lines.nth(before)).unwrap_or(0);
    line + error.column()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nested_is_no_paper() {
        let text =
            r#"[{"id":1,"a":[{"n":1},{"n":2}]},{"id":2 "a":[{"n":1},{"n":2}]},{"id":3,"a":[{"n":1}]}]"#;
        let first = 1 + text[1..].find("},{\"id\"").unwrap() + 1;
        let papers = papers_behind(text, first, &text[1..first]);
        assert_eq!(papers.iter().map(|paper| paper.get()).collect::<Vec<_>>(), [r#"{"id":3,"a":[{"n":1}]}"#]);
    }

    #[test]
    fn the_work_has_a_bound() {
        let text = format!("[{{\"a\":1}},{}", r#"{"a":[{},"#.repeat(100_000));
        assert!(papers_behind(&text, 8, r#"{"a":1}"#).is_empty());
    }
}
