//! What a try came to.

use std::process::Output;

use crate::patience::HUNG;

/// What stands where the output is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Former,
    New,
}

/// What must never be, in a word that counts are kept by, and what shows it.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    pub(crate) what: &'static str,
    pub(crate) detail: String,
}

/// The state that a try left, or what is wrong with it.
pub(crate) type Verdict = Result<State, Wrong>;

/// Exit codes that `thema --help` names, and the one by which shells know an interruption.
const DOCUMENTED: [i32; 6] = [0, 1, 2, 3, 4, 130];

/// What libraries say that give up where the system has no more memory or threads.
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

/// What a program said.
pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

/// What is wrong whatever became of the output: a panic, a crash, an exit code that nothing documents. A signal that this
/// campaign sent or caused, `SIGKILL` or an abort for want of memory, is none.
pub(crate) fn manners(output: &Output) -> Result<(), Wrong> {
    use std::os::unix::process::ExitStatusExt;
    let said = said(output);
    if said.contains("panicked at") {
        let panic = said.lines().skip_while(|line| !line.contains("panicked at")).take(2);
        return wrong("panic", panic.collect::<Vec<_>>().join(" "));
    }
    if said.contains("thema's own") && !LACK.iter().any(|lack| said.contains(lack)) {
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
