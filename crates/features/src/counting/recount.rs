//! The counts of documents that a vocabulary was not made from.

use rayon::prelude::*;

use super::row_counter::RowCounter;
use super::surfaces::SurfaceTable;
use super::token_stream::{DOCUMENTS_PER_CHUNK, TokenStream, look_up};
use super::vocabulary::{NONE, Vocabulary};
use super::worker_pool::WorkerPool;
use super::{CountBlock, CountMatrix, DocumentCounts};
use crate::Document;
use crate::analysis::Analyzer;
use thema_progress::Task;

/// Words of new texts with their stems in a vocabulary, looked up once a word.
#[derive(Default)]
struct KnownWords {
    table: SurfaceTable,
    stems: Vec<u32>,
}

impl KnownWords {
    /// Looks up the words that the table has met since the last call.
    fn find_stems(&mut self, analyzer: &Analyzer, vocabulary: &Vocabulary) {
        for word in self.stems.len() as u32..self.table.len() as u32 {
            let stem = analyzer.stem(self.table.text(word));
            self.stems.push(vocabulary.stem(&stem).unwrap_or(NONE));
        }
    }
}

/// Counts the terms of `vocabulary` in `documents`.
pub(crate) fn recount(
    documents: &[Document<'_>],
    analyzer: &Analyzer,
    vocabulary: &Vocabulary,
) -> DocumentCounts {
    let workers = WorkerPool::new();
    let progress = Task::new("documents", documents.len());
    let make = || (KnownWords::default(), RowCounter::new(vocabulary));
    let (titles, bodies) = documents
        .par_chunks(DOCUMENTS_PER_CHUNK)
        .map(|chunk| {
            workers.with(make, |_, (known, counter)| {
                let stream = TokenStream::read(analyzer, chunk, &mut known.table);
                known.find_stems(analyzer, vocabulary);
                let mut blocks = [CountBlock::default(), CountBlock::default()];
                let mut stems = Vec::new();
                for halves in stream.documents() {
                    for (words, block) in halves.into_iter().zip(&mut blocks) {
                        stems.clear();
                        stems.extend(words.iter().map(|&word| look_up(&known.stems, word)));
                        counter.count(&stems, block, |_| {});
                    }
                }
                progress.advance(chunk.len());
                let [titles, bodies] = blocks;
                (titles.finish(), bodies.finish())
            })
        })
        .unzip();
    let columns = vocabulary.len();
    DocumentCounts::new(CountMatrix::from_blocks(columns, titles), CountMatrix::from_blocks(columns, bodies))
}

/// The stems of one text, linked or broken as its words are.
fn stems_of(text: &str, analyzer: &Analyzer, vocabulary: &Vocabulary) -> Vec<u32> {
    let mut known = KnownWords::default();
    let mut words = Vec::new();
    known.table.read(analyzer, text, &mut words);
    known.find_stems(analyzer, vocabulary);
    words.iter().map(|&word| look_up(&known.stems, word)).collect()
}

/// The terms of a text in the order of their first words, a word before the phrases that it begins.
pub(crate) fn terms_of(text: &str, analyzer: &Analyzer, vocabulary: &Vocabulary) -> Vec<u32> {
    let stems = stems_of(text, analyzer, vocabulary);
    let mut terms = Vec::new();
    for (start, &stem) in stems.iter().enumerate() {
        if stem == NONE {
            continue;
        }
        terms.push(vocabulary.stem_term(stem));
        let following = |ahead: usize| stems.get(start + ahead).copied().unwrap_or(NONE);
        if let Some(pair) = vocabulary.pair(stem, following(1)) {
            terms.push(vocabulary.pair_term(pair));
            terms.push(vocabulary.triple_term(pair, following(2)));
        }
    }
    terms.retain(|&term| term != NONE);
    terms
}

/// The term that a whole text is.
pub(crate) fn term_of(text: &str, analyzer: &Analyzer, vocabulary: &Vocabulary) -> Option<u32> {
    let term = match stems_of(text, analyzer, vocabulary)[..] {
        [stem] => vocabulary.stem_term(stem),
        [first, second] => vocabulary.pair_term(vocabulary.pair(first, second)?),
        [first, second, third] => vocabulary.triple_term(vocabulary.pair(first, second)?, third),
        _ => NONE,
    };
    (term != NONE).then_some(term)
}
