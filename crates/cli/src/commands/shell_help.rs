//! `thema completions` and `thema man`: generated from the one definition of the arguments.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use thema::{Error, Fault, FileGroup, Links, Output, Result, begins_with, make_folders};

use crate::arguments::Arguments;
use crate::output::print_raw;

/// How every man page begins, in this and earlier releases.
const ROFF: &[u8] = b".ie \\n(.g .ds";

/// Writes the completions for `shell` to standard output.
pub(crate) fn completions(shell: Shell) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "thema", &mut script);
    print_raw(|out| out.write_all(&script))
}

/// Writes the man page to standard output, or a page for thema and one for each command to the directory
/// `out`, all or none.
pub(crate) fn man(out: Option<&Path>) -> Result<()> {
    let Some(out) = out else {
        let mut page = Vec::new();
        Man::new(Arguments::command())
            .render(&mut page)
            .map_err(|error| Error::new(Fault::Internal, error.to_string()))?;
        return print_raw(|out| out.write_all(&page));
    };
    make_folders(out)
        .map_err(|error| Error::new(Fault::Output, format!("cannot write {}: {error}", out.display())))?;
    let mut command = Arguments::command().disable_help_subcommand(true);
    command.build();
    let pages = pages(command);
    let outputs = pages.iter().map(|page| Output {
        path: out.join(page.get_filename()),
        links: Links::Follow,
        ours: begins_with(ROFF),
        what: "a man page",
    });
    let mut files = FileGroup::begin(outputs.collect())?;
    for (index, page) in pages.iter().enumerate() {
        files.write(index, |mut out| page.render(&mut out))?;
    }
    Ok(files.commit()?)
}

/// A page for `command` and each of its subcommands.
fn pages(command: clap::Command) -> Vec<Man> {
    let of_others = command.get_subcommands().cloned().flat_map(pages).collect::<Vec<_>>();
    std::iter::once(Man::new(command)).chain(of_others).collect()
}
