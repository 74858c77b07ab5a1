//! The commands to run after a preview, which read everything.

use std::borrow::Cow;
use std::io::{self, Write};

use thema::{Report, plain};

use crate::arguments::RunArguments;

/// Prints how much a preview read and which commands read the whole input, or that a small input was read whole.
pub(super) fn print_preview(
    arguments: &RunArguments,
    report: &Report,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(preview) = &report.corpus.preview else {
        return if arguments.model.preview {
            writeln!(out, "The input is small and was read whole; this is not a preview.")
        } else {
            Ok(())
        };
    };
    writeln!(out, "{}", preview.sentence())?;
    let typed = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let mut whole: Vec<String> = typed.filter(|argument| argument != "--preview").collect();
    if !arguments.force {
        whole.push("--force".to_owned());
    }
    writeln!(out, "For a full run: {}", command(whole))?;
    let path = |path: &std::path::Path| path.display().to_string();
    let inputs = arguments.input.inputs.iter().map(|input| path(input));
    let placing = ["assign".to_owned(), path(&arguments.out)].into_iter().chain(inputs);
    writeln!(out, "To place all papers in these themes: {}", command(placing))
}

/// A command line quoted for a shell.
fn command(arguments: impl IntoIterator<Item = String>) -> String {
    let quoted = arguments.into_iter().map(|argument| quoted(&plain(&argument)).into_owned());
    std::iter::once("thema".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

fn quoted(argument: &str) -> Cow<'_, str> {
    let is_bare = |character: char| character.is_alphanumeric() || "-_./=:,+@%".contains(character);
    if !argument.is_empty() && argument.chars().all(is_bare) {
        Cow::Borrowed(argument)
    } else {
        Cow::Owned(format!("'{}'", argument.replace('\'', r"'\''")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_can_be_pasted() {
        let arguments = ["run", "my papers/*.jsonl", "it's", "--clusters=40"].map(str::to_owned);
        assert_eq!(command(arguments), r"thema run 'my papers/*.jsonl' 'it'\''s' --clusters=40");
    }
}
