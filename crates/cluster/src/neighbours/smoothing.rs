//! Smooths vectors over the neighbour graph.

use ndarray::{Array2, ArrayView2, ArrayViewMut1, ArrayViewMut2, Axis, Slice, Zip};
use rayon::prelude::*;
use thema_features::{centred_at, normalize, normalize_rows};
use thema_progress::Task;

use super::NeighbourGraph;
use crate::ClusterError;
use crate::spherical_kmeans::CentroidSums;

/// Rows per task.
const TASK_ROWS: usize = 512;
/// Columns smoothed at a time. Columns are independent of each other until rows are normalised, so only a
/// quarter of vectors of the usual size is in memory twice.
const BLOCK_COLUMNS: usize = 64;

/// Subtracts the mean of the unit rows from the unit rows and normalises them again; same shape. Rows of
/// zeros carry no information: they stay zero and are not part of the mean.
///
/// # Errors
/// [`ClusterError::NotFinite`] for a NaN or an infinity.
pub fn centred(rows: Array2<f32>) -> Result<Array2<f32>, ClusterError> {
    let mut rows = if rows.is_standard_layout() { rows } else { rows.as_standard_layout().into_owned() };
    let columns = rows.ncols();
    if columns == 0 {
        return Ok(rows);
    }
    let values = rows.as_slice_mut().unwrap_or_default();
    if let Some(at) = values.iter().position(|value| !value.is_finite()) {
        return Err(ClusterError::NotFinite { row: at / columns });
    }
    let sums: Vec<CentroidSums> = values
        .par_chunks_mut(columns * TASK_ROWS)
        .map(|block| {
            let mut sums = CentroidSums::new(1, columns);
            for row in block.chunks_exact_mut(columns) {
                if normalize(row) > 0.0 {
                    sums.add_row(0, row);
                }
            }
            sums
        })
        .collect();
    let mut total = CentroidSums::new(1, columns);
    for part in &sums {
        total.merge(part);
    }
    Ok(match total.mean(0) {
        Some(mean) => centred_at(rows, &mean),
        None => rows,
    })
}

/// Repeats z <- normalise(z / 2 + m / 2) `steps` times, where m is the mean of the neighbours' vectors
/// weighted by the edges of `graph`, which should be [symmetrised](NeighbourGraph::symmetrised). Rows are
/// unit rows, shape (rows, columns); a row without neighbours does not change.
///
/// # Errors
/// [`ClusterError::LengthMismatch`] if the graph has another number of rows.
pub fn smoothed(
    mut rows: Array2<f32>,
    graph: &NeighbourGraph,
    steps: usize,
) -> Result<Array2<f32>, ClusterError> {
    if graph.rows() != rows.nrows() {
        return Err(ClusterError::LengthMismatch {
            what: "rows of the neighbour graph",
            expected: rows.nrows(),
            got: graph.rows(),
        });
    }
    let columns = rows.ncols();
    let progress = Task::new("smoothing", steps * columns.div_ceil(BLOCK_COLUMNS) * rows.nrows());
    let order = graph.order();
    let mut next = Array2::zeros((rows.nrows(), columns.min(BLOCK_COLUMNS)));
    for _ in 0..steps {
        for first in (0..columns).step_by(BLOCK_COLUMNS) {
            let block = Slice::from(first..columns.min(first + BLOCK_COLUMNS));
            let mut now = rows.slice_axis_mut(Axis(1), block);
            let mut next = next.slice_axis_mut(Axis(1), Slice::from(..now.ncols()));
            in_order(&mut next, &order).par_chunks_mut(TASK_ROWS).for_each(|task| {
                for (row, out) in &mut *task {
                    smooth_row(*row, graph, now.view(), out);
                }
                progress.advance(task.len());
            });
            Zip::from(&mut now).and(&next).par_for_each(|now, &next| *now = next);
        }
        normalize_rows(&mut rows.view_mut());
    }
    Ok(rows)
}

/// The rows to write, with their indices, in the given order.
fn in_order<'a>(rows: &'a mut ArrayViewMut2<'_, f32>, order: &[u32]) -> Vec<(u32, ArrayViewMut1<'a, f32>)> {
    let mut rows: Vec<_> = rows.axis_iter_mut(Axis(0)).map(Some).collect();
    order.iter().filter_map(|&row| Some((row, rows[row as usize].take()?))).collect()
}

fn smooth_row(row: u32, graph: &NeighbourGraph, now: ArrayView2<'_, f32>, out: &mut ArrayViewMut1<'_, f32>) {
    out.assign(&now.row(row as usize));
    let neighbours = || graph.neighbours(row as usize);
    let total: f32 = neighbours().map(|(_, weight)| weight).sum();
    if total > 0.0 {
        *out *= 0.5;
        for (neighbour, weight) in neighbours() {
            out.scaled_add(0.5 * weight / total, &now.row(neighbour as usize));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn centred_rows_have_unit_length_and_zeros_stay() {
        let rows = array![[3.0_f32, 0.0], [0.0, 2.0], [0.0, 0.0], [1.0, 1.0]];
        let centred = centred(rows).unwrap();
        assert_eq!(centred.row(2), array![0.0, 0.0]);
        assert!((centred[[0, 0]] - 0.5_f32.sqrt()).abs() < 0.3 && centred[[0, 1]] < 0.0);
        for row in [0, 1, 3] {
            assert!((centred.row(row).dot(&centred.row(row)) - 1.0).abs() < 1e-5);
        }
        assert!(matches!(super::centred(array![[f32::NAN]]), Err(ClusterError::NotFinite { row: 0 })));
    }

    #[test]
    fn a_step_moves_a_row_half_way_to_its_neighbours() {
        let rows = array![[1.0_f32, 0.0], [0.0, 1.0], [0.0, 1.0]];
        let graph = NeighbourGraph::directed(&[vec![(0.4, 1), (0.2, 2)], vec![], vec![]], None);
        let next = smoothed(rows.clone(), &graph, 1).unwrap();
        let half = 0.5_f32.sqrt();
        assert!((&next.row(0) - &array![half, half]).iter().all(|difference| difference.abs() < 1e-6));
        assert_eq!(next.row(1), rows.row(1));
        let in_order = graph.clone().in_order(Some(vec![2, 0, 1]));
        assert_eq!(smoothed(rows.clone(), &in_order, 1).unwrap(), next, "the order changes no row");
        assert_eq!(smoothed(rows.clone(), &graph, 0).unwrap(), rows);
        assert!(smoothed(array![[1.0]], &graph, 1).is_err());
    }
}
