//! The five documents the project began with.

use std::fs;

use super::{shared, text, thema};

#[test]
fn the_seed_documents_become_a_report() {
    let Some(seeds) = shared("seeds") else { return };
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let output = thema(&["run", seeds.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let screen = text(&output.stdout);
    assert!(screen.contains("145 papers from 159 records"), "{screen}");
    assert!(screen.contains("14 merged, 0 rejected"), "{screen}");
    assert!(!screen.contains("assigned"), "a claim that nothing was measured for:\n{screen}");
    assert!(screen.lines().count() <= 24, "more than a screen:\n{screen}");
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["counts"]["records"], 159);
    assert_eq!(manifest["counts"]["rejected"], 0);
    assert_eq!(manifest["counts"]["papers"], 145);
    let records: Vec<u64> = manifest["inputs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|input| input["records"].as_u64().unwrap())
        .collect();
    assert_eq!(records, [15, 80, 15, 30, 19]);
}
