//! Authors' family names, by which papers are told apart.

use super::normal_form;
use crate::records::record_store::LIST_SEPARATOR;

/// Whether both lists, of names separated by [`LIST_SEPARATOR`], name authors and have no family name in common.
pub(super) fn are_different(first: &str, second: &str) -> bool {
    let families = |names: &str| -> Vec<String> {
        let families = names.split(LIST_SEPARATOR).filter_map(family_name);
        families.filter(|name| !name.is_empty()).collect()
    };
    let (first, second) = (families(first), families(second));
    !first.is_empty() && !second.is_empty() && !first.iter().any(|name| second.contains(name))
}

/// The family name in normal form: the last word before a suffix (`Ann One, Jr.`), or the first word if
/// initials follow it (`One AB`).
fn family_name(name: &str) -> Option<String> {
    let mut words = name.split(',').next()?.split_whitespace();
    let first = words.next()?;
    let last = words.next_back().unwrap_or(first);
    let is_initials = last.len() <= 3 && last.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'.');
    Some(normal_form(if is_initials { first } else { last }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authors_are_compared_by_family_name() {
        assert!(!are_different("Ann One; Bo Two", "One AB"));
        assert!(!are_different("Ann Öne, Jr.", "A. One"));
        assert!(are_different("Ann One", "Bo Two; Cy Three"));
        assert!(!are_different("", "Bo Two"));
        assert!(!are_different("?", "Bo Two"), "a name without letters says nothing");
    }
}
