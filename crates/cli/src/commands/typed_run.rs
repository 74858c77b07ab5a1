//! `thema run` as it was typed, to be typed again with other flags or as another command.

use std::borrow::Cow;
use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory};
use thema::plain;

use crate::arguments::Arguments;

/// What was typed behind `thema run`.
pub(super) struct TypedRun {
    /// The whole program's arguments.
    program: Command,
    inputs: Vec<String>,
    /// Every flag by its long name, with the words that give it.
    flags: Vec<(String, Vec<String>)>,
}

impl TypedRun {
    /// The arguments in the command line `words`, which begins with the program; `None` if it has no command.
    pub(super) fn of<Word: Into<OsString> + Clone>(words: impl IntoIterator<Item = Word>) -> Option<Self> {
        let mut program = Arguments::command();
        program.build();
        let matches = program.clone().try_get_matches_from(words).ok()?;
        let (name, matches) = matches.subcommand()?;
        let is_typed =
            |arg: &&Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
        let typed: Vec<&Arg> = program.find_subcommand(name)?.get_arguments().filter(is_typed).collect();
        let inputs = typed.iter().filter(|arg| arg.is_positional());
        let inputs = inputs.flat_map(|arg| values(matches, arg)).map(path).collect();
        let flags = typed.iter().filter_map(|arg| Some((arg.get_long()?.to_owned(), flag(matches, arg)?)));
        Some(Self { inputs, flags: flags.collect(), program })
    }

    /// The run that reads everything and replaces the preview.
    pub(super) fn whole(&self) -> String {
        let flags = self.flags(|name| name != "preview" && name != "force");
        command(&[vec!["run".to_owned()], self.inputs.clone(), flags, vec!["--force".to_owned()]].concat())
    }

    /// The command that places the same inputs, read in the same way, in the themes of the directory `run`.
    pub(super) fn placing(&self, run: String) -> String {
        let assign = self.program.find_subcommand("assign");
        let known: Vec<&str> =
            assign.into_iter().flat_map(Command::get_arguments).filter_map(Arg::get_long).collect();
        let flags = self.flags(|name| known.contains(&name));
        command(&[vec!["assign".to_owned(), path(run)], self.inputs.clone(), flags].concat())
    }

    fn flags(&self, is_kept: impl Fn(&str) -> bool) -> Vec<String> {
        self.flags.iter().filter(|(name, _)| is_kept(name)).flat_map(|(_, words)| words.clone()).collect()
    }
}

fn values(matches: &ArgMatches, arg: &Arg) -> Vec<String> {
    let values = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
    values.map(|value| value.to_string_lossy().into_owned()).collect()
}

/// The words that give the flag `arg` as it was typed; `None` if it is none.
fn flag(matches: &ArgMatches, arg: &Arg) -> Option<Vec<String>> {
    let long = format!("--{}", arg.get_long()?);
    Some(match arg.get_action() {
        ArgAction::Count => vec![long; matches.get_count(arg.get_id().as_str()).into()],
        action if !action.takes_values() => vec![long],
        _ => values(matches, arg)
            .into_iter()
            .flat_map(|value| {
                if value.starts_with('-') {
                    vec![format!("{long}={value}")]
                } else {
                    vec![long.clone(), value]
                }
            })
            .collect(),
    })
}

/// A path that cannot be taken for a flag.
fn path(path: String) -> String {
    if path.starts_with('-') && path != "-" { format!("./{path}") } else { path }
}

/// A command line quoted for a shell.
fn command(arguments: &[String]) -> String {
    let quoted = arguments.iter().map(|argument| quoted(&plain(argument)).into_owned());
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

    fn typed(words: &[&str]) -> TypedRun {
        TypedRun::of(["thema"].iter().chain(words)).unwrap()
    }

    #[test]
    fn commands_can_be_pasted() {
        let typed = typed(&["run", "my papers/*.jsonl", "it's", "--clusters=40", "--preview"]);
        assert_eq!(typed.whole(), r"thema run 'my papers/*.jsonl' 'it'\''s' --clusters 40 --force");
        assert_eq!(typed.placing("a run".into()), r"thema assign 'a run' 'my papers/*.jsonl' 'it'\''s'");
    }

    #[test]
    fn inputs_are_read_the_same_way() {
        let typed = typed(&[
            "--threads",
            "2",
            "run",
            "--preview",
            "--force",
            "-vv",
            "--out=-out",
            "--format",
            "csv",
            "--columns",
            "title=A b",
            "--encoding",
            "latin1",
            "--config",
            "my.toml",
            "--",
            "--preview",
            "-",
        ]);
        assert_eq!(
            typed.whole(),
            "thema run ./--preview - --format csv --encoding latin1 --columns 'title=A b' --out=-out --config my.toml \
             --threads 2 --verbose --verbose --force"
        );
        assert_eq!(
            typed.placing("-out".into()),
            "thema assign ./-out ./--preview - --format csv --encoding latin1 --columns 'title=A b' --config my.toml \
             --threads 2 --verbose --verbose"
        );
    }
}
