//! `thema eval`: agreement of a run with labels.

use thema::{Agreement, Labels, Result, Scores, counted};

use super::Session;
use crate::arguments::{EvalArguments, GlobalArguments, Grouping};
use crate::exit::Status;
use crate::output::{print, print_json};

/// Scores the clusters or themes of a run.
pub(crate) fn eval(global: &GlobalArguments, arguments: &EvalArguments) -> Result<Status> {
    let labels = match arguments.labels.as_os_str() {
        name if name == "categories" => Labels::Categories,
        _ => Labels::File(arguments.labels.clone()),
    };
    let by = match arguments.by {
        Grouping::Cluster => thema::Grouping::Cluster,
        Grouping::Theme => thema::Grouping::Theme,
    };
    let session = Session::begin(global, None)?;
    let scores = session.work(|_| thema::eval(&arguments.run, &labels, by, arguments.first))?;
    if global.json {
        print_json(&scores)?;
    } else {
        print_measures(&scores)?;
    }
    let failed = arguments.fail_under.is_some_and(|least| scores.agreement.v_measure < least);
    Ok(if failed { Status::DoneWithFindings } else { Status::Done })
}

fn print_measures(scores: &Scores) -> Result<()> {
    let Agreement { v_measure, adjusted_rand, adjusted_mutual_information, purity, .. } = scores.agreement;
    print(|out| {
        let count = |count: usize, noun| counted(count as u64, noun);
        let (papers, labels) = (count(scores.papers, "paper"), count(scores.labels, "label"));
        writeln!(out, "{papers}, {labels}, {}", count(scores.groups, "group"))?;
        writeln!(out, "V-measure                    {v_measure:.4}")?;
        writeln!(out, "adjusted Rand index          {adjusted_rand:.4}")?;
        writeln!(out, "adjusted mutual information  {adjusted_mutual_information:.4}")?;
        writeln!(out, "purity                       {purity:.4}")
    })
}
