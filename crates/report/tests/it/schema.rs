//! `themes.json` against its published JSON Schema.

use serde_json::Value;

use crate::corpus::small;

fn schema() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/schema/themes.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn a_report_is_valid() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let mut corpus = small();
    for report in [corpus.report(), {
        corpus.quality = Value::Null;
        corpus.labels.clear();
        corpus.hierarchy.clear();
        corpus.report()
    }] {
        let json = serde_json::to_value(&report).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&json).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        assert_eq!(serde_json::from_value::<thema_report::Report>(json).unwrap(), report);
    }
}

#[test]
fn a_broken_report_is_not() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let whole = serde_json::to_value(small().report()).unwrap();
    let broken: [(&str, Value); 6] = [
        ("/themes/0/share", 1.5.into()),
        ("/themes/0/kind", "guess".into()),
        ("/themes/0/id", Value::Null),
        ("/themes/0/representatives/0/url", "javascript:alert(1)".into()),
        ("/corpus/first_submitted", "yesterday".into()),
        ("/schema_version", "1.0.0".into()),
    ];
    for (pointer, value) in broken {
        let mut json = whole.clone();
        *json.pointer_mut(pointer).unwrap() = value;
        assert!(!validator.is_valid(&json), "{pointer}");
    }
    let mut json = whole;
    json["corpus"]["papers_read"] = 1.into();
    assert!(!validator.is_valid(&json), "a field that the schema does not know");
}
