//! What each subcommand does: one file a command, over the stages in `pipeline`.

mod dispatch;
mod eval;
mod fit;
mod harvest;
mod ingest;
mod report;
mod run;
mod shell_help;

pub(crate) use dispatch::dispatch;
