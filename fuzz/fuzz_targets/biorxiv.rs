#![no_main]

use thema_ingest::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| thema_fuzz::read(Format::BioRxiv, bytes));
