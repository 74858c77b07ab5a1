//! The inputs that benches pass to the kernels.

use ndarray::Array2;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thema_features::Document;

use crate::corpus::standard_normal;
use crate::{Corpus, CorpusParams, Paper, write_snapshot};

/// Generated papers in the forms the crates accept.
#[derive(Clone, Debug)]
pub struct Workload {
    papers: Vec<Paper>,
    snapshot: Vec<u8>,
}

impl Workload {
    /// Generates `papers` papers in 40 clusters.
    ///
    /// # Panics
    /// For more than 20 million papers.
    #[must_use]
    pub fn new(papers: u32) -> Self {
        let corpus =
            Corpus::new(CorpusParams { papers, ..CorpusParams::default() }).expect("a size in range");
        let mut snapshot = Vec::new();
        write_snapshot(&corpus, &mut snapshot).expect("writing to memory cannot fail");
        Self { papers: corpus.papers().collect(), snapshot }
    }

    /// The papers as a Kaggle snapshot, one JSON object per line.
    #[must_use]
    pub fn snapshot(&self) -> &[u8] {
        &self.snapshot
    }

    /// Titles and abstracts.
    #[must_use]
    pub fn documents(&self) -> Vec<Document<'_>> {
        self.papers.iter().map(|paper| Document::new(&paper.title, &paper.abstract_text)).collect()
    }

    /// The cluster of every paper.
    pub fn clusters(&self) -> impl Iterator<Item = u32> + '_ {
        self.papers.iter().map(|paper| paper.cluster)
    }

    /// What themes need of the papers.
    #[must_use]
    pub fn cluster_papers(&self) -> Vec<thema_themes::Paper> {
        let paper = |paper: &Paper| thema_themes::Paper {
            id: paper.id.clone(),
            title: paper.title.clone(),
            submitted: i32::try_from(paper.submitted.div_euclid(86_400)).ok(),
            ..thema_themes::Paper::default()
        };
        self.papers.iter().map(paper).collect()
    }

    /// Bytes of all titles and abstracts.
    #[must_use]
    pub fn text_bytes(&self) -> usize {
        self.papers.iter().map(|paper| paper.title.len() + paper.abstract_text.len()).sum()
    }
}

/// Unit vectors around `clusters` random directions, shape (rows, columns); row `i` belongs to cluster
/// `i % clusters`. The noise has a third of the centre's length, so clusters are well separated.
#[must_use]
pub fn clustered_vectors(rows: usize, columns: usize, clusters: usize) -> Array2<f32> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let centres = unit_rows(clusters, columns, &mut random);
    let noise = unit_rows(rows, columns, &mut random);
    let mut vectors = Array2::from_shape_fn((rows, columns), |(row, column)| {
        centres[[row % clusters, column]] + noise[[row, column]] / 3.0
    });
    thema_features::normalize_rows(&mut vectors.view_mut());
    vectors
}

fn unit_rows(rows: usize, columns: usize, random: &mut impl Rng) -> Array2<f32> {
    let mut matrix = Array2::from_shape_fn((rows, columns), |_| standard_normal(random) as f32);
    thema_features::normalize_rows(&mut matrix.view_mut());
    matrix
}
