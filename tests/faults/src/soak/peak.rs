//! Measures the peak memory and open files of a program.

use std::fs;
use std::process::{Child, Output};
use std::time::Duration;

use crate::patience::wait;

/// Sampling interval.
const INTERVAL: Duration = Duration::from_millis(1);

/// Peak resources of a program, as reported by `/proc` while it ran.
#[derive(Clone, Copy, Default)]
pub(crate) struct Peak {
    pub(crate) kilobytes: u64,
    pub(crate) open_files: u64,
}

/// Waits for a program; returns its output and its peak.
pub(crate) fn wait_for_peak(child: Child) -> (Output, Peak) {
    let process = format!("/proc/{}", child.id());
    std::thread::scope(|scope| {
        let peak = scope.spawn(move || {
            let mut most = Peak::default();
            while let Some(kilobytes) = memory(&process) {
                let open_files = fs::read_dir(format!("{process}/fd")).map_or(0, Iterator::count) as u64;
                most = Peak { kilobytes, open_files: most.open_files.max(open_files) };
                std::thread::sleep(INTERVAL);
            }
            most
        });
        let output = wait(child);
        (output, peak.join().unwrap())
    })
}

/// The value of `VmHWM`, which is gone once the program has ended.
fn memory(process: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
