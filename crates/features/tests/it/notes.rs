//! Notes beside title and body.

use thema_features::{Document, DocumentCounts, FeatureModel, FeatureParams, FrequencyBound};

fn fit(documents: &[Document<'_>]) -> (FeatureModel, DocumentCounts) {
    let params = FeatureParams::default()
        .minimum_frequency(FrequencyBound::Count(1))
        .maximum_frequency(FrequencyBound::Share(1.0))
        .check()
        .unwrap();
    FeatureModel::fit(&params, documents).unwrap()
}

fn words<'m>(model: &'m FeatureModel, counts: &DocumentCounts, row: usize) -> Vec<&'m str> {
    counts.bodies().row(row).indices.iter().map(|&term| model.vocabulary().term(term)).collect()
}

#[test]
fn notes_are_words_of_the_body_but_for_those_about_the_manuscript() {
    let body = "Robots plan";
    let notes = ["swarms", "", "12 pages, 3 figures, accepted at the workshop on Grasping", "physreva"];
    let documents = [Document::new("Robots", body).with_notes(notes), Document::new("Queues", "Jobs wait")];
    let (model, counts) = fit(&documents);
    let mut found = words(&model, &counts, 0);
    found.sort_unstable();
    assert_eq!(found, ["grasp", "physreva", "plan", "robot", "robot plan", "swarm"]);
    assert_eq!(counts.titles().row(0).indices.len(), 1, "titles have none");
    assert_eq!(model.count(&documents), counts, "counting again reads notes the same way");
}

#[test]
fn no_phrase_reaches_into_a_note() {
    let documents = vec![Document::new("", "neural").with_notes(["network", "neural network", "", ""]); 9];
    let (model, counts) = fit(&documents);
    let phrase = model.term_id("neural network").expect("a phrase within one note");
    let row = counts.bodies().row(0);
    let at = row.indices.iter().position(|&term| term == phrase).unwrap();
    assert_eq!(row.counts[at], 1);
}
