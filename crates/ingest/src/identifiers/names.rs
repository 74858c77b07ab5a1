//! Suggestions for misspelt names.

/// Most names suggested.
const MOST: usize = 3;

/// The three of `names` nearest to `word` by the number of letters to insert, delete, substitute or swap with
/// the next; ties are ordered by name.
pub(crate) fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let word = word.to_lowercase();
    let mut near: Vec<(usize, &str)> =
        names.map(|name| (strsim::osa_distance(&word, &name.to_lowercase()), name)).collect();
    near.sort_unstable();
    near.into_iter().take(MOST).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_hand_are_near() {
        let names = ["math", "cs", "physics:hep-ph", "physics:hep-th", "physics:hep-ex", "stat"];
        assert_eq!(nearest("physics:hepph", names.into_iter())[0], "physics:hep-ph");
        assert_eq!(nearest("CS", names.into_iter())[0], "cs");
        assert_eq!(nearest("x", [].into_iter()), Vec::<&str>::new());
    }
}
