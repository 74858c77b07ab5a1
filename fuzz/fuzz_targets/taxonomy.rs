#![no_main]

use thema_themes::{Taxonomy, ThemeError};

libfuzzer_sys::fuzz_target!(|text: &str| match Taxonomy::parse(text) {
    Ok(taxonomy) => {
        assert!(taxonomy.themes.iter().all(|theme| !theme.key.is_empty() && !theme.name.is_empty()));
    }
    Err(ThemeError::InvalidTaxonomy { problems }) => {
        assert!(!problems.is_empty(), "a taxonomy is refused with a reason");
    }
    Err(other) => panic!("{other}"),
});
