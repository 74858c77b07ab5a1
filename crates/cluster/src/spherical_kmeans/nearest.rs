//! The nearest and second-nearest centroid of every row.

#![expect(
    clippy::inline_always,
    reason = "kernels must be inlined into the function compiled for the chosen instruction set"
)]

use ndarray::ArrayView2;
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::rows::{BLOCK_ROWS, Rows};
use crate::ClusterError;

/// The two centroids most similar to a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Index of the most similar centroid; the lowest of equals.
    pub cluster: u32,
    /// Cosine similarity to it, in [-1, 1]; 0 for a row of zeros.
    pub similarity: f32,
    /// Index of the second most similar centroid; `cluster` itself if there is only one centroid.
    pub second: u32,
    /// Cosine similarity to the second; -1 if there is only one centroid.
    pub second_similarity: f32,
}

impl Nearest {
    /// How much more similar the best centroid is than the second, in [0, 2].
    #[must_use]
    pub fn margin(&self) -> f32 {
        self.similarity - self.second_similarity
    }
}

/// Finds the two most similar of `centroids` (one per row, unit length) for each row in `members`, in order.
pub(super) fn nearest_of(rows: &Rows<'_>, members: &[u32], centroids: ArrayView2<'_, f32>) -> Vec<Nearest> {
    let clusters = centroids.nrows();
    let blocks: Vec<Vec<Nearest>> = members
        .par_chunks(BLOCK_ROWS)
        .map_init(
            || (Vec::new(), vec![0.0_f32; clusters * BLOCK_ROWS]),
            |(gathered, products), block| {
                let products = &mut products[..clusters * block.len()];
                rows.products(block, centroids, gathered, products);
                best_two(products, block.len())
                    .into_iter()
                    .zip(block)
                    .map(|(mut nearest, &row)| {
                        let scale = rows.scale(row as usize);
                        nearest.similarity = (nearest.similarity * scale).clamp(-1.0, 1.0);
                        nearest.second_similarity = if clusters > 1 {
                            (nearest.second_similarity * scale).clamp(-1.0, 1.0)
                        } else {
                            -1.0
                        };
                        nearest
                    })
                    .collect()
            },
        )
        .collect();
    blocks.concat()
}

/// For every row, its `own` centroid (or the most similar if it has none) and the most similar other one.
pub(crate) fn similarities_to(
    rows: ArrayView2<'_, f32>,
    centroids: ArrayView2<'_, f32>,
    own: &[Option<u32>],
) -> Result<Vec<Nearest>, ClusterError> {
    let dense = Rows::new(rows)?;
    if centroids.nrows() == 0 {
        return Ok(Vec::new());
    }
    let mut nearest = nearest_of_all(&dense, centroids);
    for (row, (nearest, own)) in nearest.iter_mut().zip(own).enumerate() {
        if let Some(own) = *own
            && own != nearest.cluster
        {
            let centroid = centroids.row(own as usize);
            let similarity = dense.dot(row, centroid.to_slice().unwrap_or_default()) * dense.scale(row);
            *nearest = Nearest {
                cluster: own,
                similarity: similarity.clamp(-1.0, 1.0),
                second: nearest.cluster,
                second_similarity: nearest.similarity,
            };
        }
    }
    Ok(nearest)
}

/// The two most similar of `centroids` for every row.
pub(super) fn nearest_of_all(rows: &Rows<'_>, centroids: ArrayView2<'_, f32>) -> Vec<Nearest> {
    let members: Vec<u32> = (0..rows.len() as u32).collect();
    nearest_of(rows, &members, centroids)
}

/// Sum of one minus the similarity to the nearest centroid.
pub(super) fn inertia(nearest: &[Nearest]) -> f64 {
    nearest.iter().map(|nearest| 1.0 - f64::from(nearest.similarity)).sum()
}

/// Best and second best of each column of `products`, a row-major matrix of `width` columns.
fn best_two(products: &[f32], width: usize) -> Vec<Nearest> {
    Arch::new().dispatch(BestTwo { products, width })
}

struct BestTwo<'a> {
    products: &'a [f32],
    width: usize,
}

impl WithSimd for BestTwo<'_> {
    type Output = Vec<Nearest>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Vec<Nearest> {
        let width = self.width;
        let mut best = [f32::NEG_INFINITY; BLOCK_ROWS];
        let mut second = [f32::NEG_INFINITY; BLOCK_ROWS];
        let mut best_at = [0_u32; BLOCK_ROWS];
        let mut second_at = [0_u32; BLOCK_ROWS];
        for (centroid, line) in (0_u32..).zip(self.products.chunks_exact(width)) {
            let lanes =
                best.iter_mut().zip(&mut second).zip(best_at.iter_mut().zip(&mut second_at)).zip(line);
            for (((best, second), (best_at, second_at)), &product) in lanes {
                let beats_best = product > *best;
                let beats_second = product > *second;
                *second_at = if beats_best {
                    *best_at
                } else if beats_second {
                    centroid
                } else {
                    *second_at
                };
                *second = if beats_best {
                    *best
                } else if beats_second {
                    product
                } else {
                    *second
                };
                *best_at = if beats_best { centroid } else { *best_at };
                *best = if beats_best { product } else { *best };
            }
        }
        (0..width)
            .map(|at| Nearest {
                cluster: best_at[at],
                similarity: best[at],
                second: second_at[at],
                second_similarity: second[at],
            })
            .collect()
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact results are what is tested")]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_index_wins_among_equals() {
        let products = [0.5, 0.1, 0.5, 0.9, 0.2, 0.9];
        let found = best_two(&products, 2);
        assert_eq!((found[0].cluster, found[0].second), (0, 1));
        assert_eq!((found[1].cluster, found[1].second), (1, 2));
        assert_eq!(found[1].margin(), 0.0);
    }
}
