//! linfa's Gaussian mixture with full covariances, on the leading principal components of the rows: a
//! covariance of all columns has more parameters than most clusters have values.

use linfa::traits::{Fit, Predict};
use linfa::{DatasetBase, ParamGuard};
use linfa_clustering::GaussianMixtureModel;
use ndarray::{Array2, Axis};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256Plus;

use super::Algorithm;
use super::hyperparams::ClusteringValidParams;
use super::partition::Partition;
use crate::ClusterError;
use crate::directions::Directions;

/// Principal components kept.
const COMPONENTS: usize = 24;

/// Added to the diagonal of every covariance.
const RIDGE: f64 = 1e-4;

pub(super) fn partition(
    rows: &Array2<f32>,
    params: &ClusteringValidParams,
) -> Result<Partition, ClusterError> {
    let failed =
        |reason: String| ClusterError::Failed { algorithm: Algorithm::GaussianMixture.name(), reason };
    let reduced = principal_components(rows, COMPONENTS)?.mapv(f64::from);
    let model = GaussianMixtureModel::params_with_rng(
        params.clusters(),
        Xoshiro256Plus::seed_from_u64(params.seed()),
    )
    .n_runs(1)
    .tolerance(1e-3)
    .reg_covariance(RIDGE)
    .max_n_iterations(params.max_iterations() as u64)
    .check()
    .map_err(|error| failed(error.to_string()))?
    .fit(&DatasetBase::from(reduced.view()))
    .map_err(|error| failed(error.to_string()))?;
    let clusters = model.predict(&reduced);
    Ok(clusters.into_iter().map(|cluster| Some(cluster as u32)).collect())
}

/// Coordinates of the rows on their leading principal components.
fn principal_components(rows: &Array2<f32>, components: usize) -> Result<Array2<f32>, ClusterError> {
    let Some(mean) = rows.mean_axis(Axis(0)) else { return Ok(rows.clone()) };
    let centred = rows - &mean;
    Ok(Directions::longest(&centred, components)?.along(centred.view()))
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    #[test]
    fn the_leading_components_hold_the_variance() {
        let mut rng = Xoshiro256Plus::seed_from_u64(2);
        let rows = Array2::from_shape_fn((300, 40), |(row, column)| {
            let signal = if column < 2 { (row as f32 * (column + 1) as f32).sin() } else { 0.0 };
            signal + 0.01 * rng.gen_range(-1.0_f32..1.0)
        });
        let reduced = principal_components(&rows, 2).unwrap();
        let variance = |matrix: &Array2<f32>| matrix.var_axis(Axis(0), 0.0).sum();
        assert_eq!(reduced.dim(), (300, 2));
        assert!(variance(&reduced) > 0.95 * variance(&rows));
    }
}
