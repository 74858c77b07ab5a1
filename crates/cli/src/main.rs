//! The `thema` binary: turns dumps of research abstracts into theme reports.

use std::process::ExitCode;

use clap::Parser;

mod arguments;
mod commands;
mod configuration;
mod exit;
mod pipeline;
mod progress;
mod theme_table;

fn main() -> ExitCode {
    let arguments = arguments::Arguments::parse();
    match commands::dispatch(arguments) {
        Ok(status) => status.into(),
        Err(error) => exit::report(&error),
    }
}
