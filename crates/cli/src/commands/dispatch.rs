//! Prepares the process for a command, and carries the command out.

use std::io::IsTerminal;

use anyhow::Context;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::arguments::{Arguments, Command, GlobalArguments, ModelArguments, TaxonomyCommand};
use crate::configuration::{DEFAULT, Settings};
use crate::exit::{Classify, Failure, Status};
use crate::progress::{PROGRESS, ProgressLayer};

use super::{assign, diff, eval, explain, fit, harvest, ingest, report, run, shell_help, taxonomy, update};

/// Carries out what the command line asks for.
pub(crate) fn dispatch(arguments: Arguments) -> anyhow::Result<Status> {
    let Arguments { global, command } = arguments;
    log_to_standard_error(&global);
    match command {
        Command::Run(run_arguments) => {
            let settings = prepare(&global, Some(&run_arguments.model))?;
            run::run(&global, &run_arguments, &settings)
        }
        Command::Ingest(ingest_arguments) => {
            let settings = prepare(&global, None)?;
            ingest::ingest(&global, &ingest_arguments, &settings)
        }
        Command::Harvest(harvest_arguments) => {
            let settings = prepare(&global, None)?;
            harvest::harvest(&global, &harvest_arguments, &settings)
        }
        Command::Fit(fit_arguments) => {
            let settings = prepare(&global, None)?;
            fit::fit(&global, &fit_arguments, &settings)
        }
        Command::Eval(eval_arguments) => eval::eval(&global, &eval_arguments),
        Command::Report(report_arguments) => report::report(&global, &report_arguments),
        Command::Completions { shell } => shell_help::completions(shell).map(|()| Status::Done),
        Command::Man { out } => shell_help::man(out.as_deref()).map(|()| Status::Done),
        Command::Assign(arguments) => {
            let settings = prepare(&global, None)?;
            assign::assign(&global, &arguments, &settings)
        }
        Command::Update(arguments) => {
            let settings = prepare(&global, None)?;
            update::update(&global, &arguments, &settings)
        }
        Command::Diff(arguments) => diff::diff(&global, &arguments),
        Command::Explain(arguments) => {
            prepare(&global, None)?;
            explain::explain(&global, &arguments)
        }
        Command::Taxonomy(TaxonomyCommand::Check(arguments)) => taxonomy::check(&global, &arguments),
        Command::Config => {
            print_defaults();
            Ok(Status::Done)
        }
    }
}

/// Resolves the settings and starts the threads.
fn prepare(global: &GlobalArguments, model: Option<&ModelArguments>) -> anyhow::Result<Settings> {
    let settings = Settings::resolve(global, model)?;
    rayon::ThreadPoolBuilder::new()
        .num_threads(settings.threads)
        .build_global()
        .context("cannot start the threads")
        .classify(Failure::Usage)?;
    Ok(settings)
}

fn log_to_standard_error(global: &GlobalArguments) {
    let level = match global.verbose {
        0 => "warn",
        1 => "info",
        _ => "debug",
    };
    let filter = if global.quiet { "error" } else { level };
    let watched = !global.quiet && !global.json && std::io::stderr().is_terminal();
    let bars = watched.then(|| ProgressLayer.with_filter(Targets::new().with_target(PROGRESS, Level::TRACE)));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .without_time()
        .with_target(false)
        .with_filter(EnvFilter::new(filter));
    tracing_subscriber::registry().with(bars).with(lines).init();
}

#[expect(clippy::print_stdout, reason = "the defaults are this command's result")]
fn print_defaults() {
    print!("{DEFAULT}");
}
