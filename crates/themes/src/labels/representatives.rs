//! The papers that represent a group.

use ndarray::{Array1, ArrayView2};

/// Maximum cosine between two representatives.
const MOST_ALIKE: f32 = 0.97;

/// Up to `count` rows of `members` whose unit vectors are nearest to the mean of all members, nearest first,
/// ties by row. A row that nearly repeats one already chosen is skipped.
///
/// # Panics
/// If a member is not a row of `vectors`.
#[must_use]
pub fn representatives(vectors: ArrayView2<'_, f32>, members: &[u32], count: usize) -> Vec<u32> {
    let mut centre = Array1::<f32>::zeros(vectors.ncols());
    for &member in members {
        centre += &vectors.row(member as usize);
    }
    let mut ranked: Vec<(f32, u32)> =
        members.iter().map(|&member| (vectors.row(member as usize).dot(&centre), member)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut chosen: Vec<u32> = Vec::with_capacity(count);
    for (_, member) in ranked {
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
        assert_eq!(representatives(vectors.view(), &[0, 1, 2, 3], 3), [1, 0, 3]);
        assert!(representatives(vectors.view(), &[], 3).is_empty());
    }
}
