//! New papers to themes that the run does not have.

use linfa::ParamGuard;
use linfa::dataset::DatasetBase;
use linfa::traits::Fit;
use ndarray::{Array2, Axis};
use thema_cluster::neighbours::{NeighbourGraph, NeighbourGraphParams, centred};
use thema_cluster::newcomers::{joined, least_newness, newness};
use thema_features::Document;
use thema_themes::OutlierReason;

use super::clusters::cluster;
use super::features::fit_features;
use crate::Result;
use crate::checked::CheckedSettings;
use crate::stages::Stages;

/// Nearest papers that are asked of every paper: as many as have this many of the run's papers among them where the corpus
/// has merely grown, within these bounds. Of fewer chance alone makes places without any.
const STOOD_AMONG: usize = 5;
const NEIGHBOURS: std::ops::RangeInclusive<usize> = 20..=100;
/// Share of the papers called new that are expected to be none, and the newness under which none is called so.
const MISTAKEN: f32 = 0.1;
const LEAST_NEW: f32 = 0.2;
/// Share of the neighbours of the papers that a theme begins with that are among them too.
const HOLDS_TOGETHER: f32 = 0.15;
/// Share of the papers that a theme begins with that may be strange.
const MOST_STRANGE: f64 = 0.5;
/// Papers of the run that may lie among those of a new theme, for each of these; fewer where the run is smaller than what
/// came.
const MOST_STOOD: f32 = 0.5;
/// Up to this many times the least papers of a theme the new papers are one cluster for every part of that.
const FEW_THEMES: usize = 10;
const PART: usize = 4;

/// Papers that came to a run, and the run's papers beside them.
pub(crate) struct Arrivals<'a> {
    /// The papers that came.
    pub(crate) papers: &'a [Document<'a>],
    /// Why the run's model sets a paper aside, where it does.
    pub(crate) unfit: &'a [Option<OutlierReason>],
    /// A draw of the run's papers.
    pub(crate) standing: &'a [Document<'a>],
    /// The papers of the run for each that was drawn, at least 1.
    pub(crate) drawn_from: f32,
    /// Fewest papers of a theme.
    pub(crate) least_papers: usize,
}

/// What was found among papers that came.
#[derive(Debug, Default)]
pub(crate) struct Discovery {
    /// Whether a paper lies where the run has next to none.
    pub(crate) new: Vec<bool>,
    /// Papers that make a theme together, each ascending; the largest first.
    pub(crate) themes: Vec<Vec<usize>>,
}

