//! Places a batch of papers with the model of a run: `place_a_batch RUN`.

#![expect(clippy::print_stdout, reason = "the result of the example")]

use std::path::Path;

use thema::{Document, Placer};

fn main() -> thema::Result<()> {
    let run = std::env::args().nth(1).unwrap_or_else(|| "thema-report".to_owned());
    let placer = Placer::load(Path::new(&run))?;
    let batch = [
        Document::new("Serving large models", "Requests share a cache of keys and values."),
        Document::new("Clients that drop out", "Federated averaging over slow clients."),
    ];
    for (document, place) in batch.iter().zip(placer.place(&batch)?) {
        let theme = &placer.themes()[place.theme as usize];
        println!("{}: {} ({:.2})", document.title, theme.name, place.score);
    }
    Ok(())
}
