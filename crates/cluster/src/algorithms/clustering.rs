//! The result of any algorithm: a cluster, a similarity and a second-best cluster per row.

use ndarray::{Array2, ArrayView2, Axis};

use super::Algorithm;
use crate::ClusterError;
use crate::spherical_kmeans::{CentroidSums, Nearest, SphericalKMeans, similarities_to};

/// Rows in clusters, from any algorithm; the largest cluster first.
#[derive(Clone, Debug, PartialEq)]
pub struct Clustering {
    algorithm: Algorithm,
    centroids: Array2<f32>,
    nearest: Vec<Nearest>,
    sizes: Vec<usize>,
}

impl Clustering {
    /// Takes the clusters found for unit rows. `None` is noise, which joins the cluster with the most similar
    /// centroid: a row placed later by the centroids cannot be noise either. If there is no cluster at all, all
    /// rows form one.
    pub(super) fn from_partition(
        algorithm: Algorithm,
        rows: ArrayView2<'_, f32>,
        partition: &[Option<u32>],
    ) -> Result<Self, ClusterError> {
        let all_noise = partition.iter().all(Option::is_none);
        let cluster_of = |row: usize| if all_noise { Some(0) } else { partition[row] };
        let count = (0..partition.len()).filter_map(cluster_of).max().map_or(0, |last| last as usize + 1);
        let mut sums = CentroidSums::new(count, rows.ncols());
        for (row, values) in rows.axis_iter(Axis(0)).enumerate() {
            if let (Some(cluster), Some(values)) = (cluster_of(row), values.to_slice()) {
                sums.add_row(cluster as usize, values);
            }
        }
        let mut order: Vec<usize> = (0..count).filter(|&cluster| sums.counts()[cluster] > 0).collect();
        order.sort_by_key(|&cluster| (std::cmp::Reverse(sums.counts()[cluster]), cluster));
        let mut number = vec![None; count];
        let mut centroids = Array2::zeros((order.len(), rows.ncols()));
        for (new, &old) in order.iter().enumerate() {
            number[old] = Some(new as u32);
            if let Some(into) = centroids.row_mut(new).as_slice_mut() {
                sums.direction(old, into);
            }
        }
        let own: Vec<Option<u32>> =
            (0..partition.len()).map(|row| number[cluster_of(row)? as usize]).collect();
        let nearest = similarities_to(rows, centroids.view(), &own)?;
        let mut sizes = vec![0; order.len()];
        for nearest in &nearest {
            sizes[nearest.cluster as usize] += 1;
        }
        Ok(Self { algorithm, centroids, nearest, sizes })
    }

    /// Converts a fitted spherical k-means.
    pub(super) fn from_spherical_kmeans(model: SphericalKMeans) -> Self {
        let (centroids, nearest, sizes) = model.into_parts();
        Self { algorithm: Algorithm::SphericalKMeans, centroids, nearest, sizes }
    }

    /// The algorithm that produced the clusters.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Unit centroids, one per row.
    #[must_use]
    pub fn centroids(&self) -> &Array2<f32> {
        &self.centroids
    }

    /// Cluster and second-best cluster of every row. The cluster is the algorithm's own;
    /// the second is the most similar other centroid. The margin may therefore be negative
    /// for algorithms not based on centroids.
    #[must_use]
    pub fn nearest(&self) -> &[Nearest] {
        &self.nearest
    }

    /// Number of rows of every cluster, noise included.
    #[must_use]
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Cluster of every row.
    #[must_use]
    pub fn assignments(&self) -> Vec<u32> {
        self.nearest.iter().map(|nearest| nearest.cluster).collect()
    }
}
