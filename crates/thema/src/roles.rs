//! Which papers of a corpus themes are learned from, and where the others go.
//!
//! Everything learning computes (document frequencies, pairs, clusters, labels, quality) comes from the
//! papers learned from. Those are papers that count; of each group of near-duplicates, only the one that ingest chose
//! counts. If more than a given number count, an even draw of them is learned from, and the others are placed in the
//! finished themes afterwards. A paper that does not count takes the place of the one that counts for it, because they
//! say nearly the same. It still has a row in every table of papers.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use thema_themes::{ClusterLabel, Themes};

/// The role of one paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Learned from; the value is its index among the papers learned from.
    Learned(u32),
    /// Placed afterwards.
    Placed,
    /// Takes the place of the paper in this row.
    With(u32),
}

/// The role of every paper of a corpus. It stores nothing for most papers, so the corpus may be of any size.
#[derive(Deserialize, Serialize)]
pub(crate) struct PaperRoles {
    /// Pairs of a paper that does not count and the one that counts for it, ascending.
    others: Vec<[u32; 2]>,
    /// Number of papers that count.
    counting: usize,
    /// Rows of the papers learned from, ascending.
    learned: Vec<u32>,
}

impl PaperRoles {
    /// Learns from at most `most` of `papers` papers, at even distances in their order, which is roughly
    /// chronological. `near_duplicates` are pairs of a paper and the one that counts for it, ascending. If
    /// the latter does not count itself, the former counts.
    pub(crate) fn of(papers: usize, near_duplicates: &[[u32; 2]], most: usize) -> Self {
        let counts = |row: u32| near_duplicates.binary_search_by_key(&row, |pair| pair[0]).is_err();
        let others: Vec<[u32; 2]> =
            near_duplicates.iter().copied().filter(|&[row, of]| of != row && counts(of)).collect();
        let mut roles = Self { counting: papers - others.len(), others, learned: Vec::new() };
        let most = roles.counting.min(most);
        let mut learned = Vec::with_capacity(most);
        for row in 0..papers as u32 {
            if let Ok(at) = roles.counted_at(row)
                && is_drawn(at, most, roles.counting)
            {
                learned.push(row);
            }
        }
        roles.learned = learned;
        roles
    }

    /// The index of a paper among those that count (`Ok`), or of its pair in `others` (`Err`).
    fn counted_at(&self, row: u32) -> Result<usize, usize> {
        match self.others.binary_search_by_key(&row, |pair| pair[0]) {
            Ok(pair) => Err(pair),
            Err(before) => Ok(row as usize - before),
        }
    }

    /// The role of the paper in a row.
    pub(crate) fn of_row(&self, row: u32) -> Role {
        let (drawn, counting) = (self.learned.len(), self.counting);
        match self.counted_at(row) {
            Err(pair) => Role::With(self.others[pair][1]),
            Ok(at) if is_drawn(at, drawn, counting) => Role::Learned((at * drawn / counting) as u32),
            Ok(_) => Role::Placed,
        }
    }

    /// Whether a paper counts.
    pub(crate) fn counts(&self, row: u32) -> bool {
        self.counted_at(row).is_ok()
    }

    /// Rows of the papers learned from, ascending.
    pub(crate) fn learned(&self) -> &[u32] {
        &self.learned
    }

    /// Those of them in `rows`.
    pub(crate) fn learned_in(&self, rows: Range<u32>) -> &[u32] {
        let [first, end] = [rows.start, rows.end].map(|row| self.learned.partition_point(|&at| at < row));
        &self.learned[first..end]
    }

    /// Rows of the papers that are placed and count for others, ascending.
    pub(crate) fn placed_for_others(&self) -> Vec<u32> {
        let mut rows: Vec<u32> = self.others.iter().map(|&[_, of]| of).collect();
        rows.sort_unstable();
        rows.dedup();
        rows.retain(|&row| self.of_row(row) == Role::Placed);
        rows
    }

    /// Replaces indices into the papers learned from, in themes and labels, by rows of the corpus. Drops the
    /// themes' lists of papers and assignments: the table of papers has them.
    pub(crate) fn number(&self, themes: &mut Themes, labels: &mut [ClusterLabel]) {
        themes.assignments = Vec::new();
        for theme in &mut themes.themes {
            theme.papers = Vec::new();
            self.renumber(&mut theme.representatives);
            self.renumber(theme.bridges.iter_mut().map(|bridge| &mut bridge.paper));
        }
        self.renumber(themes.absent.iter_mut().flat_map(|theme| &mut theme.nearest));
        self.renumber(labels.iter_mut().flat_map(|label| &mut label.representatives));
    }

    fn renumber<'a>(&self, places: impl IntoIterator<Item = &'a mut u32>) {
        for place in places {
            *place = self.learned[*place as usize];
        }
    }
}

/// Whether paper `at` is one of the `drawn` papers of an even draw from `all`; `at * drawn / all` papers are
/// drawn before it.
fn is_drawn(at: usize, drawn: usize, all: usize) -> bool {
    (at + 1) * drawn / all > at * drawn / all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(papers: u32, roles: &PaperRoles) -> Vec<Role> {
        (0..papers).map(|row| roles.of_row(row)).collect()
    }

    #[test]
    fn papers_that_do_not_count_stand_where_another_does() {
        use Role::{Learned, With};
        // Paper 3, which would count for paper 2, does not count itself, so paper 2 counts.
        let of_five = PaperRoles::of(5, &[[1, 4], [2, 3], [3, 0]], usize::MAX);
        assert_eq!(roles(5, &of_five), [Learned(0), With(4), Learned(1), With(0), Learned(2)]);
        assert_eq!(of_five.learned(), [0, 2, 4]);
        assert!(of_five.counts(2) && !of_five.counts(3));
        let mut rows = [2, 0, 1];
        of_five.renumber(&mut rows);
        assert_eq!(rows, [4, 0, 2]);
    }

    #[test]
    fn an_even_draw_is_learned_from_and_the_rest_is_placed() {
        use Role::{Learned, Placed, With};
        let of_seven = PaperRoles::of(7, &[[2, 0]], 2);
        let expected = [Placed, Placed, With(0), Learned(0), Placed, Placed, Learned(1)];
        assert_eq!(roles(7, &of_seven), expected);
        assert_eq!((of_seven.learned(), of_seven.placed_for_others()), (&[3, 6][..], vec![0]));
        assert_eq!((of_seven.learned_in(0..4), of_seven.learned_in(4..6)), (&[3][..], &[][..]));
        for most in 0..9 {
            let roles = PaperRoles::of(7, &[], most);
            assert_eq!(roles.learned().len(), most.min(7));
            let places: Vec<Role> =
                (0..7).map(|row| roles.of_row(row)).filter(|role| *role != Placed).collect();
            assert_eq!(places, (0..most.min(7) as u32).map(Learned).collect::<Vec<_>>());
        }
    }
}
