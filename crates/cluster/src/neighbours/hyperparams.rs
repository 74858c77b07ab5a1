//! Parameters of the nearest-neighbour graph, and its construction.

use linfa::traits::Fit;
use linfa::{DatasetBase, ParamGuard};
use ndarray::{ArrayBase, Data, Ix2};

use super::recall::recall;
use super::{NeighbourGraph, cells, exact, pairs};
use crate::ClusterError;
use crate::finite::check_finite;

/// Checked parameters of [`NeighbourGraph`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeighbourGraphValidParams {
    neighbours: usize,
    exact_rows: usize,
    paired_rows: usize,
    probes: usize,
    seed: u64,
}

/// Unchecked parameters of [`NeighbourGraph`], a builder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeighbourGraphParams(NeighbourGraphValidParams);

impl NeighbourGraphParams {
    /// `neighbours` nearest rows per row; exact up to 16,384 rows, by a first pass over all pairs up to
    /// 50,000, and by search in 12 cells per row above that.
    #[must_use]
    pub fn new(neighbours: usize) -> Self {
        Self(NeighbourGraphValidParams {
            neighbours,
            exact_rows: 16_384,
            paired_rows: 50_000,
            probes: 12,
            seed: 0,
        })
    }

    /// Most rows for which all pairs are compared in full.
    #[must_use]
    pub fn exact_rows(mut self, exact_rows: usize) -> Self {
        self.0.exact_rows = exact_rows;
        self
    }

    /// Most rows for which the first pass covers all pairs along a few directions; above that, it searches cells.
    #[must_use]
    pub fn paired_rows(mut self, paired_rows: usize) -> Self {
        self.0.paired_rows = paired_rows;
        self
    }

    /// Cells searched per row when the search is approximate; more cells find more of the true neighbours.
    #[must_use]
    pub fn probes(mut self, probes: usize) -> Self {
        self.0.probes = probes;
        self
    }

    /// Seed of the cells and of the recall sample.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.0.seed = seed;
        self
    }
}

impl ParamGuard for NeighbourGraphParams {
    type Checked = NeighbourGraphValidParams;
    type Error = ClusterError;

    fn check_ref(&self) -> Result<&Self::Checked, Self::Error> {
        for (parameter, value) in [("neighbours", self.0.neighbours), ("probes", self.0.probes)] {
            if !(1..=1000).contains(&value) {
                return Err(ClusterError::InvalidParameter {
                    parameter,
                    reason: format!("must be from 1 to 1000, got {value}"),
                });
            }
        }
        Ok(&self.0)
    }

    fn check(self) -> Result<Self::Checked, Self::Error> {
        self.check_ref()?;
        Ok(self.0)
    }
}

impl<D: Data<Elem = f32>, T> Fit<ArrayBase<D, Ix2>, T, ClusterError> for NeighbourGraphValidParams {
    type Object = NeighbourGraph;

    /// Finds the nearest rows by cosine similarity. The records are unit rows or rows of zeros, shape (rows,
    /// columns), as [`centred`](super::centred) returns them; a row of zeros has no neighbours.
    ///
    /// # Errors
    /// [`ClusterError::NotFinite`] for a NaN or an infinity,
    /// [`ClusterError::TooManyRows`] for 2^32 rows or more.
    fn fit(&self, dataset: &DatasetBase<ArrayBase<D, Ix2>, T>) -> Result<NeighbourGraph, ClusterError> {
        let rows = dataset.records().as_standard_layout();
        if u32::try_from(rows.nrows()).is_err() {
            return Err(ClusterError::TooManyRows {
                algorithm: "neighbour graph",
                limit: u32::MAX as usize,
                rows: rows.nrows(),
            });
        }
        let rows = rows.view();
        check_finite(rows)?;
        if rows.nrows() <= self.exact_rows {
            let nearest = exact::nearest(rows, |at| at as u32, rows, self.neighbours);
            return Ok(NeighbourGraph::directed(&nearest, None));
        }
        let (nearest, order) = if rows.nrows() <= self.paired_rows {
            (pairs::nearest(rows, self.neighbours)?, None)
        } else {
            let (nearest, order) = cells::nearest(rows, self.neighbours, self.probes, self.seed)?;
            (nearest, Some(order))
        };
        let recall = recall(rows, &nearest, self.neighbours, self.seed);
        Ok(NeighbourGraph::directed(&nearest, Some(recall)).in_order(order))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neighbours::centred;
    use ndarray::Array2;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn groups(size: usize) -> Array2<f32> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let centres = Array2::from_shape_fn((20, 24), |_| rng.gen_range(-1.0_f32..1.0));
        let rows = Array2::from_shape_fn((20 * size, 24), |(row, column)| {
            centres[[row % 20, column]] + rng.gen_range(-0.8..0.8)
        });
        centred(rows).unwrap()
    }

    #[test]
    fn values_out_of_range_are_rejected() {
        assert!(NeighbourGraphParams::new(0).check().is_err());
        assert!(NeighbourGraphParams::new(1001).check().is_err());
        assert!(NeighbourGraphParams::new(5).probes(0).check().is_err());
        assert!(NeighbourGraphParams::new(5).probes(1001).check().is_err());
        assert!(NeighbourGraphParams::new(5).check().is_ok());
    }

    #[test]
    fn exact_neighbours_match_the_definition() {
        let rows = groups(40);
        let graph = NeighbourGraphParams::new(7).fit(&DatasetBase::from(rows.clone())).unwrap();
        for row in [0, 255, 256, 799] {
            let mut all: Vec<(f32, usize)> = (0..rows.nrows())
                .filter(|&other| other != row)
                .map(|other| (rows.row(row).dot(&rows.row(other)), other))
                .collect();
            all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            let mut expected: Vec<usize> = all[..7].iter().map(|&(_, other)| other).collect();
            expected.sort_unstable();
            let found: Vec<usize> = graph.neighbours(row).map(|(other, _)| other as usize).collect();
            assert_eq!(found, expected);
        }
        assert_eq!(graph.recall(), None);
    }

    #[test]
    fn approximate_searches_find_most_neighbours_and_do_not_depend_on_threads() {
        let dataset = DatasetBase::from(groups(100));
        let params = NeighbourGraphParams::new(10).exact_rows(100).probes(12);
        for params in [params.clone(), params.paired_rows(100)] {
            let fit = |threads: usize| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| params.fit(&dataset)).unwrap()
            };
            let graph = fit(1);
            assert!(graph.recall() > Some(0.9), "{params:?}: {:?}", graph.recall());
            assert_eq!(fit(8), graph);
        }
    }

    #[test]
    fn few_rows_zeros_and_nan() {
        let fit = |rows: Array2<f32>| NeighbourGraphParams::new(3).fit(&DatasetBase::from(rows));
        assert_eq!(fit(Array2::zeros((0, 4))).unwrap().rows(), 0);
        assert_eq!(fit(Array2::ones((1, 4))).unwrap().edges(), 0);
        assert_eq!(fit(Array2::zeros((5, 4))).unwrap().edges(), 0);
        assert!(matches!(fit(Array2::from_elem((2, 2), f32::NAN)), Err(ClusterError::NotFinite { row: 0 })));
    }
}
