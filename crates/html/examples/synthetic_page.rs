//! Writes the page of a corpus of invented papers: `synthetic_page PAPERS FILE`. The browser tests open it.

#![allow(clippy::unwrap_used, reason = "an example that cannot go on should panic")]

#[path = "../tests/it/synthetic.rs"]
mod synthetic;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().and_then(|count| count.parse().ok()).expect("a number of papers");
    let file = arguments.next().expect("a file to write");
    let corpus = synthetic::synthetic(count);
    std::fs::write(file, thema_html::render_run(&corpus).unwrap()).unwrap();
}
