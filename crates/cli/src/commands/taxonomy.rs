//! `thema taxonomy check`: whether a taxonomy file is valid, where its errors are, and what its words catch.

use std::fmt::Write;

use serde_json::json;
use thema::{Error, Fault, Result, Taxonomy, TaxonomyProblem, check_taxonomy};

use super::Session;
use crate::arguments::{CheckArguments, GlobalArguments};
use crate::configuration::read_so;
use crate::exit::Status;
use crate::output::{print, print_json};
use crate::taxonomy_fit::taxonomy_fit;

/// Checks a file; each problem is on a line `FILE:LINE:COLUMN: MESSAGE`.
pub(crate) fn check(global: &GlobalArguments, arguments: &CheckArguments) -> Result<Status> {
    let path = arguments.file.display().to_string();
    let problems = match check_taxonomy(&arguments.file)? {
        Ok(taxonomy) if arguments.inputs.is_empty() => {
            return say(global, &path, &taxonomy).map(|()| Status::Done);
        }
        Ok(taxonomy) => return try_on(global, arguments, &taxonomy),
        Err(problems) => problems,
    };
    list(global, &path, &problems)?;
    let count = problems.len();
    let reason = format!("{path}: {count} {}", if count == 1 { "problem" } else { "problems" });
    Err(Error::new(Fault::Settings, reason))
}

/// Prints what the words of a taxonomy catch in papers.
fn try_on(global: &GlobalArguments, arguments: &CheckArguments, taxonomy: &Taxonomy) -> Result<Status> {
    let session = Session::begin(global, None)?;
    let inputs = read_so(&arguments.inputs, &arguments.reading);
    let fit = session.work(|engine| engine.try_taxonomy(taxonomy, &inputs))?;
    if global.json {
        print_json(&fit)?;
    } else if !global.quiet {
        print(|out| write!(out, "{}", taxonomy_fit(&fit)))?;
    }
    Ok(Status::with_unread(fit.unread_inputs))
}

fn list(global: &GlobalArguments, path: &str, problems: &[TaxonomyProblem]) -> Result<()> {
    if global.json {
        let problems: Vec<_> = problems
            .iter()
            .map(|p| json!({"line": p.line, "column": p.column, "message": p.message}))
            .collect();
        return print_json(&json!({ "file": path, "problems": problems }));
    }
    let mut lines = String::new();
    for problem in problems {
        let _ = writeln!(lines, "{path}:{}:{}: {}", problem.line, problem.column, problem.message);
    }
    print(|out| write!(out, "{lines}"))
}

fn say(global: &GlobalArguments, path: &str, taxonomy: &Taxonomy) -> Result<()> {
    let other = taxonomy.themes.iter().filter(|theme| theme.other).count();
    let wanted = taxonomy.themes.len() - other;
    if global.json {
        return print_json(&json!({ "file": path, "problems": [], "wanted": wanted, "other": other }));
    }
    if global.quiet {
        return Ok(());
    }
    let name = &taxonomy.name;
    print(|out| writeln!(out, "{path}: {name} is valid: {wanted} wanted themes, {other} marked `other`"))
}
