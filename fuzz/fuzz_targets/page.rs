#![no_main]

use std::sync::OnceLock;

use thema_fuzz::{StoredRun, page};

static RUN: OnceLock<thema_report::StoredRun> = OnceLock::new();

// Whatever a report contains, none of its text becomes markup of the page.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(report) = thema_report::Report::read(bytes) else { return };
    let run = RUN.get_or_init(|| StoredRun::with(|run| thema_report::StoredRun::read(run.path()).expect("a run of the first version")));
    page(&thema_report::StoredRun { report, ..run.clone() });
});
