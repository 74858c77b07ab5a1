//! A short name for a group, unique among all groups.

use rustc_hash::FxHashSet;

use crate::LabelTerm;

/// Names for groups from their terms, heaviest first: the heaviest term if it is a phrase, otherwise the two
/// heaviest joined; `Group N` for a group without terms. A name already taken is extended by further terms.
pub(super) fn names(labels: &[Vec<LabelTerm>]) -> Vec<String> {
    let mut taken = FxHashSet::default();
    labels
        .iter()
        .enumerate()
        .map(|(group, terms)| {
            let texts: Vec<&str> = terms.iter().map(|term| term.text.as_str()).collect();
            let shortest = if texts.first().is_some_and(|text| text.contains(' ')) { 1 } else { 2 };
            let name = (shortest..=texts.len().max(shortest))
                .map(|length| capitalise(&texts[..length.min(texts.len())].join(", ")))
                .find(|name| !name.is_empty() && !taken.contains(name))
                .unwrap_or_else(|| format!("Group {}", group + 1));
            taken.insert(name.clone());
            name
        })
        .collect()
}

pub(super) fn capitalise(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(texts: &[&str]) -> Vec<LabelTerm> {
        texts.iter().map(|text| LabelTerm { text: (*text).into(), weight: 1.0 }).collect()
    }

    #[test]
    fn names_are_short_and_unique() {
        let labels = [
            label(&["federated learning", "client"]),
            label(&["qubit", "circuit", "noise"]),
            label(&["federated learning", "privacy"]),
            label(&[]),
        ];
        let expected = ["Federated learning", "Qubit, circuit", "Federated learning, privacy", "Group 4"];
        assert_eq!(names(&labels), expected);
    }
}
