//! `thema completions` and `thema man`: what a shell and its user need, from the one definition of the arguments.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::exit::{Classify, Failure};

/// Writes the completions for `shell` to standard output.
pub(crate) fn completions(shell: Shell) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "thema", &mut script);
    print(&script)
}

/// Writes the man page to standard output, or a page for thema and each of its commands to the directory `out`.
pub(crate) fn man(out: Option<&Path>) -> anyhow::Result<()> {
    let Some(out) = out else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Arguments::command()).render(&mut page)?;
        return print(&page);
    };
    std::fs::create_dir_all(out)
        .and_then(|()| clap_mangen::generate_to(Arguments::command(), out))
        .with_context(|| format!("cannot write {}", out.display()))
        .classify(Failure::Output)
}

fn print(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).context("standard output").classify(Failure::Output)
}
