//! `thema eval`: the agreement of a run with labels.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, bail};
use serde::Deserialize;
use thema_cluster::agreement::{Agreement, Contingency};

use crate::arguments::{EvalArguments, GlobalArguments, Grouping};
use crate::exit::{Classify, Failure, Status};

/// What `eval` needs of a row of `papers.csv`.
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

/// What a person or a script learns.
#[derive(serde::Serialize)]
struct Scores {
    /// Papers that have both a label and a group.
    papers: usize,
    labels: usize,
    groups: usize,
    agreement: Agreement,
}

/// Scores the clusters or themes of a run.
pub(crate) fn eval(global: &GlobalArguments, arguments: &EvalArguments) -> anyhow::Result<Status> {
    let papers: Vec<PaperRow> = rows(&arguments.run.join("papers.csv"))?;
    let labelled: Vec<(String, String)> = if arguments.labels.as_os_str() == "categories" {
        papers.iter().map(|paper| (paper.id.clone(), paper.primary_category.clone())).collect()
    } else {
        rows(&arguments.labels)?.into_iter().map(|LabelRow { id, label }| (id, label)).collect()
    };
    let group_of: BTreeMap<&str, &str> = papers
        .iter()
        .map(|paper| match arguments.by {
            Grouping::Cluster => (paper.id.as_str(), paper.cluster.as_str()),
            Grouping::Theme => (paper.id.as_str(), paper.theme.as_str()),
        })
        .collect();
    let pairs: Vec<(&str, &str)> = labelled
        .iter()
        .take(arguments.first.unwrap_or(usize::MAX))
        .filter(|(_, label)| !label.is_empty())
        .filter_map(|(id, label)| Some((label.as_str(), *group_of.get(id.as_str())?)))
        .collect();
    if pairs.is_empty() {
        return Err(anyhow::anyhow!(
            "no paper of the run has a label; labels need the columns `id` and `label`"
        ))
        .classify(Failure::Input);
    }
    let (labels, label_numbers) = numbered(pairs.iter().map(|(label, _)| *label));
    let (groups, group_numbers) = numbered(pairs.iter().map(|(_, group)| *group));
    let agreement = Contingency::new(&label_numbers, &group_numbers)?.agreement();
    print(global, &Scores { papers: pairs.len(), labels, groups, agreement }).classify(Failure::Output)?;
    let failed = arguments.fail_under.is_some_and(|least| agreement.v_measure < least);
    Ok(if failed { Status::DoneWithFindings } else { Status::Done })
}

fn rows<T: serde::de::DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let read = || -> anyhow::Result<Vec<T>> {
        let rows: Result<Vec<T>, csv::Error> =
            csv::Reader::from_reader(File::open(path)?).deserialize().collect();
        let rows = rows?;
        if rows.is_empty() {
            bail!("holds no rows");
        }
        Ok(rows)
    };
    read().with_context(|| path.display().to_string()).classify(Failure::Input)
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

fn print(global: &GlobalArguments, scores: &Scores) -> anyhow::Result<()> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    if global.json {
        serde_json::to_writer(&mut out, scores)?;
        writeln!(out)?;
        return Ok(());
    }
    let Agreement { v_measure, adjusted_rand, adjusted_mutual_information, purity, .. } = scores.agreement;
    writeln!(out, "{} papers, {} labels, {} groups", scores.papers, scores.labels, scores.groups)?;
    writeln!(out, "V-measure                    {v_measure:.4}")?;
    writeln!(out, "adjusted Rand index          {adjusted_rand:.4}")?;
    writeln!(out, "adjusted mutual information  {adjusted_mutual_information:.4}")?;
    writeln!(out, "purity                       {purity:.4}")?;
    Ok(())
}
