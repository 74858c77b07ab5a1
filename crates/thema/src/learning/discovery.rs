//! Finds themes among new papers that the run does not have.

use linfa::ParamGuard;
use linfa::dataset::DatasetBase;
use linfa::traits::Fit;
use ndarray::{Array2, Axis};
use thema_cluster::neighbours::{NeighbourGraph, NeighbourGraphParams, centred};
use thema_cluster::newcomers::{joined, least_newness, newness};
use thema_features::Document;
use thema_themes::OutlierReason;

use super::clusters::cluster;
use super::features::{Features, fit_features};
use super::style::Style;
use crate::Result;
use crate::checked::CheckedSettings;
use crate::stages::Stages;

/// Neighbours per paper, within these bounds: enough that about this many are papers of the run, if the
/// corpus has merely grown. With fewer, some places lack the run's papers by chance alone.
const STOOD_AMONG: usize = 5;
const NEIGHBOURS: std::ops::RangeInclusive<usize> = 20..=100;
/// Share of the papers called new that may be wrong, and the minimum newness of a paper called new.
const MISTAKEN: f32 = 0.1;
const LEAST_NEW: f32 = 0.2;
/// Minimum share of neighbours that are of the same theme: of all its founding papers together, and of each
/// paper that it has in the end.
const HOLDS_TOGETHER: f32 = 0.15;
/// Maximum number of the run's papers per paper of a new theme; less if the run is smaller than the batch of
/// new papers.
const MOST_STOOD: f32 = 0.5;
/// Papers of a cluster on average, in multiples of the minimum of a theme, if the number of clusters that would
/// be chosen leaves them fewer than the minimum.
const ROOM: usize = 2;

/// Papers new to a run, with a draw of the run's papers.
pub(crate) struct Arrivals<'a> {
    /// The new papers.
    pub(crate) papers: &'a [Document<'a>],
    /// Why the run's model calls a paper an outlier, if it does.
    pub(crate) unfit: &'a [Option<OutlierReason>],
    /// Whether a paper is of a theme of the run whatever lies near it: it counts as one of the run's.
    pub(crate) known: &'a [bool],
    /// A draw of the run's papers.
    pub(crate) of_run: &'a [Document<'a>],
    /// Papers of the run per drawn paper, at least 1.
    pub(crate) drawn_from: f32,
    /// Other papers of earlier updates, in themes that updates found.
    pub(crate) found: usize,
    /// Minimum number of papers of a theme.
    pub(crate) least_papers: usize,
}

/// What was found among new papers.
#[derive(Default)]
pub(crate) struct Discovery {
    /// Whether a paper lies where the run has next to no papers.
    pub(crate) new: Vec<bool>,
    /// Papers that form a theme, each list ascending; the largest theme first.
    pub(crate) themes: Vec<Vec<usize>>,
    /// Terms of the new papers and then the run's, with the projection learned from them but without the papers'
    /// vectors, if papers form themes.
    pub(crate) features: Option<Features>,
}

