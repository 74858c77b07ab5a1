//! Who wrote the papers.

use rustc_hash::FxHashSet;

/// Per paper of the sample: a number for each of its authors; empty if authors are not known.
#[derive(Debug, Default)]
pub(super) struct Authors(Vec<Vec<u64>>);

impl Authors {
    pub(super) fn new(of_papers: Vec<Vec<u64>>) -> Self {
        Self(of_papers)
    }

    /// Number of `papers` of which no two have a common author, each taken if it shares none with those taken
    /// before it. A paper without authors shares none.
    pub(super) fn independent(&self, papers: &[u32]) -> usize {
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let is_new = |&&paper: &&u32| {
            let authors = self.0.get(paper as usize).map_or(&[][..], Vec::as_slice);
            let is_new = authors.iter().all(|author| !seen.contains(author));
            if is_new {
                seen.extend(authors);
            }
            is_new
        };
        papers.iter().filter(is_new).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_team_writes_counts_once() {
        let authors = Authors::new(vec![vec![1, 2], vec![2], vec![3], vec![], vec![], vec![1, 4]]);
        assert_eq!(authors.independent(&[0, 1]), 1);
        assert_eq!(
            authors.independent(&[0, 1, 2, 3, 4, 5]),
            4,
            "the second and the last share an author with the first"
        );
        assert_eq!(authors.independent(&[1, 5]), 2);
        assert_eq!(Authors::default().independent(&[0, 1, 2]), 3);
    }
}
