//! Approximate nearest neighbours for many rows: an inverted file over the cells of a coarse spherical k-means.
//!
//! Every row is searched for in the cells nearest to the row itself, not in those nearest to its own cell. Most
//! rows of so many dimensions lie at the border of a cell; there, this finds with a third of the comparisons what
//! the other way misses. The first pass uses the longest directions of the rows; only its best candidates are
//! compared in full. Everything is matrix products in a fixed order, without an insertion order, so the result
//! does not depend on the number of threads. That rules out graph indices built in parallel.
//!
//! Source: H. Jégou, M. Douze, C. Schmid, "Product quantization for nearest neighbor search", IEEE TPAMI 33,
//! 2011, section 4 (the inverted file).

use std::ops::Range;

use linfa::DatasetBase;
use linfa::traits::Fit;
use ndarray::{Array2, ArrayView2, Axis, s};
use rayon::prelude::*;
use thema_progress::Task;
use thema_projection::multiply_sequential;

use super::exact;
use super::short_list::{COMPARED, compared, shortened};
use super::top::{Ranked, Top};
use crate::ClusterError;
use crate::content_order::content_sample;
use crate::spherical_kmeans::{Seeding, SphericalKMeans};

/// Sampled rows per cell from which the cells are learned.
const SAMPLE_ROWS_PER_CELL: usize = 16;

/// Iterations over that sample.
const ITERATIONS: usize = 4;

/// Rows of a cell searched for in one task. Equal rows share a cell, so a cell may be as large as the corpus.
const QUERY_ROWS: usize = 1024;

/// Candidates multiplied at a time.
const CANDIDATE_ROWS: usize = 4096;

/// The `neighbours` rows most similar to each of `rows` (unit length) among those in the `probes` cells most
/// similar to it, and an order of all rows that keeps near ones together. A row of zeros has no neighbours and
/// is nobody's.
pub(super) fn nearest(
    rows: ArrayView2<'_, f32>,
    neighbours: usize,
    probes: usize,
    seed: u64,
) -> Result<(Vec<Ranked>, Vec<u32>), ClusterError> {
    let cells = Cells::learn(&shortened(rows)?, probes, seed)?;
    let progress = Task::new("neighbours", rows.nrows());
    let by_block: Vec<Vec<Ranked>> = cells
        .blocks()
        .into_par_iter()
        .map(|(cell, places)| {
            let found = cells.search(cell, places, rows, neighbours);
            progress.advance(found.len());
            found
        })
        .collect();
    let mut found = vec![Vec::new(); rows.nrows()];
    for (&row, nearest) in cells.order.iter().zip(by_block.into_iter().flatten()) {
        found[row as usize] = nearest;
    }
    let Cells { mut order, of_zeros, .. } = cells;
    order.extend(of_zeros);
    Ok((found, order))
}

/// Rows sorted into cells.
struct Cells {
    /// The rows, cell by cell; a place is an index into it.
    order: Vec<u32>,
    /// The rows of zeros, which are in no cell.
    of_zeros: Vec<u32>,
    /// Where the rows of each cell begin in `order`, followed by the length of `order`.
    starts: Vec<usize>,
    /// The shortened rows, in that order.
    short: Array2<f32>,
    /// For each row, the cells to search, its own first.
    probed: Vec<Ranked>,
}

impl Cells {
    fn learn(short: &Array2<f32>, probes: usize, seed: u64) -> Result<Self, ClusterError> {
        let cells = ((short.nrows() * probes) as f64).sqrt() as usize;
        let sample = content_sample(short.view(), seed, cells * SAMPLE_ROWS_PER_CELL);
        if sample.is_empty() {
            return Ok(Self::none(short));
        }
        let sample = DatasetBase::from(short.select(Axis(0), &sample));
        let model = SphericalKMeans::params(cells)
            .seed(seed)
            .seeding(Seeding::Uniform)
            .starts(1)
            .min_balance(0.0)
            .max_iterations(ITERATIONS)
            .start_rows(usize::MAX)
            .fit(&sample)?;
        let centroids = near_together(model.centroids(), seed)?;
        let probed = exact::nearest(short.view(), |_| u32::MAX, centroids.view(), probes);
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); centroids.nrows()];
        let mut of_zeros = Vec::new();
        for ((row, probed), values) in (0..).zip(&probed).zip(short.rows()) {
            if values.iter().all(|&value| value == 0.0) {
                of_zeros.push(row);
            } else {
                members[probed[0].1 as usize].push(row);
            }
        }
        let mut starts = vec![0];
        starts.extend(members.iter().scan(0, |end, members| {
            *end += members.len();
            Some(*end)
        }));
        let order = members.concat();
        let short = gather(short.view(), order.iter().map(|&row| row as usize), order.len());
        Ok(Self { order, of_zeros, starts, short, probed })
    }

    /// No cells, where all rows are zeros.
    fn none(short: &Array2<f32>) -> Self {
        let of_zeros = (0..short.nrows() as u32).collect();
        let short = Array2::zeros((0, short.ncols()));
        Self { order: Vec::new(), of_zeros, starts: vec![0], short, probed: Vec::new() }
    }

    /// All places in order, in blocks within one cell, with that cell.
    fn blocks(&self) -> Vec<(usize, Range<usize>)> {
        let of_cell = |(cell, ends): (usize, &[usize])| {
            let (first, end) = (ends[0], ends[1]);
            (first..end).step_by(QUERY_ROWS).map(move |begin| (cell, begin..end.min(begin + QUERY_ROWS)))
        };
        self.starts.windows(2).enumerate().flat_map(of_cell).collect()
    }

    /// Neighbours of the rows at `places` of one cell, in that order.
    fn search(
        &self,
        cell: usize,
        places: Range<usize>,
        rows: ArrayView2<'_, f32>,
        neighbours: usize,
    ) -> Vec<Ranked> {
        let first = places.start;
        let own = &self.order[places];
        let mut tops = vec![Top::new(COMPARED * neighbours); own.len()];
        let mut looks: Vec<(u32, usize)> = own
            .iter()
            .enumerate()
            .flat_map(|(at, &row)| self.probed[row as usize].iter().map(move |&(_, cell)| (cell, at)))
            .collect();
        // The own cell first: most of the best are there, and what is seen later has to be better.
        looks.sort_unstable_by_key(|&(other, at)| (other as usize != cell, other, at));
        for looks in looks.chunk_by(|a, b| a.0 == b.0) {
            let cell = looks[0].0 as usize;
            let (begin, end) = (self.starts[cell], self.starts[cell + 1]);
            let queries = gather(self.short.view(), looks.iter().map(|&(_, at)| first + at), looks.len());
            for begin in (begin..end).step_by(CANDIDATE_ROWS) {
                let candidates = self.short.slice(s![begin..end.min(begin + CANDIDATE_ROWS), ..]);
                let mut similarities = Array2::zeros((looks.len(), candidates.nrows()));
                multiply_sequential(queries.view(), candidates.reversed_axes(), &mut similarities.view_mut());
                for (&(_, at), line) in looks.iter().zip(similarities.rows()) {
                    let line = line.to_slice().unwrap_or_default();
                    tops[at].offer(line, (first + at) as u32, |place| (begin + place) as u32);
                }
            }
        }
        own.iter()
            .zip(tops)
            .map(|(&row, top)| {
                let found = top.into_unordered();
                let others: Vec<u32> = found.iter().map(|&(_, place)| self.order[place as usize]).collect();
                compared(rows, row, &others, neighbours)
            })
            .collect()
    }
}

