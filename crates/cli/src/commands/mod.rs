//! The subcommands, one file each.

mod assign;
mod config;
mod described;
mod diff;
mod dispatch;
mod edit;
mod eval;
mod explain;
mod fit;
mod harvest;
mod ingest;
mod licences;
mod misfits;
mod name;
mod preview;
mod report;
mod run;
mod session;
mod shell_help;
mod taxonomy;
mod typed_run;
mod update;

pub(crate) use dispatch::dispatch;
use session::Session;