/// Looks for themes that the run does not have.
///
/// Terms and vectors are learned from the new papers and a draw of the run's papers together, because the
/// run's own terms do not cover a field it never saw. Papers in a new neighbourhood (see [`newness`] and
/// [`least_newness`]) are clustered like those of a run. A cluster founds a theme if it is large enough, held
/// together by its neighbours, and reads like the run's papers: it has enough of the words that are common in them, as papers
/// of all fields have, and recipes have not. The theme then takes in the papers that lie among its own.
pub(crate) fn discover(
    checked: &CheckedSettings,
    arrivals: &Arrivals<'_>,
    stages: &mut Stages,
) -> Result<Discovery> {
    let came = arrivals.papers.len();
    if came < arrivals.least_papers {
        return Ok(Discovery { new: vec![false; came], ..Discovery::default() });
    }
    // Notes are left out: a run of an earlier version stored none, and papers without notes are not new for that.
    let documents: Vec<Document<'_>> = arrivals
        .papers
        .iter()
        .chain(arrivals.of_run)
        .map(|document| Document::new(document.title, document.body))
        .collect();
    let judgements = stages.run("judge", || checked.corpus_fit.learn(&documents).judge(&documents));
    let mut features = fit_features(checked, &documents, &[], &judgements, stages)?;
    let vectors = centred(std::mem::take(&mut features.vectors))?;
    let seed = checked.settings.seed;
    let stands: Vec<f32> = (0..documents.len())
        .map(|row| arrivals.known.get(row).map_or(arrivals.drawn_from, |&known| f32::from(u8::from(known))))
        .collect();
    let (graph, newness, least) = stages.run("compare", || {
        let neighbours = STOOD_AMONG * documents.len() / arrivals.of_run.len().max(1);
        let graph: NeighbourGraph =
            NeighbourGraphParams::new(neighbours.clamp(*NEIGHBOURS.start(), *NEIGHBOURS.end()))
                .seed(seed)
                .check()?
                .fit(&DatasetBase::from(vectors.view()))?;
        let newness = newness(&graph, &stands)?;
        let least = least_newness(&newness, &stands, arrivals.found, MISTAKEN)?;
        Ok::<_, thema_cluster::ClusterError>((graph, newness, least))
    })?;
    let is_called_new = |row: usize| least.is_some_and(|least| newness[row] >= least.max(LEAST_NEW));
    let says_something = |row: usize| arrivals.unfit[row].is_none_or(may_be_of_a_new_field);
    let is_new: Vec<bool> =
        (0..came).map(|row| stands[row] == 0.0 && is_called_new(row) && says_something(row)).collect();
    let new: Vec<usize> = (0..came).filter(|&row| is_new[row]).collect();
    let mut discovery = Discovery { new: is_new, ..Discovery::default() };
    if new.len() < arrivals.least_papers {
        return Ok(discovery);
    }
    let founders = clusters_of(checked, vectors.select(Axis(0), &new), arrivals.least_papers, stages)?;
    let mut begun: Vec<Option<u32>> = vec![None; documents.len()];
    let mut themes = 0;
    let style = Style::of(arrivals, checked.language());
    for founders in founders {
        let founders: Vec<usize> = founders.into_iter().map(|at| new[at]).collect();
        if founds_a_theme(&founders, arrivals, &graph) && style.is_of(&founders) {
            for row in founders {
                begun[row] = Some(themes);
            }
            themes += 1;
        }
    }
    // The run's papers may join too: if many of them lie in a theme, the run already has it.
    let may_join: Vec<bool> = (0..documents.len()).map(|row| row >= came || says_something(row)).collect();
    let theme_of = joined(&graph, begun, &may_join)?;
    let rows_of = |theme: u32| -> Vec<usize> {
        (0..documents.len()).filter(|&row| theme_of[row] == Some(theme)).collect()
    };
    // If the corpus grew many times over, the run's papers are few in every theme.
    let stood_for_each = arrivals.of_run.len() as f32 * arrivals.drawn_from / came as f32;
    let most_stood = MOST_STOOD * stood_for_each.min(1.0);
    for theme in 0..themes {
        let (stood, mut papers): (Vec<usize>, Vec<usize>) =
            rows_of(theme).into_iter().partition(|&row| stands[row] > 0.0);
        let stood: f32 = stood.into_iter().map(|row| stands[row]).sum();
        let is_new = stood <= most_stood * papers.len() as f32;
        drop_strays(&graph, &mut papers);
        if is_new && papers.len() >= arrivals.least_papers {
            discovery.themes.push(papers);
        }
    }
    discovery.themes.sort_by_key(|papers: &Vec<usize>| std::cmp::Reverse(papers.len()));
    discovery.features = Some(features);
    Ok(discovery)
}

/// Whether a paper that the run's model calls an outlier may belong to a field the run never saw.
fn may_be_of_a_new_field(reason: OutlierReason) -> bool {
    matches!(reason, OutlierReason::OffTopic | OutlierReason::NoKnownTerm | OutlierReason::LowMargin)
}

/// Clusters the new papers as a run does, into fewer clusters if they are too few for so many.
fn clusters_of(
    checked: &CheckedSettings,
    vectors: Array2<f32>,
    least_papers: usize,
    stages: &mut Stages,
) -> Result<Vec<Vec<usize>>> {
    let papers = vectors.nrows();
    let mut settings = checked.settings.clone();
    settings.clusters.count = None;
    let mut clusters = cluster(&settings, vectors.clone(), &[], 0, stages)?;
    if papers < clusters.count * least_papers {
        settings.clusters.count = Some((papers / (ROOM * least_papers)).max(1));
        clusters = cluster(&settings, vectors, &[], 0, stages)?;
    }
    let mut members = vec![Vec::new(); clusters.count];
    for (row, cluster) in clusters.of_papers().into_iter().enumerate() {
        members[cluster as usize].push(row);
    }
    Ok(members)
}

/// Drops the papers of a theme that have too few neighbours in it, until all have enough.
fn drop_strays(graph: &NeighbourGraph, papers: &mut Vec<usize>) {
    loop {
        let belongs = |&row: &usize| {
            let (among, neighbours) = neighbours_among(graph, row, papers);
            among as f32 >= HOLDS_TOGETHER * neighbours as f32
        };
        let kept: Vec<usize> = papers.iter().copied().filter(belongs).collect();
        if kept.len() == papers.len() {
            return;
        }
        *papers = kept;
    }
}

/// How many neighbours of a row are among `papers`, which ascend, and how many it has.
fn neighbours_among(graph: &NeighbourGraph, row: usize, papers: &[usize]) -> (usize, usize) {
    graph.neighbours(row).fold((0, 0), |(among, all), (other, _)| {
        (among + usize::from(papers.binary_search(&(other as usize)).is_ok()), all + 1)
    })
}

/// Whether papers are numerous and cohesive enough to found a theme.
fn founds_a_theme(founders: &[usize], arrivals: &Arrivals<'_>, graph: &NeighbourGraph) -> bool {
    let count = founders.len();
    if count < arrivals.least_papers {
        return false;
    }
    let counts = founders.iter().map(|&row| neighbours_among(graph, row, founders));
    let (among, neighbours) = counts.fold((0, 0), |(among, all), (more, of)| (among + more, all + of));
    among as f32 >= HOLDS_TOGETHER * neighbours as f32
}
