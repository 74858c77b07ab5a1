//! The papers that represent a group.

use ndarray::{Array1, ArrayView2};

/// Maximum cosine between two representatives.
const MOST_ALIKE: f32 = 0.97;

/// Up to `count` rows of `members` whose unit vectors are nearest to the mean of all members, nearest first,
/// ties by row. Rows that are not `ordinary` come last. A row that nearly repeats one already chosen is
/// skipped.
///
/// # Panics
/// If a member is not a row of `vectors` or of `ordinary`.
#[must_use]
pub(crate) fn representatives(
    vectors: ArrayView2<'_, f32>,
    ordinary: &[bool],
    members: &[u32],
    count: usize,
) -> Vec<u32> {
    let mut centre = Array1::<f32>::zeros(vectors.ncols());
    for &member in members {
        centre += &vectors.row(member as usize);
    }
    let rank = |&member: &u32| (ordinary[member as usize], vectors.row(member as usize).dot(&centre), member);
    let mut ranked: Vec<(bool, f32, u32)> = members.iter().map(rank).collect();
    ranked.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
    let mut chosen: Vec<u32> = Vec::with_capacity(count);
    for (.., member) in ranked {
        if chosen.len() == count {
            break;
        }
        let vector = vectors.row(member as usize);
        if chosen.iter().all(|&other| vector.dot(&vectors.row(other as usize)) <= MOST_ALIKE) {
            chosen.push(member);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn the_nearest_come_first_and_copies_once() {
        let vectors = array![[1.0_f32, 0.0], [0.8, 0.6], [0.8, 0.6], [0.0, 1.0], [-1.0, 0.0]];
        let of = |ordinary, members: &[u32]| representatives(vectors.view(), ordinary, members, 3);
        assert_eq!(of(&[true; 5], &[0, 1, 2, 3]), [1, 0, 3]);
        assert!(of(&[true; 5], &[]).is_empty());
    }

    #[test]
    fn a_strange_paper_represents_only_a_theme_with_no_other() {
        let vectors = array![[1.0_f32, 0.0], [0.8, 0.6], [0.6, 0.8]];
        let of = |ordinary| representatives(vectors.view(), ordinary, &[0, 1, 2], 2);
        assert_eq!(of(&[true, false, true]), [2, 0]);
        assert_eq!(of(&[false, false, true]), [2, 1]);
    }
}
