//! The report does not depend on how papers are batched for counting, or in which order.

use std::sync::{Mutex, OnceLock};

use proptest::prelude::*;
use thema::{Document, InputFile, Learned, NamedPapers, Paper, PlacedPaper, Tally, TitleTally};
use thema_ingest::Corpus;

use crate::fixtures::{documents, ingest, learn, sample};

/// The sample and its themes.
struct Placed {
    corpus: Corpus,
    papers: Vec<Paper>,
    learned: Mutex<Learned>,
}

fn placed() -> &'static Placed {
    static PLACED: OnceLock<Placed> = OnceLock::new();
    PLACED.get_or_init(|| {
        let corpus = ingest(sample("papers")).corpus;
        let learned = Mutex::new(learn(&corpus));
        let paper = |row: usize| Paper {
            id: corpus.key(row).to_owned(),
            title: corpus.title(row).to_owned(),
            categories: corpus.categories(row).map(str::to_owned).collect(),
            submitted: corpus.submitted(row).map(thema::Timestamp::unix_days),
            ..Paper::default()
        };
        Placed { papers: (0..corpus.len()).map(paper).collect(), learned, corpus }
    })
}

/// The report of the sample, placed and counted in `batches` whose tallies are merged in order. One paper in
/// twenty does not count.
fn report(batches: &[Vec<u32>]) -> String {
    let Placed { corpus, papers, learned } = placed();
    let mut learned = learned.lock().unwrap();
    let all: Vec<Document<'_>> = documents(corpus);
    let shape = learned.tally_shape();
    let places: Vec<Vec<thema::Assignment>> = batches
        .iter()
        .map(|rows| {
            let documents: Vec<Document<'_>> = rows.iter().map(|&row| all[row as usize]).collect();
            learned.placer.place(&documents).unwrap()
        })
        .collect();
    let placed: Vec<Vec<PlacedPaper<'_>>> = batches
        .iter()
        .zip(&places)
        .map(|(rows, places)| {
            let placed = |(&row, assignment)| {
                let paper = &papers[row as usize];
                PlacedPaper { row, paper, assignment, counts: row % 20 != 7 }
            };
            rows.iter().zip(places).map(placed).collect()
        })
        .collect();
    let mut tally = Tally::empty(&shape);
    for batch in &placed {
        let mut part = Tally::empty(&shape);
        part.add(batch);
        let travelled: Tally = serde_json::from_str(&serde_json::to_string(&part).unwrap()).unwrap();
        assert_eq!(travelled, part);
        tally.merge(travelled);
    }
    learned.take_figures(&tally).unwrap();
    let mut titles = TitleTally::empty(&shape, &learned.themes);
    for batch in &placed {
        let mut part = TitleTally::empty(&shape, &learned.themes);
        part.add(batch);
        titles.merge(part);
    }
    learned.take_titles(&titles);
    let rows = NamedPapers::rows(&learned.themes, &learned.cluster_labels);
    let named: NamedPapers = rows.into_iter().map(|row| (row, papers[row as usize].clone())).collect();
    let inputs: [InputFile; 0] = [];
    serde_json::to_string(&learned.report(&tally, &named, &inputs).unwrap()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn batches_and_their_order_change_no_byte(
        rows in Just((0..168_u32).collect::<Vec<_>>()).prop_shuffle(),
        batches in prop::sample::select(vec![1_usize, 2, 7]),
    ) {
        let size = rows.len().div_ceil(batches);
        let split: Vec<Vec<u32>> = rows.chunks(size).map(<[u32]>::to_vec).collect();
        let in_order = report(&[(0..168).collect()]);
        prop_assert!(in_order.contains("\"first_paper\":{"), "the report says something");
        prop_assert_eq!(report(&split), in_order);
    }
}
