#![no_main]

use std::fs;

use thema_fuzz::{StoredRun, page};

/// Files that a report is read from; the first byte of an input selects the one that the rest replaces.
const FILES: [&str; 3] = ["themes.json", "manifest.json", "papers.parquet"];

// A damaged run without hashes, as the first version wrote it, is refused or rendered.
libfuzzer_sys::fuzz_target!(init: thema_fuzz::let_panics_be_caught(), |bytes: &[u8]| {
    let Some((which, content)) = bytes.split_first() else { return };
    let file = FILES[usize::from(*which) % FILES.len()];
    StoredRun::with(|run| {
        let kept = fs::read(run.path().join(file)).expect("the run has the file");
        fs::write(run.path().join(file), content).expect("the folder is writable");
        let read = thema_report::StoredRun::read(run.path());
        fs::write(run.path().join(file), kept).expect("the folder is writable");
        match read {
            Ok(run) => page(&run),
            Err(refused) => assert!(!refused.to_string().is_empty()),
        }
    });
});
