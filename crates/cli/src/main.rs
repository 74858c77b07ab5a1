//! The `thema` binary: turns dumps of research abstracts into theme reports.

use std::process::ExitCode;

mod arguments;
mod commands;
mod configuration;
mod exit;
mod interruption;
mod output;
mod progress;
mod stopped;
mod suggestions;
mod taxonomy_fit;
mod theme_table;

/// Returns freed memory after each stage; the system's allocator keeps fragments of it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = suggestions::parse();
    let code = match stopped::told_of_panics(|| commands::dispatch(arguments)) {
        Ok(status) => status.into(),
        Err(error) => exit::report(&error),
    };
    thema::settle();
    code
}
