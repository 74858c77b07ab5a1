#![no_main]

use std::fs;

use thema_fuzz::StoredRun;
use thema_ingest::Corpus;

// A damaged corpus is refused with a reason, or its papers have keys and texts.
libfuzzer_sys::fuzz_target!(init: thema_fuzz::let_panics_be_caught(), |bytes: &[u8]| {
    StoredRun::with(|run| {
        let path = run.path().join("corpus.parquet");
        fs::write(&path, bytes).expect("the folder is writable");
        match Corpus::read_parquet(&path) {
            Ok(corpus) => (0..corpus.len()).for_each(|row| {
                assert!(!corpus.key(row).is_empty());
                assert!(!corpus.title(row).is_empty() || !corpus.abstract_text(row).is_empty());
            }),
            Err(refused) => assert!(!refused.to_string().is_empty()),
        }
    });
});
