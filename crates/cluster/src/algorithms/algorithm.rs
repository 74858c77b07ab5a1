//! The names of the algorithms and when to use each.

use std::fmt;
use std::str::FromStr;

use crate::ClusterError;

/// A clustering algorithm. What an algorithm calls noise joins the cluster with the most similar centroid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// The default, for any number of papers: balanced groups by direction, linear in the rows.
    #[default]
    SphericalKMeans,
    /// Splits the loosest group in two until there are enough: nested groups and cheap for many clusters, but
    /// less exact at the borders, because no row returns from a split.
    BisectingKMeans,
    /// linfa's k-means with Euclidean distance: a reference for comparison, up
    /// to a few tens of thousands of rows.
    KMeans,
    /// linfa's Gaussian mixture with full covariances, on the leading principal components: groups of
    /// different spread and shape; needs thousands of rows per cluster, slow.
    GaussianMixture,
    /// linfa's DBSCAN: finds near-copies and dense series of papers; one radius for all groups, so most
    /// papers are noise.
    Dbscan,
    /// linfa's OPTICS, cut at one radius: like DBSCAN, in the order in which rows reach each other.
    Optics,
    /// HDBSCAN: groups of any density, without a given number of clusters; much noise on papers, quadratic time.
    Hdbscan,
    /// Leiden communities of the neighbour graph: a resolution determines the number of clusters; groups of
    /// any shape; needs no centroids.
    Leiden,
}

impl Algorithm {
    /// All algorithms, the default first.
    pub const ALL: [Self; 8] = [
        Self::SphericalKMeans,
        Self::BisectingKMeans,
        Self::KMeans,
        Self::GaussianMixture,
        Self::Dbscan,
        Self::Optics,
        Self::Hdbscan,
        Self::Leiden,
    ];

    /// Name on the command line and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SphericalKMeans => "spherical-kmeans",
            Self::BisectingKMeans => "bisecting-kmeans",
            Self::KMeans => "kmeans",
            Self::GaussianMixture => "gaussian-mixture",
            Self::Dbscan => "dbscan",
            Self::Optics => "optics",
            Self::Hdbscan => "hdbscan",
            Self::Leiden => "leiden",
        }
    }

    /// Whether the algorithm returns the number of clusters it is asked for; the others find their own.
    #[must_use]
    pub fn takes_clusters(self) -> bool {
        !matches!(self, Self::Dbscan | Self::Optics | Self::Hdbscan)
    }

    /// Most rows the algorithm accepts; limited where time or memory is quadratic in the rows.
    #[must_use]
    pub fn row_limit(self) -> usize {
        match self {
            Self::SphericalKMeans | Self::BisectingKMeans => u32::MAX as usize,
            Self::Leiden => 1_000_000,
            Self::KMeans => 500_000,
            Self::GaussianMixture => 100_000,
            Self::Dbscan | Self::Optics | Self::Hdbscan => 30_000,
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = ClusterError;

    fn from_str(name: &str) -> Result<Self, ClusterError> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|algorithm| algorithm.name()).collect();
            ClusterError::InvalidParameter {
                parameter: "algorithm",
                reason: format!("must be one of {}, got {name:?}", names.join(", ")),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse::<Algorithm>().unwrap(), algorithm);
        }
        let error = "k-medoids".parse::<Algorithm>().unwrap_err().to_string();
        assert!(
            error.contains("spherical-kmeans, bisecting-kmeans") && error.contains("k-medoids"),
            "{error}"
        );
    }
}
