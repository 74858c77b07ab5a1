//! Splits one cluster into parts.

use linfa::DatasetBase;
use linfa::traits::Fit;
use ndarray::{Array2, ArrayView2, Axis};

use crate::ClusterError;
use crate::spherical_kmeans::SphericalKMeans;

/// The parts of one cluster: all its rows and no others.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// Rows of the cluster, increasing.
    pub rows: Vec<usize>,
    /// Part of each of them; the largest part is 0.
    pub parts: Vec<u32>,
    /// Unit centroids of the parts, one per row.
    pub centroids: Array2<f32>,
}

/// Splits the rows of `cluster` into up to `parts` parts by spherical k-means;
/// `clusters` is the cluster of every row.
///
/// # Errors
/// [`ClusterError::LengthMismatch`] if the numbers of clusters and rows differ; [`ClusterError::NoRows`] if
/// the cluster is empty; [`ClusterError::InvalidParameter`] if `parts` is 0; [`ClusterError::NotFinite`] for
/// a NaN or an infinity.
pub fn split_cluster(
    rows: ArrayView2<'_, f32>,
    clusters: &[u32],
    cluster: u32,
    parts: usize,
    seed: u64,
) -> Result<Split, ClusterError> {
    if clusters.len() != rows.nrows() {
        return Err(ClusterError::LengthMismatch {
            what: "clusters beside rows",
            expected: rows.nrows(),
            got: clusters.len(),
        });
    }
    let members: Vec<usize> = (0..clusters.len()).filter(|&row| clusters[row] == cluster).collect();
    let model =
        SphericalKMeans::params(parts).seed(seed).fit(&DatasetBase::from(rows.select(Axis(0), &members)))?;
    Ok(Split {
        parts: model.nearest().iter().map(|nearest| nearest.cluster).collect(),
        centroids: model.centroids().clone(),
        rows: members,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn the_parts_hold_the_rows_of_the_cluster() {
        let rows = array![[1.0_f32, 0.0], [0.0, 1.0], [0.9, 0.1], [0.1, 0.9], [0.95, 0.05], [-1.0, 0.0]];
        let split = split_cluster(rows.view(), &[3, 3, 3, 3, 3, 0], 3, 2, 1).unwrap();
        assert_eq!(split.rows, [0, 1, 2, 3, 4]);
        assert_eq!(split.parts, [0, 1, 0, 1, 0]);
        assert_eq!(split.centroids.dim(), (2, 2));
        assert!(matches!(split_cluster(rows.view(), &[0; 6], 9, 2, 1), Err(ClusterError::NoRows)));
        assert!(split_cluster(rows.view(), &[0; 5], 0, 2, 1).is_err());
        assert!(split_cluster(rows.view(), &[0; 6], 0, 0, 1).is_err());
    }
}
