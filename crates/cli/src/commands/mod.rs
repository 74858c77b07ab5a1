//! What each subcommand does: one file a command, over the stages in `pipeline`.

mod assign;
mod diff;
mod dispatch;
mod eval;
mod explain;
mod fit;
mod harvest;
mod ingest;
mod report;
mod run;
mod shell_help;
mod taxonomy;
mod update;

pub(crate) use dispatch::dispatch;
