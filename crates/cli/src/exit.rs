//! Exit codes: what a script can learn without parsing output.

use std::io::Write;
use std::process::ExitCode;

use thema::{Error, Fault};

/// The status of a command that was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Everything asked for was done.
    Done,
    /// Done, but an input was read only in part, records were rejected under `--strict`, or a quality gate failed.
    DoneWithFindings,
}

impl Status {
    /// The status of a command that could not read `unread` inputs completely. Papers may be missing, so
    /// scripts are told whether they ask or not.
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

/// Prints the error to standard error and returns the exit code.
pub(crate) fn report(error: &Error) -> ExitCode {
    let said = error.to_string();
    // If standard error cannot be written, the exit code must suffice.
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

/// What to do next, unless the message `said` already says so.
fn advice(fault: Fault, said: &str) -> Option<&'static str> {
    let (advice, named) = match fault {
        Fault::Settings => {
            ("`thema config` prints every setting, `thema run --help` every flag.", "thema config")
        }
        Fault::Input => (
            "Give files or directories of abstracts, or name their format with --format; see `thema run --help`.",
            "--format",
        ),
        Fault::Internal => (
            "This is a bug in thema, or memory or threads ran out (--threads uses fewer of both); please report it with \
             the command you typed.",
            "bug in thema",
        ),
        Fault::Output => ("Choose another place with --out, or make this one writable.", "--force"),
    };
    let says_enough = [
        named,
        "wait for it",
        "create the folder",
        "edits.toml",
        "the edit",
        "the endpoint",
        "no theme was named",
    ];
    says_enough.iter().all(|words| !said.contains(words)).then_some(advice)
}
