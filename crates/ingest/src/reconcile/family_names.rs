//! Authors' family names, by which papers are told apart.

use rustc_hash::FxHashSet;

use super::normal_form;
use crate::records::record_store::LIST_SEPARATOR;

/// Whether both lists, of names separated by [`LIST_SEPARATOR`], name authors and have no family name in common.
pub(super) fn are_different(first: &str, second: &str) -> bool {
    let (first, second) = (Families::of(first), Families::of(second));
    !first.names.is_empty() && !second.names.is_empty() && !first.share(&second) && !second.share(&first)
}

/// The family names of a list of authors, in normal form.
#[derive(Default)]
struct Families {
    /// The last word of each name before a suffix (`Ann One, Jr.`), or the first word if initials follow it (`One AB`).
    names: FxHashSet<String>,
    /// These initials, which can be a family name in capitals: `Ming LI`.
    initials: FxHashSet<String>,
}

impl Families {
    fn of(authors: &str) -> Self {
        let mut families = Self::default();
        for author in authors.split(LIST_SEPARATOR) {
            let mut words = author.split(',').next().unwrap_or_default().split_whitespace();
            let Some(first) = words.next() else { continue };
            let last = words.next_back().unwrap_or(first);
            let is_initials =
                last.len() <= 3 && last.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'.');
            families.names.insert(normal_form(if is_initials { first } else { last }));
            families.initials.extend(is_initials.then(|| normal_form(last)));
        }
        families.names.remove("");
        families
    }

    /// Whether a name in `other` is among these, or can be.
    fn share(&self, other: &Self) -> bool {
        other.names.iter().any(|name| self.names.contains(name) || self.initials.contains(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authors_are_compared_by_family_name() {
        assert!(!are_different("Ann One; Bo Two", "One AB"));
        assert!(!are_different("Ann Öne, Jr.", "A. One"));
        assert!(are_different("Ann One", "Bo Two; Cy Three"));
        assert!(!are_different("Ming LI", "Ming Li") && !are_different("M. Li", "Ming LI"));
        assert!(are_different("One AB", "Two AB"));
        assert!(!are_different("", "Bo Two"));
        assert!(!are_different("?", "Bo Two"), "a name without letters says nothing");
    }

    #[test]
    fn forty_thousand_authors_are_compared_in_a_moment() {
        let list = |of: char| {
            let names: Vec<String> = (0..40_000).map(|number| format!("A. {of}{number:x}q")).collect();
            names.join("; ")
        };
        let (some, others) = (list('k'), list('m'));
        assert!((0..20).all(|_| are_different(&some, &others)));
    }
}
