//! Compares weights with scikit-learn's; `tests/parity/make_expected.py` writes the expected values.

use std::collections::BTreeMap;

use serde::Deserialize;
use thema_features::analysis::{PhraseParams, StopWords};
use thema_features::{Document, FeatureModel, FeatureParams, FrequencyBound, Weighting};

#[derive(Deserialize)]
struct Expected {
    documents: Vec<String>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    longest: usize,
    minimum: u32,
    maximum: serde_json::Number,
    weighting: Weighting,
    rows: Vec<BTreeMap<String, f64>>,
}

impl Case {
    fn maximum(&self) -> FrequencyBound {
        match self.maximum.as_u64() {
            Some(count) => FrequencyBound::Count(count as u32),
            None => FrequencyBound::Share(self.maximum.as_f64().unwrap()),
        }
    }
}

#[test]
fn rows_are_those_of_scikit_learn() {
    let expected: Expected = serde_json::from_str(include_str!("../parity/expected.json")).unwrap();
    let documents: Vec<_> = expected.documents.iter().map(|text| Document::new("", text)).collect();
    assert!(!expected.cases.is_empty());
    for case in &expected.cases {
        let params = FeatureParams::default()
            .stems(false)
            .stop_words(StopWords::none())
            .phrases(PhraseParams::default().longest(case.longest).minimum_npmi(-1.0))
            .minimum_frequency(FrequencyBound::Count(case.minimum))
            .maximum_frequency(case.maximum())
            .most_terms(None)
            .weighting(case.weighting)
            .check()
            .unwrap();
        let (model, counts) = FeatureModel::fit(&params, &documents).unwrap();
        let rows = model.weigh(&counts.sums()).unwrap();
        assert_eq!(rows.rows(), case.rows.len());
        for (row, expected) in case.rows.iter().enumerate() {
            let row = rows.row(row);
            let found: BTreeMap<String, f64> = row
                .indices
                .iter()
                .zip(row.values)
                .map(|(&id, &value)| (model.vocabulary().term(id).to_owned(), f64::from(value)))
                .collect();
            assert!(found.keys().eq(expected.keys()), "{:?}: {found:?} and {expected:?}", case.weighting);
            for (term, weight) in expected {
                assert!((found[term] - weight).abs() < 1e-6, "{:?}: {term}", case.weighting);
            }
        }
    }
}
