//! Runs the command given on the command line.

use thema::Result;
use tracing_subscriber::EnvFilter;

use super::{
    assign, config, diff, edit, eval, explain, fit, harvest, ingest, licences, name, report, run, shell_help,
    taxonomy, update,
};
use crate::arguments::{Arguments, Command, GlobalArguments, TaxonomyCommand};
use crate::exit::Status;

/// Runs the command given on the command line.
pub(crate) fn dispatch(arguments: Arguments) -> Result<Status> {
    let Arguments { global, command } = arguments;
    log_to_standard_error(&global);
    match command {
        Command::Run(arguments) => run::run(&global, &arguments),
        Command::Ingest(arguments) => ingest::ingest(&global, &arguments),
        Command::Harvest(arguments) => harvest::harvest(&global, &arguments),
        Command::Fit(arguments) => fit::fit(&global, &arguments),
        Command::Eval(arguments) => eval::eval(&global, &arguments),
        Command::Report(arguments) => report::report(&global, &arguments),
        Command::Edit(arguments) => edit::edit(&global, arguments),
        Command::Name(arguments) => name::name(&global, arguments),
        Command::Completions { shell } => shell_help::completions(shell).map(|()| Status::Done),
        Command::Man { out } => shell_help::man(out.as_deref()).map(|()| Status::Done),
        Command::Assign(arguments) => assign::assign(&global, &arguments),
        Command::Update(arguments) => update::update(&global, &arguments),
        Command::Diff(arguments) => diff::diff(&global, &arguments),
        Command::Explain(arguments) => explain::explain(&global, &arguments),
        Command::Taxonomy(TaxonomyCommand::Check(arguments)) => taxonomy::check(&global, &arguments),
        Command::Licences => licences::licences().map(|()| Status::Done),
        Command::Config => config::config(&global).map(|()| Status::Done),
    }
}

fn log_to_standard_error(global: &GlobalArguments) {
    let level = match global.verbose {
        0 => "warn",
        1 => "info",
        _ => "debug",
    };
    let filter = if global.quiet { "error" } else { level };
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .without_time()
        .with_target(false)
        // If standard error cannot be written, an error about it cannot be written either.
        .log_internal_errors(false)
        .with_env_filter(EnvFilter::new(filter))
        .init();
}
