//! Counts two halves of a corpus separately and merges the tallies, as a cluster does with its partitions.

#![expect(clippy::print_stdout, reason = "the result of the example")]

use thema::{Document, Engine, Paper, PlacedPaper, Settings, Tally};

fn main() -> thema::Result<()> {
    let subjects =
        ["replicas elect a leader", "replicas log messages", "accelerators train models", "models train"];
    let texts: Vec<(String, String)> = (0..40)
        .map(|at| (format!("Paper {at}"), format!("How {} in case {at}.", subjects[at % 4])))
        .collect();
    let papers: Vec<Paper> = texts
        .iter()
        .map(|(title, _)| Paper { id: title.clone(), title: title.clone(), ..Paper::default() })
        .collect();
    let documents: Vec<Document<'_>> = texts.iter().map(|(title, body)| Document::new(title, body)).collect();
    let mut settings = Settings::default();
    settings.clusters.count = Some(2);
    let learned = Engine::new(settings)?.learn(&documents)?;

    let shape = learned.tally_shape();
    let count = |first: usize, end: usize| -> thema::Result<Tally> {
        let places = learned.placer.place(&documents[first..end])?;
        let placed = |(row, assignment)| {
            let paper = &papers[row as usize];
            PlacedPaper { row, paper, assignment, counts: true }
        };
        let mut tally = Tally::empty(&shape);
        tally.add(&(first as u32..).zip(&places).map(placed).collect::<Vec<_>>());
        Ok(tally)
    };
    let mut whole = count(0, 15)?;
    whole.merge(count(15, 40)?);
    for (theme, figures) in learned.themes.themes.iter().zip(whole.themes()) {
        println!("{}: {} papers", theme.name, figures.papers());
    }
    Ok(())
}
