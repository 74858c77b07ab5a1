//! Programs that do not end are ended.

use std::process::{Child, Command, Output};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

/// How long a command may take; nearly all take less than a second.
const PATIENCE: Duration = Duration::from_mins(1);

/// The signal by which a command that hangs is ended; nothing else sends it.
pub(crate) const HUNG: Signal = Signal::QUIT;

/// Carries out a command and gives what it said.
pub(crate) fn finish(command: &mut Command) -> Output {
    wait(command.spawn().unwrap())
}

/// Waits for the leader of a process group; where it takes too long, its group is ended by [`HUNG`].
pub(crate) fn wait(child: Child) -> Output {
    let group = Pid::from_child(&child);
    let (ended, end) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                // It may have ended just now.
                let _ = kill_process_group(group, HUNG);
            }
        });
        let output = child.wait_with_output().unwrap();
        drop(ended);
        output
    })
}
