//! The most memory that a program had.

use std::fs;
use std::process::{Child, Output};
use std::time::Duration;

use crate::patience::wait;

/// How often a program is looked at.
const INTERVAL: Duration = Duration::from_millis(1);

/// Waits for a program; gives what it said and the most memory that it had, in kilobytes, as `/proc` told while it ran.
pub(crate) fn wait_for_peak(child: Child) -> (Output, u64) {
    let status = format!("/proc/{}/status", child.id());
    std::thread::scope(|scope| {
        let peak = scope.spawn(move || {
            let mut most = 0;
            while let Some(peak) = peak(&fs::read_to_string(&status).unwrap_or_default()) {
                most = peak;
                std::thread::sleep(INTERVAL);
            }
            most
        });
        let output = wait(child);
        (output, peak.join().unwrap())
    })
}

/// The line `VmHWM`, which a program that has ended no longer has.
fn peak(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
