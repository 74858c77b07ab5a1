//! Iterations of assignment and update over a fixed list of rows.

use ndarray::{Array2, ArrayView2};
use rayon::prelude::*;
use thema_progress::Task;

use super::bounds::{AngleBounds, Movement};
use super::centroid_sums::CentroidSums;
use super::nearest::nearest_of;
use super::rows::{BLOCK_ROWS, Rows};

/// Most rows summed by one task; fixed, so that the tasks do not depend on the number of threads.
const SUM_ROWS: usize = 4096;

/// A row at least this similar to its centroid is never moved to an empty cluster: it may equal all others.
const IDENTICAL: f32 = 1.0 - 1e-6;

/// Assignments of `members`, and the resulting sums.
pub(super) struct Lloyd<'a, 'r> {
    rows: &'a Rows<'r>,
    members: &'a [u32],
    assigned: Vec<u32>,
    similarity: Vec<f32>,
    bounds: Vec<AngleBounds>,
    sums: CentroidSums,
}

/// A member's index, the cluster it left, if any, and the cluster it joined.
struct Move {
    at: usize,
    from: Option<u32>,
    to: u32,
}

impl<'a, 'r> Lloyd<'a, 'r> {
    /// Nothing assigned yet.
    pub(super) fn new(rows: &'a Rows<'r>, members: &'a [u32], clusters: usize) -> Self {
        Self {
            rows,
            members,
            assigned: vec![u32::MAX; members.len()],
            similarity: vec![0.0; members.len()],
            bounds: vec![AngleBounds::UNKNOWN; members.len()],
            sums: CentroidSums::new(clusters, rows.columns()),
        }
    }

    /// Improves `centroids` until at most `tolerance` of the rows move or `max_iterations` are done; returns
    /// the number of iterations.
    pub(super) fn run(
        &mut self,
        centroids: &mut Array2<f32>,
        max_iterations: usize,
        tolerance: f64,
        progress: &Task,
    ) -> usize {
        let enough = (tolerance * self.members.len() as f64) as usize;
        for iteration in 1..=max_iterations {
            let mut moves = self.assign(centroids.view());
            self.apply(&moves);
            let refilled = self.refill_empty();
            self.apply(&refilled);
            moves.extend(refilled);
            let before = centroids.clone();
            for (cluster, mut centroid) in centroids.rows_mut().into_iter().enumerate() {
                if let Some(into) = centroid.as_slice_mut() {
                    self.sums.direction(cluster, into);
                }
            }
            if moves.len() <= enough {
                progress.advance(1 + max_iterations - iteration);
                return iteration;
            }
            progress.advance(1);
            let movement = Movement::between(before.view(), centroids.view());
            self.bounds
                .par_iter_mut()
                .zip(&self.assigned)
                .with_min_len(BLOCK_ROWS)
                .for_each(|(bounds, &cluster)| bounds.widen(cluster as usize, &movement));
        }
        max_iterations
    }

    /// Number of rows of every cluster.
    pub(super) fn sizes(&self) -> &[i64] {
        self.sums.counts()
    }

    /// Finds the nearest centroid of every row that the bounds do not rule out; returns the rows that moved.
    fn assign(&mut self, centroids: ArrayView2<'_, f32>) -> Vec<Move> {
        let open: Vec<usize> = (0..self.members.len()).filter(|&at| !self.bounds[at].holds()).collect();
        let open_rows: Vec<u32> = open.iter().map(|&at| self.members[at]).collect();
        let found = nearest_of(self.rows, &open_rows, centroids);
        let mut moves = Vec::new();
        for (&at, nearest) in open.iter().zip(&found) {
            self.similarity[at] = nearest.similarity;
            self.bounds[at] = AngleBounds::from_nearest(nearest);
            if self.assigned[at] != nearest.cluster {
                let from = (self.assigned[at] != u32::MAX).then_some(self.assigned[at]);
                moves.push(Move { at, from, to: nearest.cluster });
                self.assigned[at] = nearest.cluster;
            }
        }
        moves
    }

    /// Updates the sums.
    fn apply(&mut self, moves: &[Move]) {
        let mut changes: Vec<Vec<(usize, f64)>> = vec![Vec::new(); self.sums.counts().len()];
        for change in moves {
            changes[change.to as usize].push((change.at, 1.0));
            if let Some(from) = change.from {
                changes[from as usize].push((change.at, -1.0));
            }
        }
        let tasks: Vec<(usize, &[(usize, f64)])> = changes
            .iter()
            .enumerate()
            .flat_map(|(cluster, rows)| rows.chunks(SUM_ROWS).map(move |rows| (cluster, rows)))
            .collect();
        let parts: Vec<(usize, Vec<f64>, i64)> = tasks
            .into_par_iter()
            .map(|(cluster, changed)| {
                let mut sum = vec![0.0_f64; self.rows.columns()];
                for &(at, sign) in changed {
                    self.rows.add_to(self.members[at] as usize, sign, &mut sum);
                }
                (cluster, sum, changed.iter().map(|&(_, sign)| sign as i64).sum())
            })
            .collect();
        for (cluster, part, rows) in parts {
            self.sums.add(cluster, &part, rows);
        }
    }

    /// Moves the row least similar to its centroid into each empty cluster, from a cluster that keeps other rows.
    fn refill_empty(&mut self) -> Vec<Move> {
        let mut sizes = self.sums.counts().to_vec();
        let empty: Vec<usize> = (0..sizes.len()).filter(|&cluster| sizes[cluster] == 0).collect();
        if empty.is_empty() {
            return Vec::new();
        }
        let mut farthest: Vec<usize> = (0..self.members.len())
            .filter(|&at| self.similarity[at] < IDENTICAL && self.rows.scale(self.members[at] as usize) > 0.0)
            .collect();
        farthest.sort_by(|&a, &b| self.similarity[a].total_cmp(&self.similarity[b]).then(a.cmp(&b)));
        let mut moves = Vec::new();
        let mut candidates = farthest.into_iter();
        for cluster in empty {
            let Some(at) = candidates.find(|&at| sizes[self.assigned[at] as usize] > 1) else { break };
            let from = self.assigned[at];
            sizes[from as usize] -= 1;
            sizes[cluster] += 1;
            moves.push(Move { at, from: Some(from), to: cluster as u32 });
            self.assigned[at] = cluster as u32;
            self.similarity[at] = 1.0;
            self.bounds[at] = AngleBounds::UNKNOWN;
        }
        moves
    }
}
