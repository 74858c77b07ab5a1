//! Coherence of given topics over given documents, as every run of thema measures it. Reads
//! `{"terms": N, "documents": [[term, ..], ..], "topics": [[term, ..], ..]}`, with terms as numbers below N,
//! from standard input, and writes `{"npmi": [..], "c_v": [..]}`, one figure per topic. The comparison with peers
//! checks it against gensim.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use thema_cluster::quality::Occurrences;
use thema_features::CsrMatrix;

#[derive(Deserialize)]
struct Question {
    terms: usize,
    documents: Vec<Vec<u32>>,
    topics: Vec<Vec<u32>>,
}

#[derive(Serialize)]
struct Answer {
    npmi: Vec<f64>,
    c_v: Vec<f64>,
}

fn main() -> anyhow::Result<()> {
    let question: Question = serde_json::from_reader(io::stdin().lock())?;
    let (mut offsets, mut indices) = (vec![0], Vec::new());
    for mut terms in question.documents {
        terms.sort_unstable();
        terms.dedup();
        indices.extend(terms);
        offsets.push(indices.len());
    }
    let values = vec![1.0; indices.len()];
    let mut occurrences = Occurrences::new(&question.topics);
    occurrences.count(&CsrMatrix::new(question.terms, offsets, indices, values)?);
    let coherence = occurrences.coherence();
    let answer = Answer { npmi: coherence.npmi_by_theme, c_v: coherence.c_v_by_theme };
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &answer)?;
    writeln!(out)?;
    Ok(())
}
