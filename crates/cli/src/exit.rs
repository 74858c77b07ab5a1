//! Exit codes: what a script learns from a run without reading a word of it.

use std::io::Write;
use std::process::ExitCode;

use thema::{Error, Fault};

/// How a command that was carried out ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Everything asked for was done.
    Done,
    /// Done, but an input could not be read to its end, records were rejected under `--strict`, or a quality gate failed.
    DoneWithFindings,
}

impl Status {
    /// That of a command which could not read `unread` inputs, or not to their end: papers may be missing, which a script
    /// learns whether it asks for it or not.
    pub(crate) fn with_unread(unread: usize) -> Self {
        if unread > 0 { Self::DoneWithFindings } else { Self::Done }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        match status {
            Status::Done => Self::SUCCESS,
            Status::DoneWithFindings => Self::from(1),
        }
    }
}

/// Says on standard error what went wrong, and gives the exit code.
pub(crate) fn report(error: &Error) -> ExitCode {
    let said = error.to_string();
    // Where standard error takes nothing, the exit code has to do.
    let mut out = std::io::stderr().lock();
    let _ = writeln!(out, "thema: {}", thema::plain(&said));
    if let Some(advice) = advice(error.fault(), &said) {
        let _ = writeln!(out, "{advice}");
    }
    ExitCode::from(match error.fault() {
        Fault::Input => 3,
        Fault::Output => 4,
        Fault::Settings | Fault::Internal => 2,
    })
}

/// What to do next, where the message `said` does not name it already.
fn advice(fault: Fault, said: &str) -> Option<&'static str> {
    let (advice, named) = match fault {
        Fault::Settings => {
            ("`thema config` prints every setting, `thema run --help` every flag.", "thema config")
        }
        Fault::Input => (
            "Give files or directories of abstracts, or name their format with --format; `thema run --help` has the rest.",
            "--format",
        ),
        Fault::Internal => (
            "This is a mistake of thema's own, or memory or threads ran out (fewer of both: --threads); please report it \
             with the command that you typed.",
            "thema's own",
        ),
        Fault::Output => ("Name another place with --out, or make this one writable.", "--force"),
    };
    let says_enough = [
        named,
        "wait for it",
        "make the folder",
        "edits.toml",
        "the edit",
        "the endpoint",
        "no theme was named",
    ];
    says_enough.iter().all(|words| !said.contains(words)).then_some(advice)
}
