//! Suggests the intended word if clap has no suggestion.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue};
use clap::{Command, CommandFactory, Parser};

use crate::arguments::Arguments;

/// Most typing errors in one word.
const MOST_SLIPS: usize = 2;

/// Parses the command line, or prints what is wrong with it and exits.
///
/// clap compares words by Jaro similarity, which misses two transposed letters in a short word. If clap has
/// no suggestion, this adds the nearest word by edit distance.
pub(crate) fn parse() -> Arguments {
    Arguments::try_parse().unwrap_or_else(|error| with_tip(error, std::env::args_os().skip(1)).exit())
}

/// Adds the nearest subcommand or flag to an error about an unknown one that has no suggestion.
fn with_tip(mut error: clap::Error, typed: impl Iterator<Item = OsString>) -> clap::Error {
    let mut root = Arguments::command();
    root.build();
    let command = typed.fold(&root, |command, word| command.find_subcommand(word).unwrap_or(command));
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let tip = if let Some(word) = text(ContextKind::InvalidSubcommand) {
        let names = command.get_subcommands().map(Command::get_name);
        nearest(&word, names)
            .map(|name| (ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![name.to_owned()])))
    } else if let Some(flag) = text(ContextKind::InvalidArg) {
        let flags = command.get_arguments().filter_map(clap::Arg::get_long);
        nearest(flag.trim_start_matches('-'), flags)
            .map(|long| (ContextKind::SuggestedArg, ContextValue::String(format!("--{long}"))))
    } else {
        None
    };
    if let Some((kind, words)) = tip.filter(|(kind, _)| error.get(*kind).is_none()) {
        error.insert(kind, words);
    }
    error
}

/// The name with the smallest edit distance to `word` (insertions, deletions, substitutions and
/// transpositions); at most two, and at most half of the letters.
fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    names
        .map(|name| (strsim::osa_distance(word, name), name))
        .filter(|(slips, name)| {
            *slips <= MOST_SLIPS && 2 * slips <= word.chars().count().max(name.chars().count())
        })
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_slips_are_forgiven_but_not_half_a_word() {
        let names = ["run", "diff", "out", "explain"];
        let meant = |word| nearest(word, names.into_iter());
        assert_eq!(meant("rnu"), Some("run"));
        assert_eq!(meant("ouput"), Some("out"));
        assert_eq!(meant("explian"), Some("explain"));
        assert_eq!(meant("fly"), None);
        assert_eq!(meant("x"), None);
    }
}
