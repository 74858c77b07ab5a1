//! Parameters of clustering with any algorithm.

use linfa::ParamGuard;

use super::Algorithm;
use crate::ClusterError;

/// Checked parameters of [`Clustering`](super::Clustering).
#[derive(Clone, Debug, PartialEq)]
pub struct ClusteringValidParams {
    algorithm: Algorithm,
    clusters: usize,
    seed: u64,
    starts: usize,
    max_iterations: usize,
    min_points: usize,
    radius: Option<f32>,
    resolution: Option<f64>,
    neighbours: usize,
}

/// Unchecked parameters of [`Clustering`](super::Clustering), a builder.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusteringParams(ClusteringValidParams);

impl ClusteringParams {
    /// `clusters` clusters with `algorithm`; seed 0, 10 starts, at most 100 iterations, 10 points, 15 neighbours.
    #[must_use]
    pub fn new(algorithm: Algorithm, clusters: usize) -> Self {
        Self(ClusteringValidParams {
            algorithm,
            clusters,
            seed: 0,
            starts: 10,
            max_iterations: 100,
            min_points: 10,
            radius: None,
            resolution: None,
            neighbours: 15,
        })
    }

    /// Seed of every random choice.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.0.seed = seed;
        self
    }

    /// Seeded starts of the k-means algorithms; the best is kept.
    #[must_use]
    pub fn starts(mut self, starts: usize) -> Self {
        self.0.starts = starts;
        self
    }

    /// Most iterations of the k-means algorithms, the Gaussian mixture and Leiden.
    #[must_use]
    pub fn max_iterations(mut self, max_iterations: usize) -> Self {
        self.0.max_iterations = max_iterations;
        self
    }

    /// Rows that make a group dense (DBSCAN, OPTICS), and minimum size of a cluster (HDBSCAN, Leiden).
    #[must_use]
    pub fn min_points(mut self, min_points: usize) -> Self {
        self.0.min_points = min_points;
        self
    }

    /// Euclidean radius of DBSCAN and OPTICS between unit rows, in (0, 2]. By default the median distance of
    /// a row to its `min_points`-th neighbour.
    #[must_use]
    pub fn radius(mut self, radius: f32) -> Self {
        self.0.radius = Some(radius);
        self
    }

    /// Resolution of Leiden's modularity: higher gives more clusters. By default it is searched for, to give
    /// the requested number of clusters.
    #[must_use]
    pub fn resolution(mut self, resolution: f64) -> Self {
        self.0.resolution = Some(resolution);
        self
    }

    /// Neighbours per row in the graph that Leiden runs on.
    #[must_use]
    pub fn neighbours(mut self, neighbours: usize) -> Self {
        self.0.neighbours = neighbours;
        self
    }
}

impl ParamGuard for ClusteringParams {
    type Checked = ClusteringValidParams;
    type Error = ClusterError;

    fn check_ref(&self) -> Result<&Self::Checked, Self::Error> {
        let params = &self.0;
        let ranges = [
            ("clusters", params.clusters, 1, usize::MAX),
            ("starts", params.starts, 1, usize::MAX),
            ("max_iterations", params.max_iterations, 1, usize::MAX),
            ("min_points", params.min_points, 2, usize::MAX),
            ("neighbours", params.neighbours, 1, 1000),
        ];
        for (parameter, value, least, most) in ranges {
            if value < least || value > most {
                let reason = if most == usize::MAX {
                    format!("must be at least {least}, got {value}")
                } else {
                    format!("must be from {least} to {most}, got {value}")
                };
                return Err(ClusterError::InvalidParameter { parameter, reason });
            }
        }
        if let Some(radius) = params.radius
            && !(radius > 0.0 && radius <= 2.0)
        {
            let reason = format!("must be above 0 and at most 2, got {radius}");
            return Err(ClusterError::InvalidParameter { parameter: "radius", reason });
        }
        if let Some(resolution) = params.resolution
            && !(resolution > 0.0 && resolution.is_finite())
        {
            let reason = format!("must be above 0, got {resolution}");
            return Err(ClusterError::InvalidParameter { parameter: "resolution", reason });
        }
        Ok(params)
    }

    fn check(self) -> Result<Self::Checked, Self::Error> {
        self.check_ref()?;
        Ok(self.0)
    }
}

impl ClusteringValidParams {
    /// The algorithm.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

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

    /// Seeded starts.
    #[must_use]
    pub fn starts(&self) -> usize {
        self.starts
    }

    /// Most iterations.
    #[must_use]
    pub fn max_iterations(&self) -> usize {
        self.max_iterations
    }

    /// Rows that make a group dense.
    #[must_use]
    pub fn min_points(&self) -> usize {
        self.min_points
    }

    /// Radius of DBSCAN and OPTICS, if set.
    #[must_use]
    pub fn radius(&self) -> Option<f32> {
        self.radius
    }

    /// Resolution of Leiden, if set.
    #[must_use]
    pub fn resolution(&self) -> Option<f64> {
        self.resolution
    }

    /// Neighbours per row in the graph.
    #[must_use]
    pub fn neighbours(&self) -> usize {
        self.neighbours
    }

    /// The same parameters with at most `clusters` clusters.
    pub(super) fn at_most(&self, clusters: usize) -> Self {
        Self { clusters: self.clusters.min(clusters), ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_out_of_range_is_rejected_by_name() {
        let params = |clusters| ClusteringParams::new(Algorithm::Leiden, clusters);
        let rejected = |params: ClusteringParams| match params.check() {
            Err(ClusterError::InvalidParameter { parameter, .. }) => parameter,
            other => panic!("expected a rejected parameter, got {other:?}"),
        };
        assert_eq!(rejected(params(0)), "clusters");
        assert_eq!(rejected(params(2).starts(0)), "starts");
        assert_eq!(rejected(params(2).max_iterations(0)), "max_iterations");
        assert_eq!(rejected(params(2).min_points(1)), "min_points");
        assert_eq!(rejected(params(2).neighbours(0)), "neighbours");
        assert_eq!(rejected(params(2).neighbours(1001)), "neighbours");
        for radius in [0.0, -1.0, 2.1, f32::NAN] {
            assert_eq!(rejected(params(2).radius(radius)), "radius");
        }
        for resolution in [0.0, -1.0, f64::INFINITY, f64::NAN] {
            assert_eq!(rejected(params(2).resolution(resolution)), "resolution");
        }
        assert!(params(2).check().is_ok());
    }
}
