//! Maps seed entries to term ids.

use thema_features::FeatureModel;

/// The term ids of a seed entry in the vocabulary of `model`: the entry itself if it is a term; for a phrase
/// that is not, its two-word phrases if all of them are terms; otherwise none.
///
/// The single words of a phrase would not do: papers that hold `model` and `training` somewhere are not about
/// model training.
#[must_use]
pub fn seed_terms(model: &FeatureModel, entry: &str) -> Vec<u32> {
    if let Some(id) = model.term_id(entry) {
        return vec![id];
    }
    let stems = model.analyzer().stems(entry);
    if stems.len() < 3 {
        return Vec::new();
    }
    let pairs = stems.windows(2).map(|pair| model.vocabulary().id(&pair.join(" ")));
    pairs.collect::<Option<Vec<u32>>>().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use thema_features::{Document, FeatureParams, FrequencyBound};

    use super::*;

    #[test]
    fn a_phrase_is_itself_or_its_pairs_or_nothing() {
        let documents = [
            Document::new("KV cache for serving", ""),
            Document::new("A KV cache eviction policy", ""),
            Document::new("Cache eviction on the web", ""),
            Document::new("Serving web pages", ""),
        ];
        let params = FeatureParams::default()
            .minimum_frequency(FrequencyBound::Count(1))
            .maximum_frequency(FrequencyBound::Share(1.0))
            .check()
            .unwrap();
        let (model, _) = FeatureModel::fit(&params, &documents).unwrap();
        let surfaces = |entry: &str| -> Vec<String> {
            seed_terms(&model, entry).iter().map(|&id| model.surface(id).to_string()).collect()
        };
        assert_eq!(surfaces("KV caches"), ["kv cache"]);
        assert_eq!(surfaces("web cache"), [""; 0]);
        assert_eq!(surfaces("serving"), ["serving"]);
        assert_eq!(surfaces("unknown"), [""; 0]);
        assert!(!surfaces("kv cache eviction").is_empty());
    }
}
