//! The sample corpus is read completely, joined and found again.

use std::collections::{BTreeMap, BTreeSet};

use thema_cluster::agreement::Contingency;
use thema_ingest::Format;

use crate::fixtures::{ingest, learn, sample, table, themes};

fn labels() -> BTreeMap<String, (String, String)> {
    table(&sample("labels.csv"))
        .into_iter()
        .map(|row| (row["id"].clone(), (row["label"].clone(), row["theme"].clone())))
        .collect()
}

#[test]
fn every_record_is_read_and_copies_are_joined() {
    let ingested = ingest(sample("papers"));
    assert_eq!(ingested.rejects, []);
    let read: BTreeMap<Format, u64> =
        ingested.inputs.iter().map(|input| (input.format, input.records)).collect();
    let expected = [
        (Format::ArxivAtom, 63),
        (Format::ArxivApiText, 44),
        (Format::ArxivListingText, 19),
        (Format::KaggleJsonl, 63),
        (Format::PithListing, 28),
    ];
    assert_eq!(read, BTreeMap::from(expected));
    let corpus = ingested.corpus;
    let keys: BTreeSet<&str> = (0..corpus.len()).map(|row| corpus.key(row)).collect();
    let labels = labels();
    assert_eq!(keys, labels.keys().map(String::as_str).collect());
    assert_eq!(corpus.len(), 168);
}

#[test]
fn the_newest_title_wins() {
    let corpus = ingest(sample("papers")).corpus;
    let titles: BTreeMap<String, String> = table(&sample("labels.csv"))
        .into_iter()
        .map(|mut row| (row.remove("id").unwrap(), row.remove("title").unwrap()))
        .collect();
    for row in 0..corpus.len() {
        assert_eq!(corpus.title(row), titles[corpus.key(row)]);
    }
}

#[test]
fn themes_of_the_taxonomy_are_found() {
    let corpus = ingest(sample("papers")).corpus;
    let found = themes(&learn(&corpus));
    let labels = labels();
    let wrong: Vec<String> = (0..corpus.len())
        .filter(|&row| labels[corpus.key(row)].1 != found[row])
        .map(|row| format!("{} is {}, not {}", corpus.title(row), labels[corpus.key(row)].1, found[row]))
        .collect();
    assert!(wrong.len() <= 25, "{} of 168 papers:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn clusters_agree_with_the_ten_labels() {
    let corpus = ingest(sample("papers")).corpus;
    let learned = learn(&corpus);
    let labels = labels();
    let names: BTreeSet<&String> = labels.values().map(|(label, _)| label).collect();
    let truth: Vec<u32> = (0..corpus.len())
        .map(|row| names.iter().position(|&name| *name == labels[corpus.key(row)].0).unwrap() as u32)
        .collect();
    let found: Vec<u32> = learned.themes.assignments.iter().map(|place| place.cluster).collect();
    let agreement = Contingency::new(&truth, &found).unwrap().agreement();
    assert!(agreement.v_measure > 0.45, "{agreement:?}");
}
