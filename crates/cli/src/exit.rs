//! Exit codes: what a script learns from a run without reading a word of it.

use std::fmt;
use std::process::ExitCode;

/// How a command that was carried out ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Everything asked for was done.
    Done,
    /// Done, but records were rejected under `--strict`, or a quality gate failed.
    DoneWithFindings,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        match status {
            Status::Done => Self::SUCCESS,
            Status::DoneWithFindings => Self::from(1),
        }
    }
}

/// Why a command was not carried out; chosen where the error first becomes the user's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The arguments, the configuration or a taxonomy are wrong (2, as clap's own usage errors).
    Usage,
    /// There was no input that could be read (3).
    Input,
    /// The output could not be written (4).
    Output,
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Usage => "the settings cannot be used",
            Self::Input => "no input could be read",
            Self::Output => "the output could not be written",
        })
    }
}

/// Says on standard error what went wrong, cause by cause, and gives the exit code.
#[expect(clippy::print_stderr, reason = "the last word of a failed command belongs on standard error")]
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let failure = error.chain().find_map(|cause| cause.downcast_ref::<Classified>()).map(|c| c.failure);
    let words: Vec<String> = error.chain().map(ToString::to_string).filter(|text| !text.is_empty()).collect();
    eprintln!("thema: {}", words.join(": "));
    if let Some(advice) = failure.and_then(|failure| advice(failure, &words.join(" "))) {
        eprintln!("{advice}");
    }
    ExitCode::from(match failure {
        Some(Failure::Input) => 3,
        Some(Failure::Output) => 4,
        Some(Failure::Usage) | None => 2,
    })
}

/// What to do next, where the message `said` does not name it already.
fn advice(failure: Failure, said: &str) -> Option<&'static str> {
    let (advice, named) = match failure {
        Failure::Usage => {
            ("`thema config` prints every setting, `thema run --help` every flag.", "thema config")
        }
        Failure::Input => (
            "Give files or directories of abstracts, or name their format with --format; `thema run --help` has the rest.",
            "--format",
        ),
        Failure::Output => ("Name another place with --out, or make this one writable.", "--force"),
    };
    (!said.contains(named)).then_some(advice)
}

/// An error whose exit code is known.
#[derive(Debug, thiserror::Error)]
#[error("{failure}")]
struct Classified {
    failure: Failure,
    source: anyhow::Error,
}

/// Attaches the kind of failure to an error.
pub(crate) trait Classify<T> {
    /// Makes an error end the command with the exit code of `failure`.
    fn classify(self, failure: Failure) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> Classify<T> for Result<T, E> {
    fn classify(self, failure: Failure) -> anyhow::Result<T> {
        self.map_err(|error| Classified { failure, source: error.into() }.into())
    }
}
