//! The way from a small corpus to clusters and themes, by the libraries alone.

use linfa::traits::Fit;
use linfa::{DatasetBase, ParamGuard};
use ndarray::Array2;
use thema_cluster::neighbours::{NeighbourGraphParams, centred, smoothed};
use thema_cluster::spherical_kmeans::SphericalKMeans;
use thema_features::analysis::{Analyzer, Language, StopWords};
use thema_features::{CsrMatrix, Document, FeatureModel, FeatureParams, FrequencyBound};
use thema_ingest::Corpus;
use thema_projection::{BackgroundModel, ContrastiveParams, Projection, ProjectionParams, TrainingRows};
use thema_themes::{
    GuidedPapers, GuidedTerms, GuidedThemesParams, Place, SeedMatcher, best_for_categories, seed_terms,
};

/// Texts as rows and vectors.
pub(crate) struct Analysed {
    pub(crate) model: FeatureModel,
    pub(crate) rows: CsrMatrix,
    pub(crate) projection: Projection,
    pub(crate) vectors: Array2<f32>,
}

pub(crate) fn documents(corpus: &Corpus) -> Vec<Document<'_>> {
    (0..corpus.len())
        .map(|row| Document { title: corpus.title(row), body: corpus.abstract_text(row) })
        .collect()
}

/// Too few papers to learn from: their terms begin, and stay, at the vectors of the background.
pub(crate) fn analyse(documents: &[Document<'_>]) -> Analysed {
    let params = FeatureParams::default()
        .minimum_frequency(FrequencyBound::Count(2))
        .maximum_frequency(FrequencyBound::Share(0.5))
        .check()
        .unwrap();
    let (model, counts) = FeatureModel::fit(&params, documents).unwrap();
    let rows = model.weigh(&counts.sums()).unwrap();
    let training = TrainingRows {
        documents: &rows,
        titles: &model.weigh_titles(counts.titles()).unwrap(),
        bodies: &model.weigh_bodies(counts.bodies()).unwrap(),
        related: &[],
    };
    let params =
        ProjectionParams::default().continued(ContrastiveParams::continued().epochs(0)).check().unwrap();
    let known = BackgroundModel::shipped().unwrap().vectors_of(&model);
    let projection = Projection::fit_from(&params, known, training).unwrap();
    let vectors = projection.project(&rows).unwrap();
    Analysed { model, rows, projection, vectors }
}

/// The cluster of every paper: spherical k-means after smoothing along the neighbour graph.
pub(crate) fn cluster(vectors: &Array2<f32>, clusters: usize) -> Vec<usize> {
    let rows = centred(vectors).unwrap();
    let graph = NeighbourGraphParams::new(10)
        .check()
        .unwrap()
        .fit(&DatasetBase::from(rows.view()))
        .unwrap()
        .symmetrised();
    let rows = smoothed(rows, &graph, 2).unwrap();
    SphericalKMeans::params(clusters)
        .check()
        .unwrap()
        .fit(&DatasetBase::from(rows.view()))
        .unwrap()
        .assignments()
}

/// The key of every paper's theme, by the shipped taxonomy that the corpus's categories ask for; `other` for
/// papers of none and for papers of its themes marked so.
pub(crate) fn themes(corpus: &Corpus, documents: &[Document<'_>], analysed: &Analysed) -> Vec<String> {
    let categories: Vec<Vec<String>> =
        (0..corpus.len()).map(|row| corpus.categories(row).map(str::to_owned).collect()).collect();
    let categories: Vec<&[String]> = categories.iter().map(Vec::as_slice).collect();
    let taxonomy = &best_for_categories(&categories).unwrap().unwrap();
    let analyzer = Analyzer::builder(Language::English).stop_words(StopWords::none()).build();
    let matcher = SeedMatcher::new(taxonomy, &analyzer);
    let seeds = matcher.count(documents, &analyzer);
    let papers = GuidedPapers { rows: &analysed.rows, vectors: analysed.vectors.view(), seeds: &seeds };
    let resolve = |text: &str| seed_terms(&analysed.model, text);
    let vector = |term: u32| analysed.projection.table().row(term as usize).to_vec();
    let terms = GuidedTerms { resolve: &resolve, vector: Some(&vector) };
    let params = GuidedThemesParams::default().check().unwrap();
    let (_, placements) = params.fit(taxonomy, matcher, &papers, &terms).unwrap();
    placements
        .iter()
        .map(|placement| match placement.place {
            Place::Theme(theme) if !taxonomy.themes[theme as usize].other => {
                taxonomy.themes[theme as usize].key.clone()
            }
            Place::Theme(_) | Place::Other => "other".into(),
        })
        .collect()
}
