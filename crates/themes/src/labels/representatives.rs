//! The papers that represent a group.

use std::cmp::Reverse;

use ndarray::{Array1, ArrayView2};

/// Representatives of a theme.
pub(crate) const REPRESENTATIVES: usize = 5;
/// Maximum cosine between two representatives.
const MOST_ALIKE: f32 = 0.97;
/// Representatives come from this share of the members, the nearest to the centre, but from no fewer than so many times
/// their number.
const CENTRAL: f64 = 0.05;
const CHOICES: usize = 4;

/// Up to `count` rows of `members` that show what the group is about: of the rows whose unit vectors are nearest to the
/// mean of all members those with the most `evidence` of it, then the nearest, ties by row. Rows that are not `ordinary`
/// come last. A row that nearly repeats one already chosen, or has its `title`, is skipped.
///
/// # Panics
/// If a member is not a row of `vectors` or of `ordinary`.
#[must_use]
pub(crate) fn representatives<'t>(
    vectors: ArrayView2<'_, f32>,
    ordinary: &[bool],
    members: &[u32],
    (title, evidence): (impl Fn(u32) -> &'t str, impl Fn(u32) -> usize),
    count: usize,
) -> Vec<u32> {
    let mut centre = Array1::<f32>::zeros(vectors.ncols());
    for &member in members {
        centre += &vectors.row(member as usize);
    }
    let rank = |&member: &u32| (ordinary[member as usize], vectors.row(member as usize).dot(&centre), member);
    let mut ranked: Vec<(bool, f32, u32)> = members.iter().map(rank).collect();
    ranked.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
    let ordinary = ranked.partition_point(|&(is_ordinary, ..)| is_ordinary);
    let mut ranked: Vec<u32> = ranked.into_iter().map(|(.., member)| member).collect();
    evident_first(&mut ranked[..ordinary], evidence, count);
    let mut chosen: Vec<u32> = Vec::with_capacity(count);
    for member in ranked {
        if chosen.len() == count {
            break;
        }
        let vector = vectors.row(member as usize);
        let repeats = |&other: &u32| {
            let same_title = !title(member).is_empty() && title(member) == title(other);
            same_title || vector.dot(&vectors.row(other as usize)) > MOST_ALIKE
        };
        if !chosen.iter().any(repeats) {
            chosen.push(member);
        }
    }
    chosen
}

/// Of `rows`, the nearest to the centre first, puts those of the central ones first that have the most evidence, to choose
/// `count` from them.
pub(crate) fn evident_first(rows: &mut [u32], evidence: impl Fn(u32) -> usize, count: usize) {
    let central = ((rows.len() as f64 * CENTRAL) as usize).max(CHOICES * count).min(rows.len());
    rows[..central].sort_by_cached_key(|&row| Reverse(evidence(row)));
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    const TITLES: [&str; 5] = ["a", "b", "c", "d", "e"];

    fn title(row: u32) -> &'static str {
        TITLES[row as usize]
    }

    #[test]
    fn the_nearest_come_first_and_copies_once() {
        let vectors = array![[1.0_f32, 0.0], [0.8, 0.6], [0.8, 0.6], [0.0, 1.0], [-1.0, 0.0]];
        let of = |members: &[u32], titles: [&'static str; 5]| {
            let title = |row: u32| titles[row as usize];
            representatives(vectors.view(), &[true; 5], members, (title, |_| 0), 3)
        };
        assert_eq!(of(&[0, 1, 2, 3], TITLES), [1, 0, 3]);
        assert_eq!(of(&[0, 1, 2, 3], ["Discussion", "Discussion", "c", "d", "e"]), [1, 3]);
        assert!(of(&[], TITLES).is_empty());
    }

    #[test]
    fn a_strange_paper_represents_only_a_theme_with_no_other() {
        let vectors = array![[1.0_f32, 0.0], [0.8, 0.6], [0.6, 0.8]];
        let of = |ordinary, evidence: [usize; 3]| {
            let evidence = |row: u32| evidence[row as usize];
            representatives(vectors.view(), ordinary, &[0, 1, 2], (title, evidence), 2)
        };
        assert_eq!(of(&[true, false, true], [0, 9, 0]), [2, 0]);
        assert_eq!(of(&[false, false, true], [0, 0, 0]), [2, 1]);
    }

    #[test]
    fn evidence_counts_among_the_central_papers_only() {
        let rows: Vec<f32> =
            (0..81).flat_map(|row| [(row as f32 / 80.0).cos(), (row as f32 / 80.0).sin()]).collect();
        let vectors = ArrayView2::from_shape((81, 2), &rows).unwrap();
        let members: Vec<u32> = (0..81).collect();
        let shows = |row: u32| usize::from(row == 38 || row == 80);
        assert_eq!(representatives(vectors, &[true; 81], &members, (|_| "", shows), 2), [38, 58]);
    }
}
