//! Parameters of spherical k-means.

use linfa::ParamGuard;

use crate::ClusterError;

/// How a start chooses its initial centroids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seeding {
    /// k-means++: rows far from the centroids chosen so far are more likely. One pass over the sample per centroid.
    #[default]
    PlusPlus,
    /// Every row of the sample with the same probability; for thousands of clusters.
    Uniform,
}

/// Checked parameters of [`SphericalKMeans`](super::SphericalKMeans), from
/// [`SphericalKMeansParams::check`](linfa::ParamGuard::check).
#[derive(Clone, Debug, PartialEq)]
pub struct SphericalKMeansValidParams {
    clusters: usize,
    seed: u64,
    seeding: Seeding,
    starts: usize,
    max_iterations: usize,
    tolerance: f64,
    start_rows: usize,
    full_rows: usize,
    batch_rows: usize,
    min_balance: f64,
    retries: usize,
}

/// Unchecked parameters of [`SphericalKMeans`](super::SphericalKMeans), a builder.
#[derive(Clone, Debug, PartialEq)]
pub struct SphericalKMeansParams(SphericalKMeansValidParams);

impl SphericalKMeansParams {
    /// `clusters` clusters, seed 0, 5 starts, at most 50 iterations, stops
    /// when at most 1 row in 10,000 moved.
    #[must_use]
    pub fn new(clusters: usize) -> Self {
        Self(SphericalKMeansValidParams {
            clusters,
            seed: 0,
            seeding: Seeding::PlusPlus,
            starts: 5,
            max_iterations: 50,
            tolerance: 1e-4,
            start_rows: 32_768,
            full_rows: 1 << 20,
            batch_rows: 1 << 16,
            min_balance: 0.25,
            retries: 3,
        })
    }

    /// Seed of every random choice.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.0.seed = seed;
        self
    }

    /// How a start chooses its initial centroids.
    #[must_use]
    pub fn seeding(mut self, seeding: Seeding) -> Self {
        self.0.seeding = seeding;
        self
    }

    /// Number of seeded starts; the one with the lowest inertia is kept.
    #[must_use]
    pub fn starts(mut self, starts: usize) -> Self {
        self.0.starts = starts;
        self
    }

    /// Most iterations per start, and over all rows afterwards.
    #[must_use]
    pub fn max_iterations(mut self, max_iterations: usize) -> Self {
        self.0.max_iterations = max_iterations;
        self
    }

    /// Iterations stop when at most this share of the rows changed cluster; in `[0, 1)`.
    #[must_use]
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.0.tolerance = tolerance;
        self
    }

    /// Starts are compared on a seeded sample of at most this many rows.
    #[must_use]
    pub fn start_rows(mut self, start_rows: usize) -> Self {
        self.0.start_rows = start_rows;
        self
    }

    /// Above this many rows, the centroids are refined by mini-batches instead of iterations over all rows.
    #[must_use]
    pub fn full_rows(mut self, full_rows: usize) -> Self {
        self.0.full_rows = full_rows;
        self
    }

    /// Rows per mini-batch.
    #[must_use]
    pub fn batch_rows(mut self, batch_rows: usize) -> Self {
        self.0.batch_rows = batch_rows;
        self
    }

    /// A start whose cluster sizes have a perplexity (the exponential of their entropy) below this share of
    /// `clusters` has collapsed and is repeated with another seed; in `[0, 1)`.
    #[must_use]
    pub fn min_balance(mut self, min_balance: f64) -> Self {
        self.0.min_balance = min_balance;
        self
    }

    /// How many collapsed starts are repeated.
    #[must_use]
    pub fn retries(mut self, retries: usize) -> Self {
        self.0.retries = retries;
        self
    }
}

impl ParamGuard for SphericalKMeansParams {
    type Checked = SphericalKMeansValidParams;
    type Error = ClusterError;

    fn check_ref(&self) -> Result<&Self::Checked, Self::Error> {
        let params = &self.0;
        let positive = [
            ("clusters", params.clusters),
            ("starts", params.starts),
            ("max_iterations", params.max_iterations),
            ("start_rows", params.start_rows),
            ("full_rows", params.full_rows),
            ("batch_rows", params.batch_rows),
        ];
        for (parameter, value) in positive {
            if value == 0 {
                return Err(ClusterError::InvalidParameter {
                    parameter,
                    reason: "must be at least 1".into(),
                });
            }
        }
        for (parameter, value) in [("tolerance", params.tolerance), ("min_balance", params.min_balance)] {
            if !(0.0..1.0).contains(&value) {
                return Err(ClusterError::InvalidParameter {
                    parameter,
                    reason: format!("must be at least 0 and below 1, got {value}"),
                });
            }
        }
        Ok(params)
    }

    fn check(self) -> Result<Self::Checked, Self::Error> {
        self.check_ref()?;
        Ok(self.0)
    }
}

impl SphericalKMeansValidParams {
    /// Requested number of clusters.
    #[must_use]
    pub fn clusters(&self) -> usize {
        self.clusters
    }

    /// Seed of every random choice.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How a start chooses its initial centroids.
    #[must_use]
    pub fn seeding(&self) -> Seeding {
        self.seeding
    }

    /// Number of seeded starts.
    #[must_use]
    pub fn starts(&self) -> usize {
        self.starts
    }

    /// Most iterations of a start, and of the refinement over all rows.
    #[must_use]
    pub fn max_iterations(&self) -> usize {
        self.max_iterations
    }

    /// Share of rows that may still move when iterations stop.
    #[must_use]
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// Most rows on which starts are compared.
    #[must_use]
    pub fn start_rows(&self) -> usize {
        self.start_rows
    }

    /// Most rows that are iterated over in full.
    #[must_use]
    pub fn full_rows(&self) -> usize {
        self.full_rows
    }

    /// Rows per mini-batch.
    #[must_use]
    pub fn batch_rows(&self) -> usize {
        self.batch_rows
    }

    /// Minimum perplexity of the cluster sizes, as a share of the number of clusters.
    #[must_use]
    pub fn min_balance(&self) -> f64 {
        self.min_balance
    }

    /// How many collapsed starts are repeated.
    #[must_use]
    pub fn retries(&self) -> usize {
        self.retries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejected(params: &SphericalKMeansParams) -> &'static str {
        match params.check_ref() {
            Err(ClusterError::InvalidParameter { parameter, .. }) => parameter,
            other => panic!("expected a rejected parameter, got {other:?}"),
        }
    }

    #[test]
    fn every_value_out_of_range_is_rejected_by_name() {
        assert_eq!(rejected(&SphericalKMeansParams::new(0)), "clusters");
        assert_eq!(rejected(&SphericalKMeansParams::new(2).starts(0)), "starts");
        assert_eq!(rejected(&SphericalKMeansParams::new(2).max_iterations(0)), "max_iterations");
        assert_eq!(rejected(&SphericalKMeansParams::new(2).start_rows(0)), "start_rows");
        assert_eq!(rejected(&SphericalKMeansParams::new(2).full_rows(0)), "full_rows");
        assert_eq!(rejected(&SphericalKMeansParams::new(2).batch_rows(0)), "batch_rows");
        for value in [-0.1, 1.0, f64::NAN] {
            assert_eq!(rejected(&SphericalKMeansParams::new(2).tolerance(value)), "tolerance");
            assert_eq!(rejected(&SphericalKMeansParams::new(2).min_balance(value)), "min_balance");
        }
        assert!(SphericalKMeansParams::new(2).check().is_ok());
    }
}
