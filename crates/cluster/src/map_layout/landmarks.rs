//! Lays out all papers around the layout of a few landmarks.

use ndarray::{Array2, ArrayView2, Axis};
use rayon::prelude::*;
use thema_progress::Task;
use thema_projection::multiply_sequential;

use super::affinity::affinities;
use super::embedding::{embed, principal_start};
use crate::splitmix::mix;

/// Up to this many papers, every paper is a landmark.
const ALL: usize = 1_500;
/// Landmarks of a larger corpus.
const LANDMARKS: usize = 1_000;
/// Landmarks that position a paper.
const NEIGHBOURS: usize = 6;
/// How fast a landmark's weight falls with the cosine.
const SHARPNESS: f32 = 24.0;
/// Papers positioned in one block; fixed, so that the result does not depend on the number of threads.
const BLOCK: usize = 256;
/// Perplexity of t-SNE, lowered for few landmarks.
const PERPLEXITY: f64 = 30.0;

/// A position in the plane for every row of `vectors`, between -1 and 1 on both axes; NaN for a row that is
/// zero or not finite. `clusters` is the cluster of every row and is used to spread the landmarks.
///
/// Up to 1,500 rows are laid out by exact t-SNE. With more, 1,000 landmarks are, taken evenly from all
/// clusters; each row is then at the mean of its nearest landmarks by cosine, weighted by similarity, plus a
/// small offset of its own. Linear in the rows; the result does not depend on the number of threads.
///
/// # Panics
/// If `clusters` and `vectors` differ in length.
#[must_use]
pub fn map_layout(vectors: ArrayView2<'_, f32>, clusters: &[u32]) -> Vec<[f32; 2]> {
    assert_eq!(vectors.nrows(), clusters.len(), "one cluster a row");
    let norms: Vec<f32> = vectors.outer_iter().map(|row| row.dot(&row).sqrt()).collect();
    let known: Vec<u32> = (0..vectors.nrows() as u32)
        .filter(|&row| norms[row as usize].is_finite() && norms[row as usize] > 0.0)
        .collect();
    let mut places = vec![[f32::NAN; 2]; vectors.nrows()];
    if known.is_empty() {
        return places;
    }
    let chosen = if known.len() <= ALL { known.clone() } else { spread(&known, clusters, LANDMARKS) };
    let unit = Array2::from_shape_fn((chosen.len(), vectors.ncols()), |(row, column)| {
        let from = chosen[row] as usize;
        vectors[[from, column]] / norms[from]
    });
    let perplexity = PERPLEXITY.min((chosen.len() as f64 - 1.0) / 3.0).max(1.0);
    let landmarks = if chosen.len() < 4 {
        principal_start(unit.view())
    } else {
        embed(&affinities(unit.view(), perplexity), principal_start(unit.view()))
    };
    let landmarks = fitted(&landmarks);
    if chosen.len() == known.len() {
        for (&row, &place) in chosen.iter().zip(&landmarks) {
            places[row as usize] = place;
        }
    } else {
        place_around(vectors, &norms, &unit, &landmarks, &mut places);
    }
    places
}

/// Rows taken from `known` at even steps after sorting by cluster, so each cluster is represented in
/// proportion to its size.
fn spread(known: &[u32], clusters: &[u32], count: usize) -> Vec<u32> {
    let mut sorted = known.to_vec();
    sorted.sort_by_key(|&row| (clusters[row as usize], row));
    let mut chosen: Vec<u32> = (0..count).map(|at| sorted[at * sorted.len() / count]).collect();
    chosen.sort_unstable();
    chosen
}

/// Positions scaled to fit between -1 and 1, by the same factor on both axes.
fn fitted(places: &[[f64; 2]]) -> Vec<[f32; 2]> {
    let reach = places.iter().flatten().fold(0.0_f64, |reach, &at| reach.max(at.abs())).max(1e-12);
    places.iter().map(|place| place.map(|at| (at / reach * 0.97) as f32)).collect()
}

