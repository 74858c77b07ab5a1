//! `thema taxonomy check`: whether a taxonomy file can be used, and if not, where it is wrong.

use std::io::Write;

use anyhow::Context;
use thema_cluster::ClusterError;
use thema_themes::Taxonomy;

use crate::arguments::{CheckArguments, GlobalArguments};
use crate::exit::{Classify, Failure, Status};

/// Checks a file; every problem stands on a line `FILE:LINE:COLUMN: MESSAGE`.
pub(crate) fn check(global: &GlobalArguments, arguments: &CheckArguments) -> anyhow::Result<Status> {
    let path = arguments.file.display().to_string();
    let source = std::fs::read_to_string(&arguments.file)
        .with_context(|| format!("cannot read the taxonomy {path}"))
        .classify(Failure::Usage)?;
    let problems = match Taxonomy::parse(&source) {
        Ok(taxonomy) => {
            say(global, &path, &taxonomy).context("standard output").classify(Failure::Output)?;
            return Ok(Status::Done);
        }
        Err(ClusterError::InvalidTaxonomy { problems }) => problems,
        Err(other) => return Err(other).classify(Failure::Usage),
    };
    let list = || -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        if global.json {
            let problems: Vec<_> = problems
                .iter()
                .map(|p| serde_json::json!({"line": p.line, "column": p.column, "message": p.message}))
                .collect();
            serde_json::to_writer(&mut out, &serde_json::json!({ "file": path, "problems": problems }))?;
            writeln!(out)?;
            return Ok(());
        }
        for problem in &problems {
            writeln!(out, "{path}:{}:{}: {}", problem.line, problem.column, problem.message)?;
        }
        Ok(())
    };
    list().context("standard output").classify(Failure::Output)?;
    let count = problems.len();
    let error = anyhow::anyhow!("{path}: {count} {}", if count == 1 { "problem" } else { "problems" });
    Err(error).classify(Failure::Usage)
}

fn say(global: &GlobalArguments, path: &str, taxonomy: &Taxonomy) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let other = taxonomy.themes.iter().filter(|theme| theme.other).count();
    let wanted = taxonomy.themes.len() - other;
    if global.json {
        let summary = serde_json::json!({ "file": path, "problems": [], "wanted": wanted, "other": other });
        serde_json::to_writer(&mut out, &summary)?;
        writeln!(out)?;
    } else if !global.quiet {
        writeln!(out, "{path}: {} is valid: {wanted} wanted themes, {other} marked `other`", taxonomy.name)?;
    }
    Ok(())
}
