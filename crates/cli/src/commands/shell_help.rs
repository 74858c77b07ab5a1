//! `thema completions` and `thema man`: what a shell and its user need, from the one definition of the arguments.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use thema::{Error, Fault, Result};

use crate::arguments::Arguments;
use crate::output::print_raw;

/// Writes the completions for `shell` to standard output.
pub(crate) fn completions(shell: Shell) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "thema", &mut script);
    print_raw(|out| out.write_all(&script))
}

/// Writes the man page to standard output, or a page for thema and each of its commands to the directory `out`.
pub(crate) fn man(out: Option<&Path>) -> Result<()> {
    let Some(out) = out else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Arguments::command())
            .render(&mut page)
            .map_err(|error| Error::new(Fault::Internal, error.to_string()))?;
        return print_raw(|out| out.write_all(&page));
    };
    std::fs::create_dir_all(out)
        .and_then(|()| clap_mangen::generate_to(Arguments::command(), out))
        .map_err(|error| Error::new(Fault::Output, format!("cannot write {}: {error}", out.display())))
}