/// Looks for themes that the run does not have.
///
/// Terms and vectors are learned from the new papers and a draw of the run's papers together, as the run's own terms know
/// nothing of a field that it never saw. Papers whose neighbourhood is new (see [`newness`] and [`least_newness`]) are clustered as
/// those of a run are. A cluster makes a theme when it is large enough, held together by its neighbours, and not mostly
/// made of strange texts; then it takes the papers that lie among it.
pub(crate) fn discover(
    checked: &CheckedSettings,
    arrivals: &Arrivals<'_>,
    stages: &mut Stages,
) -> Result<Discovery> {
    let came = arrivals.papers.len();
    if came < arrivals.least_papers {
        return Ok(Discovery { new: vec![false; came], themes: Vec::new() });
    }
    let documents: Vec<Document<'_>> = arrivals.papers.iter().chain(arrivals.standing).copied().collect();
    let judgements = stages.run("judge", || checked.corpus_fit.learn(&documents).judge(&documents));
    let features = fit_features(checked, &documents, &[], &judgements, stages)?;
    let vectors = centred(features.vectors)?;
    let seed = checked.settings.seed;
    let (graph, newness, least) = stages.run("compare", || {
        let neighbours = STOOD_AMONG * documents.len() / arrivals.standing.len().max(1);
        let graph: NeighbourGraph =
            NeighbourGraphParams::new(neighbours.clamp(*NEIGHBOURS.start(), *NEIGHBOURS.end()))
                .seed(seed)
                .check()?
                .fit(&DatasetBase::from(vectors.view()))?;
        let standing: Vec<f32> =
            (0..documents.len()).map(|row| if row < came { 0.0 } else { arrivals.drawn_from }).collect();
        let newness = newness(&graph, &standing)?;
        let least = least_newness(&newness, &standing, MISTAKEN)?;
        Ok::<_, thema_cluster::ClusterError>((graph, newness, least))
    })?;
    let is_called_new = |row: usize| least.is_some_and(|least| newness[row] >= least.max(LEAST_NEW));
    let says_something = |row: usize| arrivals.unfit[row].is_none_or(may_be_of_a_new_field);
    let is_new: Vec<bool> = (0..came).map(|row| is_called_new(row) && says_something(row)).collect();
    let new: Vec<usize> = (0..came).filter(|&row| is_new[row]).collect();
    let mut discovery = Discovery { new: is_new, themes: Vec::new() };
    if new.len() < arrivals.least_papers {
        return Ok(discovery);
    }
    let founders = clusters_of(checked, vectors.select(Axis(0), &new), arrivals.least_papers, stages)?;
    let mut begun: Vec<Option<u32>> = vec![None; documents.len()];
    let mut themes = 0;
    for founders in founders {
        let founders: Vec<usize> = founders.into_iter().map(|at| new[at]).collect();
        if founds_a_theme(&founders, arrivals, &graph) {
            for row in founders {
                begun[row] = Some(themes);
            }
            themes += 1;
        }
    }
    // Standing papers are asked too: a theme among which many of them lie is none that the run does not have.
    let may_join: Vec<bool> = (0..documents.len()).map(|row| row >= came || says_something(row)).collect();
    let theme_of = joined(&graph, begun, &may_join)?;
    let rows_of = |theme: u32| -> Vec<usize> {
        (0..documents.len()).filter(|&row| theme_of[row] == Some(theme)).collect()
    };
    // Of a corpus that grew many times over, the papers that stood are few in every theme.
    let stood_for_each = arrivals.standing.len() as f32 * arrivals.drawn_from / came as f32;
    let most_stood = MOST_STOOD * stood_for_each.min(1.0);
    for theme in 0..themes {
        let mut papers = rows_of(theme);
        let stood =
            papers.split_off(papers.partition_point(|&row| row < came)).len() as f32 * arrivals.drawn_from;
        if stood <= most_stood * papers.len() as f32 {
            discovery.themes.push(papers);
        }
    }
    discovery.themes.sort_by_key(|papers: &Vec<usize>| std::cmp::Reverse(papers.len()));
    Ok(discovery)
}

/// Whether a text that the run's model sets aside may be of a field that the run never saw.
fn may_be_of_a_new_field(reason: OutlierReason) -> bool {
    matches!(reason, OutlierReason::OffTopic | OutlierReason::NoKnownTerm | OutlierReason::LowMargin)
}

/// The new papers in clusters, as the papers of a run are.
fn clusters_of(
    checked: &CheckedSettings,
    vectors: Array2<f32>,
    least_papers: usize,
    stages: &mut Stages,
) -> Result<Vec<Vec<usize>>> {
    let papers = vectors.nrows();
    let mut settings = checked.settings.clone();
    let few = papers < FEW_THEMES * least_papers;
    settings.clusters.count = few.then(|| (papers / (PART * least_papers)).max(1));
    let clusters = cluster(&settings, vectors, stages)?;
    let mut members = vec![Vec::new(); clusters.count];
    for (row, cluster) in clusters.of_papers().into_iter().enumerate() {
        members[cluster as usize].push(row);
    }
    Ok(members)
}

/// Whether papers are enough, together and not strange for the most part.
fn founds_a_theme(founders: &[usize], arrivals: &Arrivals<'_>, graph: &NeighbourGraph) -> bool {
    let count = founders.len();
    if count < arrivals.least_papers {
        return false;
    }
    let (mut among, mut neighbours) = (0_usize, 0_usize);
    for (other, _) in founders.iter().flat_map(|&row| graph.neighbours(row)) {
        neighbours += 1;
        among += usize::from(founders.binary_search(&(other as usize)).is_ok());
    }
    let strange = founders.iter().filter(|&&row| arrivals.unfit[row].is_some()).count();
    among as f32 >= HOLDS_TOGETHER * neighbours as f32 && strange as f64 <= MOST_STRANGE * count as f64
}
