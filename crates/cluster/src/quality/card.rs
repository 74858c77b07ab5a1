//! The quality card: all measures of one run.

use linfa::DatasetBase;
use linfa::traits::Fit;
use ndarray::ArrayView2;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use thema_features::CsrMatrix;

use super::{Coherence, Occurrences, Subsets, diversity, silhouette, subset_stability};
use crate::ClusterError;
use crate::cluster_count::ClusterCount;
use crate::spherical_kmeans::SphericalKMeans;

/// Seeded starts of the clustering of a subset.
const SUBSET_STARTS: usize = 2;

/// Most iterations of the clustering of a subset.
const SUBSET_ITERATIONS: usize = 25;

/// The input of a quality card.
#[derive(Clone, Copy, Debug)]
pub struct QualityInput<'a> {
    /// Unit vectors that were clustered, shape (rows, columns).
    pub vectors: ArrayView2<'a, f32>,
    /// Cluster of every row.
    pub clusters: &'a [u32],
    /// Terms of every row, for coherence: a paper contains a term if its column is stored.
    pub documents: Option<&'a CsrMatrix>,
    /// Top terms of every theme as columns of `documents`, best first.
    pub top_terms: &'a [Vec<u32>],
    /// Number of papers reported as outliers.
    pub outliers: usize,
    /// How stability is measured; 0 rounds skip it.
    pub subsets: Subsets,
    /// Most rows used for the silhouette.
    pub silhouette_rows: usize,
    /// Seed of the silhouette's sample and of the random baseline.
    pub seed: u64,
}

/// All measures of one run. Fields are only added, so that older cards stay readable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QualityCard {
    /// Papers.
    pub papers: usize,
    /// Papers of every cluster.
    pub sizes: Vec<usize>,
    /// Share of papers reported as outliers.
    pub outlier_share: f64,
    /// Mean silhouette with cosine distance, in [-1, 1].
    pub silhouette: f64,
    /// The same with rows assigned to clusters at random.
    pub random_silhouette: f64,
    /// Coherence of the top terms.
    pub coherence: Option<Coherence>,
    /// Share of distinct terms among the top terms.
    pub diversity: Option<f64>,
    /// Stability of every cluster when subsets of the rows are clustered again by spherical k-means, whatever algorithm
    /// made the clusters.
    pub stability: Vec<Option<f64>>,
    /// Mean of the stabilities present.
    pub mean_stability: Option<f64>,
    /// How the number of clusters was chosen, if it was not given.
    pub cluster_count: Option<ClusterCount>,
    /// Share of the true nearest neighbours found, if the search was approximate.
    pub neighbour_recall: Option<f64>,
}

impl QualityCard {
    /// Measures everything that the input allows.
    ///
    /// # Errors
    /// [`ClusterError::LengthMismatch`] if the inputs have different numbers of rows;
    /// [`ClusterError::NotFinite`] for a NaN or an infinity.
    pub fn measure(input: &QualityInput<'_>) -> Result<Self, ClusterError> {
        let papers = input.clusters.len();
        let mut sizes = vec![0; input.clusters.iter().max().map_or(0, |&last| last as usize + 1)];
        for &cluster in input.clusters {
            sizes[cluster as usize] += 1;
        }
        let mut dealt = input.clusters.to_vec();
        dealt.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(input.seed));
        let measured =
            |clusters: &[u32]| silhouette(input.vectors, clusters, input.silhouette_rows, input.seed);
        let coherence = input.documents.map(|documents| {
            let mut occurrences = Occurrences::new(input.top_terms);
            occurrences.count(documents);
            occurrences.coherence()
        });
        let stability = stability(input, sizes.len())?;
        let known: Vec<f64> = stability.iter().copied().flatten().collect();
        Ok(Self {
            papers,
            silhouette: measured(input.clusters)?,
            random_silhouette: measured(&dealt)?,
            outlier_share: if papers == 0 { 0.0 } else { input.outliers as f64 / papers as f64 },
            coherence,
            diversity: (!input.top_terms.is_empty()).then(|| diversity(input.top_terms)),
            mean_stability: (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64),
            stability,
            sizes,
            cluster_count: None,
            neighbour_recall: None,
        })
    }
}

fn stability(input: &QualityInput<'_>, clusters: usize) -> Result<Vec<Option<f64>>, ClusterError> {
    subset_stability(input.vectors, input.clusters, input.subsets, |rows, seed| {
        let model = SphericalKMeans::params(clusters)
            .seed(seed)
            .starts(SUBSET_STARTS)
            .max_iterations(SUBSET_ITERATIONS)
            .fit(&DatasetBase::from(rows))?;
        Ok(model.nearest().iter().map(|nearest| nearest.cluster).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;
    use thema_features::normalize_rows;

    #[test]
    fn a_card_holds_what_the_input_allows_and_reads_back() {
        let mut vectors = Array2::from_shape_fn((60, 6), |(row, column)| {
            if row % 3 == column / 2 { 1.0 } else { 0.02 * ((row * 5 + column) % 7) as f32 }
        });
        normalize_rows(&mut vectors.view_mut());
        let clusters: Vec<u32> = (0..60).map(|row| row % 3).collect();
        let input = QualityInput {
            vectors: vectors.view(),
            clusters: &clusters,
            documents: None,
            top_terms: &[],
            outliers: 3,
            subsets: Subsets { rounds: 3, ..Subsets::default() },
            silhouette_rows: 1000,
            seed: 1,
        };
        let card = QualityCard::measure(&input).unwrap();
        assert_eq!(card.sizes, [20, 20, 20]);
        assert!((card.outlier_share - 0.05).abs() < 1e-12);
        assert!(card.silhouette > 0.8 && card.random_silhouette < 0.2, "{card:?}");
        assert!(card.mean_stability > Some(0.99), "{card:?}");
        assert!(card.coherence.is_none() && card.diversity.is_none());
        let text = serde_json::to_string(&card).unwrap();
        let back: QualityCard = serde_json::from_str(&text).unwrap();
        assert_eq!((back.papers, back.sizes), (card.papers, card.sizes));
        assert!((back.silhouette - card.silhouette).abs() < 1e-9);
    }

    #[test]
    fn inputs_of_different_lengths_are_refused() {
        let vectors = Array2::ones((3, 2));
        let input = QualityInput {
            vectors: vectors.view(),
            clusters: &[0, 0],
            documents: None,
            top_terms: &[],
            outliers: 0,
            subsets: Subsets::default(),
            silhouette_rows: 10,
            seed: 0,
        };
        assert!(matches!(QualityCard::measure(&input), Err(ClusterError::LengthMismatch { .. })));
    }
}
