//! Counts documents that the vocabulary was not made from.

use rayon::prelude::*;

use super::known_tokens::{KnownTokens, TokensOf};
use super::phrase_breaks::PhraseReader;
use super::row_counter::RowCounter;
use super::token_stream::DOCUMENTS_PER_CHUNK;
use super::vocabulary::{NONE, Vocabulary};
use super::worker_pool::WorkerPool;
use super::{CountBlock, CountMatrix, DocumentCounts};
use crate::Document;
use crate::analysis::Analyzer;
use thema_progress::Task;

/// What workers remember of texts between calls.
#[derive(Default)]
pub(crate) struct Recounting(WorkerPool<KnownTokens>);

impl Recounting {
    /// Counts the terms of `vocabulary` in `documents`. Every call must use the same analyzer and vocabulary.
    pub(crate) fn count(
        &self,
        documents: &[Document<'_>],
        analyzer: &Analyzer,
        vocabulary: &Vocabulary,
    ) -> DocumentCounts {
        let counters = WorkerPool::default();
        let progress = Task::new("documents", documents.len());
        let count = |known: &mut KnownTokens, counter: &mut RowCounter<'_>, chunk: &[Document<'_>]| {
            let mut tokens = TokensOf { known, vocabulary };
            let mut blocks = [CountBlock::default(), CountBlock::default()];
            let (mut reader, mut stems) = (PhraseReader::default(), Vec::new());
            for document in chunk {
                let [titles, bodies] = &mut blocks;
                stems.clear();
                reader.read(&mut tokens, analyzer, document.title, &mut stems);
                counter.count(&stems, titles, |_| {});
                stems.clear();
                reader.read_body(&mut tokens, analyzer, document, &mut stems);
                counter.count(&stems, bodies, |_| {});
            }
            progress.advance(chunk.len());
            let [titles, bodies] = blocks;
            (titles.finish(), bodies.finish())
        };
        let (titles, bodies) = documents
            .par_chunks(DOCUMENTS_PER_CHUNK)
            .map(|chunk| {
                self.0.with(KnownTokens::default, |_, known| {
                    counters.with(|| RowCounter::new(vocabulary), |_, counter| count(known, counter, chunk))
                })
            })
            .unzip();
        let columns = vocabulary.len();
        DocumentCounts::new(
            CountMatrix::from_blocks(columns, titles),
            CountMatrix::from_blocks(columns, bodies),
        )
    }
}

/// The stems of a text, with the link flags and breaks of its words.
fn stems_of(text: &str, analyzer: &Analyzer, vocabulary: &Vocabulary) -> Vec<u32> {
    let mut stems = Vec::new();
    let mut tokens = TokensOf { known: &mut KnownTokens::default(), vocabulary };
    PhraseReader::default().read(&mut tokens, analyzer, text, &mut stems);
    stems
}

/// The terms of a text in the order of their first words; a word comes before the phrases it begins.
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

/// The term that the whole text is.
pub(crate) fn term_of(text: &str, analyzer: &Analyzer, vocabulary: &Vocabulary) -> Option<u32> {
    let term = match stems_of(text, analyzer, vocabulary)[..] {
        [stem] => vocabulary.stem_term(stem),
        [first, second] => vocabulary.pair_term(vocabulary.pair(first, second)?),
        [first, second, third] => vocabulary.triple_term(vocabulary.pair(first, second)?, third),
        _ => NONE,
    };
    (term != NONE).then_some(term)
}
