//! Parameters for choosing the number of clusters.

use linfa::ParamGuard;

use crate::ClusterError;

/// Checked parameters of [`ClusterCount`](super::ClusterCount).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterCountValidParams {
    pub(super) least: usize,
    pub(super) most: usize,
    pub(super) sample: usize,
    pub(super) neighbours: usize,
    pub(super) steps: usize,
    pub(super) seed: u64,
}

/// Unchecked parameters of [`ClusterCount`](super::ClusterCount), a builder.
///
/// The rule. A seeded sample is centred, smoothed over its neighbour graph, reduced to its 32 principal
/// directions and clustered into every number on the grid. For each, the modularity of the clusters on that
/// graph is computed. The curve is flat around its maximum, so the position of the maximum is chance, and no
/// single point of the curve decides.
///
/// The sample is also split into halves, three times. Each half is smoothed and clustered on its own; the
/// *stability* of a number is the mean adjusted Rand index between the clusters of a half and those the other
/// half's centroids assign to it (R. Tibshirani, G. Walther, "Cluster validation by prediction strength",
/// Journal of Computational and Graphical Statistics 14, 2005).
///
/// A number k has weight exp (-d / 0.02) s^8 n / k, where d is its shortfall as a share of the highest
/// modularity, s its stability, and n how many numbers it represents on the grid. The factor 1 / k makes
/// equal ratios equally likely a priori, rather than equal differences: 10 and 20 are as far apart as 100 and
/// 200 (H. Jeffreys, "An invariant form for the prior probability in estimation problems", 1946). The choice
/// is the weighted mean, and the interval holds four fifths of the weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterCountParams(ClusterCountValidParams);

impl Default for ClusterCountParams {
    /// From 2 to 150 clusters on a sample of 8,000 rows, two smoothing steps over 15 neighbours.
    fn default() -> Self {
        Self(ClusterCountValidParams { least: 2, most: 150, sample: 8000, neighbours: 15, steps: 2, seed: 0 })
    }
}

impl ClusterCountParams {
    /// Lowest number of clusters.
    #[must_use]
    pub fn least(mut self, least: usize) -> Self {
        self.0.least = least;
        self
    }

    /// Highest number of clusters; at most one per 20 rows of the sample is tried, or the square root of half its
    /// rows if that is more.
    #[must_use]
    pub fn most(mut self, most: usize) -> Self {
        self.0.most = most;
        self
    }

    /// Most rows sampled.
    #[must_use]
    pub fn sample(mut self, sample: usize) -> Self {
        self.0.sample = sample;
        self
    }

    /// Neighbours per row in the graph.
    #[must_use]
    pub fn neighbours(mut self, neighbours: usize) -> Self {
        self.0.neighbours = neighbours;
        self
    }

    /// Smoothing steps.
    #[must_use]
    pub fn steps(mut self, steps: usize) -> Self {
        self.0.steps = steps;
        self
    }

    /// Seed of the sample and of the clusterings.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.0.seed = seed;
        self
    }
}

impl ParamGuard for ClusterCountParams {
    type Checked = ClusterCountValidParams;
    type Error = ClusterError;

    fn check_ref(&self) -> Result<&Self::Checked, Self::Error> {
        let params = &self.0;
        let ranges = [
            ("least", params.least, 1, params.most),
            ("most", params.most, 1, 10_000),
            ("sample", params.sample, 2, 1_000_000),
            ("neighbours", params.neighbours, 1, 1000),
            ("steps", params.steps, 0, 100),
        ];
        for (parameter, value, low, high) in ranges {
            if value < low || value > high {
                let reason = format!("must be from {low} to {high}, got {value}");
                return Err(ClusterError::InvalidParameter { parameter, reason });
            }
        }
        Ok(params)
    }

    fn check(self) -> Result<Self::Checked, Self::Error> {
        self.check_ref()?;
        Ok(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_out_of_range_is_rejected_by_name() {
        let rejected = |params: ClusterCountParams| match params.check() {
            Err(ClusterError::InvalidParameter { parameter, .. }) => parameter,
            other => panic!("expected a rejected parameter, got {other:?}"),
        };
        let params = ClusterCountParams::default;
        assert_eq!(rejected(params().least(0)), "least");
        assert_eq!(rejected(params().least(9).most(8)), "least");
        assert_eq!(rejected(params().most(10_001)), "most");
        assert_eq!(rejected(params().sample(1)), "sample");
        assert_eq!(rejected(params().neighbours(0)), "neighbours");
        assert_eq!(rejected(params().steps(101)), "steps");
        assert!(params().check().is_ok());
    }
}
