#![no_main]

use thema_features::{FeatureError, FeatureModel};

// The bytes get a valid checksum, so that the code behind the check is reached.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let stored = [bytes, blake3::hash(bytes).as_bytes()].concat();
    match FeatureModel::load(stored.as_slice()) {
        Ok(model) => {
            let mut again = Vec::new();
            model.save(&mut again).expect("a Vec takes all that is written to it");
            let same = FeatureModel::load(again.as_slice()).expect("what was saved is read");
            assert_eq!(same.vocabulary().len(), model.vocabulary().len());
        }
        Err(FeatureError::DamagedModel { .. } | FeatureError::NewerModel { .. }) => {}
        Err(other) => panic!("{other}"),
    }
});
