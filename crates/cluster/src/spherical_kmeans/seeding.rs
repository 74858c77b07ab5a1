//! The first centroids of a start, drawn from rows whose order must not depend on their indices.
//!
//! Source: D. Arthur, S. Vassilvitskii, "k-means++: the advantages of careful seeding", SODA 2007; with the
//! cosine dissimilarity 1 - cos as the squared distance.

use ndarray::Array2;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::rows::{BLOCK_ROWS, Rows};

/// Minimum dissimilarity of a new seed to all other seeds; anything less is rounding error.
const LEAST_DISTANCE: f32 = 1e-6;

/// Draws up to `clusters` seeds from `members`; fewer if there are fewer
/// distinct rows. One unit centroid per row.
pub(super) fn plus_plus(
    rows: &Rows<'_>,
    members: &[u32],
    clusters: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> Array2<f32> {
    let columns = rows.columns();
    let mut distances = vec![f32::MAX; members.len()];
    let mut seeds: Vec<f32> = Vec::with_capacity(clusters * columns);
    let mut sum = vec![0.0_f64; columns];
    let mut chosen = 0;
    while chosen < clusters {
        let draw: f64 = rng.r#gen();
        let weight = |at: usize| {
            if rows.scale(members[at] as usize) == 0.0 {
                0.0
            } else if chosen == 0 {
                1.0
            } else {
                f64::from(distances[at])
            }
        };
        let total: f64 = (0..members.len()).map(weight).sum();
        let Some(at) = pick(total * draw, (0..members.len()).map(weight)) else { break };
        let row = members[at] as usize;
        sum.fill(0.0);
        rows.add_to(row, 1.0, &mut sum);
        let start = seeds.len();
        seeds.extend(sum.iter().map(|&value| value as f32));
        let seed = &seeds[start..];
        chosen += 1;
        distances.par_iter_mut().zip(members).with_min_len(BLOCK_ROWS).for_each(|(distance, &row)| {
            let near = 1.0 - rows.dot(row as usize, seed) * rows.scale(row as usize);
            let near = if near < LEAST_DISTANCE { 0.0 } else { near };
            *distance = distance.min(near);
        });
    }
    Array2::from_shape_vec((chosen, columns), seeds).expect("one row of columns a seed")
}

/// Draws up to `clusters` rows of `members` without replacement, excluding rows of zeros. One unit centroid per row.
pub(super) fn uniform(
    rows: &Rows<'_>,
    members: &[u32],
    clusters: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> Array2<f32> {
    let usable: Vec<usize> =
        members.iter().map(|&row| row as usize).filter(|&row| rows.scale(row) > 0.0).collect();
    let chosen = rand::seq::index::sample(rng, usable.len(), clusters.min(usable.len()));
    let mut seeds: Vec<f32> = Vec::with_capacity(chosen.len() * rows.columns());
    let mut sum = vec![0.0_f64; rows.columns()];
    for at in chosen.iter() {
        sum.fill(0.0);
        rows.add_to(usable[at], 1.0, &mut sum);
        seeds.extend(sum.iter().map(|&value| value as f32));
    }
    Array2::from_shape_vec((chosen.len(), rows.columns()), seeds).expect("one row of columns a seed")
}

/// Index of the weight at which the running sum exceeds `target`; `None` if all weights are 0.
fn pick(target: f64, weights: impl Iterator<Item = f64>) -> Option<usize> {
    let mut running = 0.0;
    let mut last = None;
    for (at, weight) in weights.enumerate() {
        if weight > 0.0 {
            running += weight;
            last = Some(at);
            if running > target {
                break;
            }
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;
    use rand::SeedableRng;

    #[test]
    fn no_more_seeds_than_distinct_directions() {
        let rows = array![[1.0_f32, 0.0], [2.0, 0.0], [0.0, 0.0], [0.0, 5.0]];
        let dense = Rows::new(rows.view()).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        assert_eq!(plus_plus(&dense, &[0, 1, 2, 3], 4, &mut rng).nrows(), 2);
        assert_eq!(plus_plus(&dense, &[2], 4, &mut rng).nrows(), 0);
    }

    #[test]
    fn weights_are_picked_in_proportion() {
        assert_eq!(pick(0.0, [0.0, 2.0, 1.0].into_iter()), Some(1));
        assert_eq!(pick(2.5, [0.0, 2.0, 1.0].into_iter()), Some(2));
        assert_eq!(pick(9.0, [0.0, 2.0, 0.0].into_iter()), Some(1));
        assert_eq!(pick(0.0, [0.0].into_iter()), None);
    }
}
