//! Names that were meant.

/// Most names that are told.
const MOST: usize = 3;

/// The three of `names` that fewest letters put in, left out, changed or swapped with the next make of `word`; of equal ones the
/// first by name.
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
