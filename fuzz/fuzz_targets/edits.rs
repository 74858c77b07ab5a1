#![no_main]

use std::fs;

use thema_fuzz::StoredRun;

// Edits are refused with a reason, or the run renders to a page within its size limit.
libfuzzer_sys::fuzz_target!(|text: &str| {
    StoredRun::with(|run| {
        fs::write(run.path().join("edits.toml"), text).expect("the folder is writable");
        match thema::render(run.path(), Some(&run.path().join("page.html"))) {
            Ok(rendered) => assert!(rendered.bytes <= thema_html::PAGE_LIMIT),
            Err(refused) => assert!(refused.to_string().contains("edits.toml"), "{refused}"),
        }
    });
});
