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
use crate::spherical_kmeans::{Seeding, SphericalKMeans, content_sample};

/// Sampled rows per cell from which the cells are learned.
const SAMPLE_ROWS_PER_CELL: usize = 16;

/// Iterations over that sample.
const ITERATIONS: usize = 4;

/// The `neighbours` rows most similar to each of `rows` (unit length) among those in the `probes` cells most
/// similar to it, and an order of all rows that keeps near ones together.
pub(super) fn nearest(
    rows: ArrayView2<'_, f32>,
    neighbours: usize,
    probes: usize,
    seed: u64,
) -> Result<(Vec<Ranked>, Vec<u32>), ClusterError> {
    let cells = Cells::learn(&shortened(rows)?, probes, seed)?;
    let progress = Task::new("neighbours", rows.nrows());
    let by_cell: Vec<Vec<Ranked>> = (0..cells.count())
        .into_par_iter()
        .map(|cell| {
            let found = cells.search(cell, rows, neighbours);
            progress.advance(found.len());
            found
        })
        .collect();
    let mut found = vec![Vec::new(); rows.nrows()];
    for (&row, nearest) in cells.order.iter().zip(by_cell.into_iter().flatten()) {
        found[row as usize] = nearest;
    }
    Ok((found, cells.order))
}

/// Rows sorted into cells.
struct Cells {
    /// The rows, cell by cell; a place is an index into it.
    order: Vec<u32>,
    /// Where the rows of each cell begin in `order`, followed by the number of rows.
    starts: Vec<usize>,
    /// The shortened rows, in that order.
    short: Array2<f32>,
    /// For each row, the cells to search, its own first.
    probed: Vec<Ranked>,
}

impl Cells {
    fn learn(short: &Array2<f32>, probes: usize, seed: u64) -> Result<Self, ClusterError> {
        let cells = ((short.nrows() * probes) as f64).sqrt() as usize;
        let sample = content_sample(short.view(), seed, cells * SAMPLE_ROWS_PER_CELL)?;
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
        for (row, probed) in (0..).zip(&probed) {
            members[probed[0].1 as usize].push(row);
        }
        let mut starts = vec![0];
        starts.extend(members.iter().scan(0, |end, members| {
            *end += members.len();
            Some(*end)
        }));
        let order = members.concat();
        let short = gather(short.view(), order.iter().map(|&row| row as usize), order.len());
        Ok(Self { order, starts, short, probed })
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Neighbours of the rows of one cell, in the cell's order.
    fn search(&self, cell: usize, rows: ArrayView2<'_, f32>, neighbours: usize) -> Vec<Ranked> {
        let first = self.starts[cell];
        let own = &self.order[first..self.starts[cell + 1]];
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
            let mut similarities = Array2::zeros((looks.len(), end - begin));
            let candidates = self.short.slice(s![begin..end, ..]);
            multiply_sequential(queries.view(), candidates.reversed_axes(), &mut similarities.view_mut());
            for (&(_, at), line) in looks.iter().zip(similarities.rows()) {
                let line = line.to_slice().unwrap_or_default();
                tops[at].offer(line, (first + at) as u32, |place| (begin + place) as u32);
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
