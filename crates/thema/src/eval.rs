//! Agreement of a run with labels.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thema_cluster::agreement::{Agreement, Contingency};
use thema_report::consistently;

use crate::error::Blame;
use crate::paper_ids::canonical_id;
use crate::{Error, Fault, Result};

/// The columns of `papers.csv` that `eval` needs.
#[derive(Deserialize)]
struct PaperRow {
    id: String,
    theme: String,
    cluster: String,
    primary_category: String,
}

#[derive(Deserialize)]
struct LabelRow {
    id: String,
    label: String,
}

/// Agreement of a run with labels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Scores {
    /// Papers that have both a label and a group.
    pub papers: usize,
    /// Distinct labels.
    pub labels: usize,
    /// Distinct groups.
    pub groups: usize,
    /// The measures.
    pub agreement: Agreement,
}

/// A grouping of papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Discovered clusters.
    Cluster,
    /// Themes.
    Theme,
}

/// What a run is scored against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Labels {
    /// The papers' primary categories.
    Categories,
    /// A CSV file with the columns `id` and `label`.
    File(PathBuf),
}

/// Scores the clusters or themes of run directory `run` against labels, using at most the first `first` of
/// them.
///
/// # Errors
/// [`Fault::Input`] if the run or the labels cannot be read, or no paper of the run has a label.
pub fn eval(run: &Path, labels: &Labels, by: Grouping, first: Option<usize>) -> Result<Scores> {
    let papers: Vec<PaperRow> = consistently(run, &["papers.csv"], |_| rows(&run.join("papers.csv")))?;
    let labelled: Vec<(String, String)> = match labels {
        Labels::Categories => {
            papers.iter().map(|paper| (paper.id.clone(), paper.primary_category.clone())).collect()
        }
        Labels::File(path) => rows(path)?.into_iter().map(|LabelRow { id, label }| (id, label)).collect(),
    };
    let group_of: BTreeMap<String, &str> = papers
        .iter()
        .map(|paper| match by {
            Grouping::Cluster => (canonical_id(&paper.id), paper.cluster.as_str()),
            Grouping::Theme => (canonical_id(&paper.id), paper.theme.as_str()),
        })
        .collect();
    let pairs: Vec<(&str, &str)> = labelled
        .iter()
        .take(first.unwrap_or(usize::MAX))
        .filter(|(_, label)| !label.is_empty())
        .filter_map(|(id, label)| Some((label.as_str(), *group_of.get(&canonical_id(id))?)))
        .collect();
    if pairs.is_empty() {
        let reason = match labels {
            _ if first == Some(0) => "the first 0 labels are none; give --first a number from 1",
            Labels::Categories => "no paper of the run has a category; give labels with --labels FILE",
            Labels::File(_) => "no paper of the run has a label; labels need the columns `id` and `label`",
        };
        return Err(Error::new(Fault::Input, reason));
    }
    let (labels, label_numbers) = numbered(pairs.iter().map(|(label, _)| *label));
    let (groups, group_numbers) = numbered(pairs.iter().map(|(_, group)| *group));
    let agreement = Contingency::new(&label_numbers, &group_numbers)?.agreement();
    Ok(Scores { papers: pairs.len(), labels, groups, agreement })
}

fn rows<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let named = || path.display().to_string();
    let file = File::open(path).blame_for(Fault::Input, named)?;
    let rows: std::result::Result<Vec<T>, csv::Error> =
        csv::Reader::from_reader(file).deserialize().collect();
    let rows = rows.blame_for(Fault::Input, named)?;
    if rows.is_empty() {
        return Err(Error::new(Fault::Input, format!("{}: no rows", named())));
    }
    Ok(rows)
}

/// How many distinct names there are, and each name's number in order of first appearance.
fn numbered<'a>(names: impl Iterator<Item = &'a str>) -> (usize, Vec<u32>) {
    let mut numbers = BTreeMap::new();
    let numbered = names
        .map(|name| {
            let next = numbers.len() as u32;
            *numbers.entry(name).or_insert(next)
        })
        .collect();
    (numbers.len(), numbered)
}
