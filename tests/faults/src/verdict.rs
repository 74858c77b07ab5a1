//! The outcome of a try.

use std::process::Output;

use crate::patience::HUNG;

/// Which output exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Former,
    New,
}

/// A failure: a word under which it is counted, and evidence.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    pub(crate) what: &'static str,
    pub(crate) detail: String,
}

/// The state a try left, or what is wrong with it.
pub(crate) type Verdict = Result<State, Wrong>;

/// Exit codes listed by `thema --help`, and the one that means an interruption to shells.
const DOCUMENTED: [i32; 6] = [0, 1, 2, 3, 4, 130];

/// Messages of libraries that give up when the system has no more memory or threads.
const LACK: [&str; 5] = [
    "Cannot allocate memory",
    "OutOfMemory",
    "out of memory",
    "Resource temporarily unavailable",
    "zstd returned null",
];

pub(crate) fn wrong<T>(what: &'static str, detail: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { what, detail: detail.into() })
}

/// What a program wrote to standard error.
pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

/// What is wrong whatever the output: a panic, a crash, an undocumented exit code. A signal that this
/// campaign sent or caused (`SIGKILL`, or an abort for lack of memory) is not.
pub(crate) fn manners(output: &Output) -> Result<(), Wrong> {
    use std::os::unix::process::ExitStatusExt;
    let said = said(output);
    if said.contains("panicked at") {
        let panic = said.lines().skip_while(|line| !line.contains("panicked at")).take(2);
        return wrong("panic", panic.collect::<Vec<_>>().join(" "));
    }
    if said.contains("bug in thema") && !LACK.iter().any(|lack| said.contains(lack)) {
        return wrong("own mistake", said);
    }
    let crashes = [rustix::process::Signal::SEGV, rustix::process::Signal::BUS, rustix::process::Signal::ILL];
    match (output.status.code(), output.status.signal()) {
        (_, Some(signal)) if signal == HUNG.as_raw() => wrong("hang", "it did not end"),
        (Some(code), _) if !DOCUMENTED.contains(&code) => wrong("exit code", format!("{code}: {said}")),
        (_, Some(signal)) if crashes.iter().any(|crash| crash.as_raw() == signal) => {
            wrong("crash", format!("signal {signal}: {said}"))
        }
        _ => Ok(()),
    }
}
