//! Exit codes: what a script can learn without parsing output.

use std::io::Write;
use std::process::ExitCode;

use thema::{Error, Fault};

/// The status of a command that was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Everything asked for was done.
    Done,
    /// Done, but an input was read only in part, records were rejected under `--strict`, answers of a language
    /// model were refused or missing, or a quality gate failed.
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

/// What to do about an error that is nobody's but thema's. Other messages say themselves what to do.
const BUG: &str = "This is a bug in thema, or memory or threads ran out (--threads uses fewer of both); please report it with \
                   the command you typed.";

/// Prints the error to standard error and returns the exit code.
pub(crate) fn report(error: &Error) -> ExitCode {
    // If standard error cannot be written, the exit code must suffice.
    let mut out = std::io::stderr().lock();
    let _ = writeln!(out, "thema: {}", thema::plain(&error.to_string()));
    if error.fault() == Fault::Internal {
        let _ = writeln!(out, "{BUG}");
    }
    ExitCode::from(match error.fault() {
        Fault::Input => 3,
        Fault::Output => 4,
        Fault::Settings | Fault::Internal => 2,
    })
}
