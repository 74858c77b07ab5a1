//! The five seed documents, from bytes to themes.

use std::collections::BTreeMap;

use crate::fixtures::{ingest, learn, shared, table, themes};

#[test]
fn seed_documents_become_papers_with_themes() {
    let (Some(seeds), Some(gold)) = (shared("seeds"), shared("gold/themes-dev.csv")) else { return };
    let ingested = ingest(seeds);
    assert_eq!(ingested.inputs.iter().map(|input| input.records).sum::<u64>(), 159);
    let corpus = ingested.corpus;
    assert_eq!(corpus.len(), 145);
    let found = themes(&learn(&corpus));
    let by_title: BTreeMap<String, &String> =
        (0..corpus.len()).map(|row| (corpus.title(row).to_lowercase(), &found[row])).collect();
    let gold = table(&gold);
    let mut missing = Vec::new();
    let mut right = 0;
    for row in &gold {
        let key = if row["title"].is_empty() { &row["key"] } else { &row["title"] };
        match by_title.get(&key.to_lowercase()) {
            Some(&theme) => right += usize::from(*theme == row["primary_theme"]),
            None => missing.push(key),
        }
    }
    assert!(missing.is_empty(), "not found: {missing:?}");
    assert!(right * 10 >= gold.len() * 8, "{right} of {} papers have the gold theme", gold.len());
}
