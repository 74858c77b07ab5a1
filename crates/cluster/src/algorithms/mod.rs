//! Clustering algorithms, each a folder of its own with parameters, algorithm and model, through linfa's
//! `ParamGuard`, `Fit` and `PredictInplace`.

pub mod spherical_kmeans;

pub use spherical_kmeans::{
    Nearest, Seeding, SparseRecords, SphericalKMeans, SphericalKMeansParams, SphericalKMeansValidParams,
};
