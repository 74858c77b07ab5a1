#![no_main]

use thema::{Engine, Settings};

// Settings survive a round trip, except threads and memory, which change no result, and an engine accepts or refuses them.
libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(settings) = toml::from_str::<Settings>(text) else { return };
    let written = toml::to_string(&settings).expect("settings are a table");
    let again: Settings = toml::from_str(&format!("threads = 0\nmemory = \"2GB\"\n{written}")).expect("what was written is read");
    assert_eq!(toml::to_string(&again).as_deref(), Ok(written.as_str()));
    if let Err(refused) = Engine::new(settings) {
        assert!(!refused.to_string().is_empty(), "settings are refused with a reason");
    }
});
