//! Background models: learned from a dump, used by a run, refused if damaged.

use std::fs;

use super::{root, text, thema};

#[test]
fn a_fitted_background_serves_a_run() {
    let home = tempfile::tempdir().unwrap();
    let [model, out, damaged] = ["model.thema", "out", "damaged.thema"].map(|name| home.path().join(name));
    let sample = root().join("data/sample/papers");
    let sample = sample.to_str().unwrap();
    let fitted = thema(&["fit", "--background", sample, "--out", model.to_str().unwrap(), "--json"]);
    assert!(fitted.status.success(), "{}", text(&fitted.stderr));
    let summary: serde_json::Value = serde_json::from_slice(&fitted.stdout).unwrap();
    assert!(summary["terms"].as_u64().unwrap() >= 20, "{summary}");
    let run = |model: &str| {
        thema(&["run", sample, "--background", model, "--out", out.to_str().unwrap(), "--force"])
    };
    let ran = run(model.to_str().unwrap());
    assert!(ran.status.success(), "{}", text(&ran.stderr));

    let mut bytes = fs::read(&model).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, bytes).unwrap();
    let refused = run(damaged.to_str().unwrap());
    assert_eq!(refused.status.code(), Some(2));
    let message = text(&refused.stderr);
    assert!(message.contains("damaged.thema") && message.contains("thema fit --background"), "{message}");
    let absent = run("no-such-model");
    assert_eq!(absent.status.code(), Some(2));
    assert!(text(&absent.stderr).contains("no-such-model"));
}
