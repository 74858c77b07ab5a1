//! Stored models load completely, or fail with a reason.

use thema_features::analysis::StopWords;
use thema_features::{Document, FeatureError, FeatureModel, FeatureParams, FrequencyBound};

const DOCUMENTS: [Document<'_>; 4] = [
    Document::new("Federated learning", "Federated learning of δ-stable models."),
    Document::new("Serving", "Federated learning and KV caches; caching."),
    Document::new("KV cache", "A KV cache for serving models."),
    Document::new("Schrödinger", ""),
];

fn model() -> FeatureModel {
    let params = FeatureParams::default()
        .stop_words(StopWords::english().with_list("zzz"))
        .minimum_frequency(FrequencyBound::Count(1))
        .maximum_frequency(FrequencyBound::Share(1.0))
        .check()
        .unwrap();
    FeatureModel::fit(&params, &DOCUMENTS).unwrap().0
}

fn stored() -> Vec<u8> {
    let mut bytes = Vec::new();
    model().save(&mut bytes).unwrap();
    bytes
}

#[test]
fn a_stored_model_does_what_the_model_did() {
    let (model, back) = (model(), FeatureModel::load(stored().as_slice()).unwrap());
    assert_eq!(back.params(), model.params());
    assert_eq!(back.document_frequencies(), model.document_frequencies());
    assert_eq!(back.mean_lengths(), model.mean_lengths());
    for id in 0..model.vocabulary().len() as u32 {
        assert_eq!(back.vocabulary().term(id), model.vocabulary().term(id));
        assert_eq!(back.surface(id), model.surface(id));
    }
    assert_eq!(back.transform(&DOCUMENTS).unwrap(), model.transform(&DOCUMENTS).unwrap());
    let mut again = Vec::new();
    back.save(&mut again).unwrap();
    assert_eq!(again, stored());
}

#[test]
fn damage_is_noticed_wherever_it_is() {
    let bytes = stored();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(FeatureModel::load(damaged.as_slice()).is_err(), "byte {at}");
    }
    assert!(matches!(FeatureModel::load(&bytes[..bytes.len() / 2]), Err(FeatureError::DamagedModel { .. })));
    assert!(matches!(FeatureModel::load(&b"{}"[..]), Err(FeatureError::DamagedModel { .. })));
}

#[test]
fn a_newer_model_is_refused_by_name() {
    let mut bytes = stored();
    bytes[8..12].copy_from_slice(&9_u32.to_le_bytes());
    assert!(matches!(FeatureModel::load(bytes.as_slice()), Err(FeatureError::NewerModel { found: 9, .. })));
}