/// Reorders the centroids so that near ones are together: data read for one cell is then still cached for the next.
fn near_together(centroids: &Array2<f32>, seed: u64) -> Result<Array2<f32>, ClusterError> {
    let groups = (centroids.nrows() as f64).sqrt() as usize;
    let model = SphericalKMeans::params(groups.max(1))
        .seed(seed)
        .starts(1)
        .fit(&DatasetBase::from(centroids.view()))?;
    let mut order: Vec<usize> = (0..centroids.nrows()).collect();
    order.sort_by_key(|&cell| model.nearest()[cell].cluster);
    Ok(centroids.select(Axis(0), &order))
}

fn gather(rows: ArrayView2<'_, f32>, places: impl Iterator<Item = usize>, count: usize) -> Array2<f32> {
    let mut gathered = Vec::with_capacity(count * rows.ncols());
    for place in places {
        gathered.extend(rows.row(place));
    }
    Array2::from_shape_vec((count, rows.ncols()), gathered).expect("every row has the same columns")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thousand rows around the circle, then `equal` times the first of them, then a hundred rows of zeros.
    fn rows(equal: usize) -> Array2<f32> {
        Array2::from_shape_fn((1_100 + equal, 2), |(row, column)| {
            let angle = if row < 1_000 { row as f32 / 160.0 } else { 0.0 };
            match column {
                _ if row >= 1_000 + equal => 0.0,
                0 => angle.cos(),
                _ => angle.sin(),
            }
        })
    }

    #[test]
    fn however_many_rows_are_equal_a_task_has_few_of_them() {
        let rows = rows(3 * QUERY_ROWS);
        let cells = Cells::learn(&shortened(rows.view()).unwrap(), 4, 1).unwrap();
        let blocks = cells.blocks();
        assert!(blocks.iter().all(|(_, places)| places.len() <= QUERY_ROWS), "{blocks:?}");
        let places: Vec<usize> = blocks.into_iter().flat_map(|(_, places)| places).collect();
        assert_eq!(places, (0..1_000 + 3 * QUERY_ROWS).collect::<Vec<_>>());
    }

    #[test]
    fn equal_rows_in_several_blocks_find_each_other() {
        let rows = rows(CANDIDATE_ROWS + QUERY_ROWS);
        let (found, _) = nearest(rows.view(), 3, 4, 1).unwrap();
        for row in [0, 1_000, 1_000 + CANDIDATE_ROWS, 999 + CANDIDATE_ROWS + QUERY_ROWS] {
            assert_eq!(found[row].len(), 3);
            assert!(found[row].iter().all(|&(similarity, other)| {
                similarity > 0.999_99 && other as usize != row && (other == 0 || other >= 1_000)
            }));
        }
    }

    #[test]
    fn rows_of_zeros_have_no_neighbours_and_are_nobodys() {
        let (found, mut order) = nearest(rows(10).view(), 3, 4, 1).unwrap();
        let (others, zeros) = found.split_at(1_010);
        assert!(zeros.iter().all(Vec::is_empty));
        assert!(others.iter().flatten().all(|&(_, other)| other < 1_010));
        order.sort_unstable();
        assert_eq!(order, (0..1_110).collect::<Vec<_>>());
        let (found, order) = nearest(Array2::zeros((20, 2)).view(), 3, 4, 1).unwrap();
        assert!(found.iter().all(Vec::is_empty));
        assert_eq!(order, (0..20).collect::<Vec<_>>());
    }
}
