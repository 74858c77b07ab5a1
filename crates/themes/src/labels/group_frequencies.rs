//! How many papers of each group hold each term.

use rayon::prelude::*;
use thema_features::CsrMatrix;

use crate::ThemeError;

/// Rows counted by one task. Constant, so that the work is split in the same way for any number of threads.
const CHUNK_ROWS: usize = 16_384;

/// Document frequencies of terms per group. The counts of parts of a corpus can be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupFrequencies {
    terms: usize,
    /// Papers per group.
    sizes: Vec<u32>,
    /// `frequencies[group * terms + term]`: papers of the group that hold the term.
    frequencies: Vec<u32>,
}

impl GroupFrequencies {
    /// Counts the terms (non-zero columns) of `rows` in `groups` groups. `group_of[row]` is the group of a
    /// row, or `None`.
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] if there is not one group per row, [`ThemeError::InvalidParameter`] if
    /// a group is not below `groups`.
    pub fn count(rows: &CsrMatrix, group_of: &[Option<u32>], groups: usize) -> Result<Self, ThemeError> {
        if group_of.len() != rows.rows() {
            return Err(ThemeError::LengthMismatch {
                what: "groups of rows",
                expected: rows.rows(),
                got: group_of.len(),
            });
        }
        if let Some(group) = group_of.iter().flatten().find(|&&group| group as usize >= groups) {
            return Err(ThemeError::InvalidParameter {
                parameter: "group",
                reason: format!("must be below {groups}, got {group}"),
            });
        }
        let parts: Vec<Self> = group_of
            .par_chunks(CHUNK_ROWS)
            .enumerate()
            .map(|(chunk, group_of)| {
                let mut part = Self::empty(rows.columns(), groups);
                for (row, group) in group_of.iter().enumerate() {
                    if let Some(group) = group {
                        part.add(*group as usize, rows.row(chunk * CHUNK_ROWS + row).indices);
                    }
                }
                part
            })
            .collect();
        Ok(parts.into_iter().fold(Self::empty(rows.columns(), groups), |sum, part| sum.merge(&part)))
    }

    fn empty(terms: usize, groups: usize) -> Self {
        Self { terms, sizes: vec![0; groups], frequencies: vec![0; terms * groups] }
    }

    fn add(&mut self, group: usize, terms: &[u32]) {
        self.sizes[group] += 1;
        let of_group = &mut self.frequencies[group * self.terms..][..self.terms];
        for &term in terms {
            of_group[term as usize] += 1;
        }
    }

    /// Adds the counts of another part of the corpus.
    ///
    /// # Panics
    /// If the two have different numbers of terms or groups.
    #[must_use]
    pub fn merge(mut self, other: &Self) -> Self {
        assert_eq!((self.terms, self.sizes.len()), (other.terms, other.sizes.len()), "shapes differ");
        for (sum, value) in self.sizes.iter_mut().zip(&other.sizes) {
            *sum += value;
        }
        for (sum, value) in self.frequencies.iter_mut().zip(&other.frequencies) {
            *sum += value;
        }
        self
    }

    /// Number of groups.
    #[must_use]
    pub fn groups(&self) -> usize {
        self.sizes.len()
    }

    /// Number of terms.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.terms
    }

    /// Papers of a group.
    ///
    /// # Panics
    /// If `group` is not below [`GroupFrequencies::groups`].
    #[must_use]
    pub fn size(&self, group: usize) -> u32 {
        self.sizes[group]
    }

    /// Papers of a group that hold each term.
    ///
    /// # Panics
    /// If `group` is not below [`GroupFrequencies::groups`].
    #[must_use]
    pub fn of_group(&self, group: usize) -> &[u32] {
        &self.frequencies[group * self.terms..][..self.terms]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> CsrMatrix {
        CsrMatrix::new(3, vec![0, 2, 3, 5], vec![0, 2, 1, 0, 1], vec![1.0; 5]).unwrap()
    }

    #[test]
    fn papers_are_counted_once_a_term() {
        let counts = GroupFrequencies::count(&rows(), &[Some(0), None, Some(0)], 2).unwrap();
        assert_eq!((counts.size(0), counts.size(1)), (2, 0));
        assert_eq!(counts.of_group(0), [2, 1, 1]);
        assert_eq!(counts.of_group(1), [0, 0, 0]);
    }

    #[test]
    fn groups_that_do_not_fit_are_refused() {
        assert!(GroupFrequencies::count(&rows(), &[None], 1).is_err());
        assert!(GroupFrequencies::count(&rows(), &[Some(1), None, None], 1).is_err());
    }
}
