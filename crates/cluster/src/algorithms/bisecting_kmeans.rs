//! Bisecting k-means.
//!
//! Source: M. Steinbach, G. Karypis, V. Kumar, "A comparison of document clustering techniques", KDD workshop on
//! text mining, 2000.

use linfa::DatasetBase;
use linfa::traits::Fit;
use ndarray::{Array2, Axis};

use super::hyperparams::ClusteringValidParams;
use super::partition::Partition;
use crate::ClusterError;
use crate::spherical_kmeans::SphericalKMeans;

/// A group of rows; `inertia` is the sum of one minus the similarity to its centroid.
struct Group {
    rows: Vec<usize>,
    inertia: f64,
    divisible: bool,
}

/// Splits the group with the highest inertia until there are enough groups.
pub(super) fn partition(
    rows: &Array2<f32>,
    params: &ClusteringValidParams,
) -> Result<Partition, ClusterError> {
    let everything = Group { rows: (0..rows.nrows()).collect(), inertia: f64::INFINITY, divisible: true };
    let mut groups = vec![everything];
    while groups.len() < params.clusters() {
        let loosest = groups
            .iter()
            .enumerate()
            .filter(|(_, group)| group.divisible)
            .max_by(|(a, left), (b, right)| left.inertia.total_cmp(&right.inertia).then(b.cmp(a)));
        let Some((at, _)) = loosest else { break };
        let (first, second) = split(rows, &groups[at].rows, params, groups.len() as u64)?;
        if second.rows.is_empty() {
            groups[at].divisible = false;
        } else {
            groups[at] = first;
            groups.push(second);
        }
    }
    let mut clusters = vec![None; rows.nrows()];
    for (cluster, group) in groups.iter().enumerate() {
        for &row in &group.rows {
            clusters[row] = Some(cluster as u32);
        }
    }
    Ok(clusters)
}

fn split(
    rows: &Array2<f32>,
    members: &[usize],
    params: &ClusteringValidParams,
    step: u64,
) -> Result<(Group, Group), ClusterError> {
    let model = SphericalKMeans::params(2)
        .seed(params.seed().wrapping_add(step))
        .starts(params.starts())
        .max_iterations(params.max_iterations())
        .fit(&DatasetBase::from(rows.select(Axis(0), members)))?;
    let half = |cluster: u32| {
        let mut group = Group { rows: Vec::new(), inertia: 0.0, divisible: true };
        for (&row, nearest) in members.iter().zip(model.nearest()) {
            if nearest.cluster == cluster {
                group.rows.push(row);
                group.inertia += 1.0 - f64::from(nearest.similarity);
            }
        }
        group.divisible = group.rows.len() > 1;
        group
    };
    Ok((half(0), half(1)))
}
