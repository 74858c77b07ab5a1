//! Clustering algorithms, each a folder of its own with parameters, algorithm and model, through linfa's
//! `ParamGuard`, `Fit` and `PredictInplace`.

pub mod choice;
pub mod spherical_kmeans;

pub use choice::{Algorithm, Clustering, ClusteringParams, ClusteringValidParams};
pub use spherical_kmeans::{
    Nearest, Seeding, SparseRecords, SphericalKMeans, SphericalKMeansParams, SphericalKMeansValidParams,
};
