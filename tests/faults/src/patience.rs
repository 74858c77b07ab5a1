//! Ends programs that hang.

use std::process::{Child, Command, Output};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

/// Time limit of a command; nearly all take less than a second.
const PATIENCE: Duration = Duration::from_mins(1);

/// The signal that ends a hanging command; nothing else sends it.
pub(crate) const HUNG: Signal = Signal::QUIT;

/// Runs a command and returns its output.
pub(crate) fn finish(command: &mut Command) -> Output {
    wait(command.spawn().unwrap())
}

/// Waits for the leader of a process group; after the time limit, its group is ended with [`HUNG`].
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
