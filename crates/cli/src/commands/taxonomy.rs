//! `thema taxonomy check`: whether a taxonomy file can be used, and if not, where it is wrong.

use std::fmt::Write;

use serde_json::json;
use thema::{Error, Fault, Result, Taxonomy, TaxonomyProblem, check_taxonomy};

use crate::arguments::{CheckArguments, GlobalArguments};
use crate::exit::Status;
use crate::output::{print, print_json};

/// Checks a file; every problem stands on a line `FILE:LINE:COLUMN: MESSAGE`.
pub(crate) fn check(global: &GlobalArguments, arguments: &CheckArguments) -> Result<Status> {
    let path = arguments.file.display().to_string();
    let problems = match check_taxonomy(&arguments.file)? {
        Ok(taxonomy) => return say(global, &path, &taxonomy).map(|()| Status::Done),
        Err(problems) => problems,
    };
    list(global, &path, &problems)?;
    let count = problems.len();
    let reason = format!("{path}: {count} {}", if count == 1 { "problem" } else { "problems" });
    Err(Error::new(Fault::Settings, reason))
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
