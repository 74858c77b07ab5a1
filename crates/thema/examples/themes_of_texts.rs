//! The themes of some titles and abstracts.

#![expect(clippy::print_stdout, reason = "the result of the example")]

use thema::{Document, Engine, Settings};

fn main() -> thema::Result<()> {
    let papers: Vec<(String, String)> = std::iter::zip(
        ["Consensus", "Leader election", "Replicated logs", "Ring all-reduce", "Pipelines", "Gradients"],
        ["Replicas agree on messages.", "Replicas elect a leader.", "Leaders log messages of replicas."]
            .into_iter()
            .chain([
                "Accelerators train models.",
                "Models are trained in stages.",
                "Models train on accelerators.",
            ]),
    )
    .map(|(title, body)| (title.to_owned(), body.to_owned()))
    .collect();
    let documents: Vec<Document<'_>> =
        papers.iter().map(|(title, body)| Document::new(title, body)).collect();
    let mut settings = Settings::default();
    settings.clusters.count = Some(2);
    let learned = Engine::new(settings)?.learn(&documents)?;
    for theme in &learned.themes.themes {
        println!("{}: {} papers", theme.name, theme.papers.len());
    }
    Ok(())
}