/// Puts every row with a norm at the weighted mean of its nearest landmarks.
fn place_around(
    vectors: ArrayView2<'_, f32>,
    norms: &[f32],
    unit: &Array2<f32>,
    landmarks: &[[f32; 2]],
    places: &mut [[f32; 2]],
) {
    let spacing = (3.0 / landmarks.len() as f32).sqrt();
    let progress = Task::new("places", places.len());
    places.par_chunks_mut(BLOCK).enumerate().for_each(|(block, places)| {
        let first = block * BLOCK;
        let rows = vectors.slice_axis(Axis(0), (first..first + places.len()).into());
        let mut cosines = Array2::zeros((rows.nrows(), unit.nrows()));
        multiply_sequential(rows, unit.t(), &mut cosines.view_mut());
        for (at, (place, cosines)) in places.iter_mut().zip(cosines.outer_iter()).enumerate() {
            let norm = norms[first + at];
            if !norm.is_finite() || norm <= 0.0 {
                continue;
            }
            let nearest = nearest(cosines.iter().copied());
            let best = nearest[0].0;
            let (mut sum, mut weighted) = (0.0, [0.0_f32; 2]);
            for &(cosine, landmark) in &nearest {
                let weight = ((cosine - best) / norm * SHARPNESS).exp();
                sum += weight;
                let there = landmarks[landmark];
                weighted = [weighted[0] + weight * there[0], weighted[1] + weight * there[1]];
            }
            let offset = offset((first + at) as u64);
            *place = [0, 1].map(|axis| (weighted[axis] / sum + offset[axis] * spacing).clamp(-1.0, 1.0));
        }
        progress.advance(places.len());
    });
}

/// The [`NEIGHBOURS`] highest values with their indices, highest first, ties by index.
fn nearest(values: impl Iterator<Item = f32>) -> Vec<(f32, usize)> {
    let mut best: Vec<(f32, usize)> = Vec::with_capacity(NEIGHBOURS + 1);
    for (position, value) in values.enumerate() {
        if best.len() == NEIGHBOURS && value <= best[NEIGHBOURS - 1].0 {
            continue;
        }
        let at = best.partition_point(|&(other, _)| other >= value);
        best.insert(at, (value, position));
        best.truncate(NEIGHBOURS);
    }
    best
}

/// A row's own offset within the unit disc, denser in the middle: `SplitMix64` of the row.
fn offset(row: u64) -> [f32; 2] {
    let mixed = mix(row.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let (radius, angle) =
        ((mixed >> 32) as f64 / 2f64.powi(32), (mixed & 0xffff_ffff) as f64 / 2f64.powi(32));
    let (sine, cosine) = (angle * std::f64::consts::TAU).sin_cos();
    [(radius * cosine) as f32, (radius * sine) as f32]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows around `groups` axes, and the group of each row.
    fn grouped(rows: usize, groups: usize) -> (Array2<f32>, Vec<u32>) {
        let vectors = Array2::from_shape_fn((rows, 16), |(row, column)| {
            let noise = offset((row * 16 + column) as u64)[0] * 0.2;
            if column == row % groups { 1.0 + noise } else { noise }
        });
        (vectors, (0..rows).map(|row| (row % groups) as u32).collect())
    }

    /// Share of rows whose nearest other position is in the same group.
    fn purity(places: &[[f32; 2]], groups: &[u32]) -> f64 {
        let distance = |a: [f32; 2], b: [f32; 2]| (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2);
        let pure = (0..places.len()).filter(|&row| {
            let others = (0..places.len()).filter(|&other| other != row);
            let nearest = others.min_by(|&a, &b| {
                distance(places[row], places[a]).total_cmp(&distance(places[row], places[b]))
            });
            groups[nearest.unwrap()] == groups[row]
        });
        pure.count() as f64 / places.len() as f64
    }

    #[test]
    fn groups_stay_together() {
        for rows in [300, 2_500] {
            let (vectors, groups) = grouped(rows, 5);
            let places = map_layout(vectors.view(), &groups);
            assert!(places.iter().flatten().all(|at| at.abs() <= 1.0));
            assert!(purity(&places, &groups) > 0.97, "{}", purity(&places, &groups));
        }
    }

    #[test]
    fn places_do_not_depend_on_threads() {
        let (vectors, groups) = grouped(1_800, 4);
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| map_layout(vectors.view(), &groups))
        };
        assert_eq!(with(1), with(3));
    }

    #[test]
    fn few_equal_or_empty_rows_are_laid_out_too() {
        assert!(map_layout(Array2::zeros((0, 4)).view(), &[]).is_empty());
        for rows in 1..8 {
            let mut vectors = Array2::ones((rows, 4));
            vectors.row_mut(0).fill(0.0);
            let places = map_layout(vectors.view(), &vec![0; rows]);
            assert!(places[0].iter().all(|at| at.is_nan()));
            assert!(places[1..].iter().flatten().all(|at| at.is_finite()), "{places:?}");
        }
    }
}
