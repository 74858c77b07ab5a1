//! From documents to a vocabulary and counts.

use rayon::prelude::*;

use super::marks::LINKED;
use super::pair_filter::PairFilter;
use super::phrase_counts::PhraseCounts;
use super::phrase_surfaces::PhraseSurfaces;
use super::row_counter::RowCounter;
use super::selection::{Candidates, Selection};
use super::stems::Stems;
use super::surfaces::SurfaceTable;
use super::token_stream::{DOCUMENTS_PER_CHUNK, TokenStream, look_up};
use super::vocabulary::{NONE, Vocabulary, key};
use super::worker_pool::WorkerPool;
use super::{CountBlock, CountMatrix, DocumentCounts, DocumentFrequencies};
use crate::Document;
use crate::analysis::Analyzer;
use thema_progress::Task;

/// What [`collect`] learns from documents.
pub(crate) struct Collection {
    pub(crate) vocabulary: Vocabulary,
    pub(crate) frequencies: DocumentFrequencies,
    pub(crate) counts: DocumentCounts,
}

/// Reads `documents`, selects their vocabulary and counts its terms.
pub(crate) fn collect(documents: &[Document<'_>], analyzer: &Analyzer, selection: &Selection) -> Collection {
    let (streams, words) = read(documents, analyzer);
    let minimum = selection.minimum(documents.len());
    let stems = Stems::new(analyzer, &words, u64::from(minimum));
    let longest = selection.phrases().longest();
    let occurrences = streams.iter().map(TokenStream::len).sum();
    let filter = (longest > 1).then(|| PairFilter::new(minimum, occurrences));
    let progress = Task::new("terms", streams.len() * (1 + longest.min(3)));
    let stem_frequencies = count_stems(&streams, &stems, filter.as_ref(), &progress);
    let pairs = filter
        .map_or_else(Vec::new, |filter| count_pairs(&streams, &stems, &filter, &progress).frequent(minimum));
    let triples = if longest > 2 {
        count_triples(&streams, &stems, &pairs, &progress).frequent(minimum)
    } else {
        Vec::new()
    };
    let candidates =
        Candidates { stems: &stems, stem_frequencies: &stem_frequencies, pairs: &pairs, triples: &triples };
    let (mut vocabulary, frequencies) = selection.select(documents.len(), &candidates);
    drop((pairs, triples));
    let (counts, surfaces) = count_rows(streams, &stems, &vocabulary, &progress);
    surfaces.name(&mut vocabulary, &stems, &words);
    let frequencies = DocumentFrequencies::of(documents.len() as u64, frequencies);
    Collection { vocabulary, frequencies, counts }
}

/// First pass: converts texts to streams of words numbered in one table.
fn read(documents: &[Document<'_>], analyzer: &Analyzer) -> (Vec<TokenStream>, SurfaceTable) {
    let workers = WorkerPool::default();
    let progress = Task::new("documents", documents.len());
    let mut streams: Vec<TokenStream> = documents
        .par_chunks(DOCUMENTS_PER_CHUNK)
        .map(|chunk| {
            workers.with(SurfaceTable::default, |number, table| {
                let mut stream = TokenStream::read(analyzer, chunk, table);
                stream.table = number;
                progress.advance(chunk.len());
                stream
            })
        })
        .collect();
    let mut tables = workers.into_states().into_iter();
    let mut words = tables.next().unwrap_or_default();
    let numbers: Vec<Vec<u32>> = tables.map(|table| words.merge(&table)).collect();
    streams
        .par_iter_mut()
        .filter(|stream| stream.table > 0)
        .for_each(|stream| stream.renumber(&numbers[stream.table - 1]));
    (streams, words)
}

/// Calls `visit` with the document number and the stems of every title and every body of a stream.
fn for_each_half(chunk: usize, stream: &TokenStream, stems: &Stems, mut visit: impl FnMut(u32, &[u32])) {
    let mut half = Vec::new();
    for (row, halves) in stream.documents().enumerate() {
        for words in halves {
            half.clear();
            half.extend(words.iter().map(|&word| look_up(stems.of_word(), word)));
            visit((chunk * DOCUMENTS_PER_CHUNK + row) as u32, &half);
        }
    }
}

/// Second pass: exact document frequencies of stems, upper bounds on those of pairs.
fn count_stems(
    streams: &[TokenStream],
    stems: &Stems,
    filter: Option<&PairFilter>,
    progress: &Task,
) -> Vec<u32> {
    struct Counts {
        frequencies: Vec<u32>,
        last: Vec<u32>,
    }
    let make = || Counts { frequencies: vec![0; stems.len()], last: vec![NONE; stems.len()] };
    let workers = WorkerPool::default();
    streams.par_iter().enumerate().for_each(|(chunk, stream)| {
        workers.with(make, |_, counts| {
            for_each_half(chunk, stream, stems, |document, half| {
                let mut previous = NONE;
                for &stem in half {
                    if stem != NONE {
                        let plain = (stem & !LINKED) as usize;
                        if counts.last[plain] != document {
                            counts.last[plain] = document;
                            counts.frequencies[plain] += 1;
                        }
                        if let (Some(filter), true) = (filter, previous != NONE) {
                            filter.add(key(previous, stem));
                        }
                    }
                    previous = stem;
                }
            });
        });
        progress.advance(1);
    });
    let mut total = vec![0; stems.len()];
    for counts in workers.into_states() {
        total.iter_mut().zip(counts.frequencies).for_each(|(sum, frequency)| *sum += frequency);
    }
    total
}

/// Third pass: exact document frequencies of the pairs that pass the filter.
fn count_pairs(streams: &[TokenStream], stems: &Stems, filter: &PairFilter, progress: &Task) -> PhraseCounts {
    count_sequences(streams, stems, progress, |half, visit| {
        for pair in half.windows(2) {
            if pair[0] != NONE && pair[1] != NONE {
                let pair = key(pair[0], pair[1]);
                if filter.may_be_frequent(pair) {
                    visit(pair);
                }
            }
        }
    })
}

/// Fourth pass: exact document frequencies of triples whose two pairs are frequent, keyed by the index of the
/// first pair in `pairs` and the last stem. No other triple can be frequent.
fn count_triples(
    streams: &[TokenStream],
    stems: &Stems,
    pairs: &[(u64, u32)],
    progress: &Task,
) -> PhraseCounts {
    let numbers: rustc_hash::FxHashMap<u64, u32> =
        pairs.iter().enumerate().map(|(number, &(pair, _))| (pair, number as u32)).collect();
    count_sequences(streams, stems, progress, |half, visit| {
        let mut previous = None;
        for pair in half.windows(2) {
            let number = numbers.get(&key(pair[0], pair[1])).copied();
            if let (Some(first), Some(_)) = (previous, number) {
                visit(key(first, pair[1]));
            }
            previous = number;
        }
    })
}

fn count_sequences(
    streams: &[TokenStream],
    stems: &Stems,
    progress: &Task,
    sequences: impl Fn(&[u32], &mut dyn FnMut(u64)) + Sync,
) -> PhraseCounts {
    let workers = WorkerPool::default();
    streams.par_iter().enumerate().for_each(|(chunk, stream)| {
        workers.with(PhraseCounts::default, |_, counts| {
            for_each_half(chunk, stream, stems, |document, half| {
                sequences(half, &mut |sequence| counts.add(sequence, document));
            });
        });
        progress.advance(1);
    });
    workers.into_states().into_iter().reduce(PhraseCounts::merge).unwrap_or_default()
}

/// Last pass: converts streams to rows; each stream is freed once its rows are done.
fn count_rows(
    streams: Vec<TokenStream>,
    stems: &Stems,
    vocabulary: &Vocabulary,
    progress: &Task,
) -> (DocumentCounts, PhraseSurfaces) {
    let of_word: Vec<u32> = {
        let of_stem: Vec<u32> =
            (0..stems.len() as u32).map(|stem| vocabulary.stem(stems.text(stem)).unwrap_or(NONE)).collect();
        stems.of_word().iter().map(|&stem| of_stem.get(stem as usize).copied().unwrap_or(NONE)).collect()
    };
    let workers = WorkerPool::default();
    let make = || (RowCounter::new(vocabulary), PhraseSurfaces::new(vocabulary.len()));
    let (titles, bodies) = streams
        .into_par_iter()
        .map(|stream| {
            workers.with(make, |_, (counter, surfaces)| {
                let mut blocks = [CountBlock::default(), CountBlock::default()];
                let mut numbers = Vec::new();
                for halves in stream.documents() {
                    for (words, block) in halves.into_iter().zip(&mut blocks) {
                        numbers.clear();
                        numbers.extend(words.iter().map(|&word| look_up(&of_word, word)));
                        counter.count(&numbers, block, |at| {
                            surfaces.add(at.term, &words[at.start..at.start + at.words]);
                        });
                    }
                }
                progress.advance(1);
                let [titles, bodies] = blocks;
                (titles.finish(), bodies.finish())
            })
        })
        .unzip();
    let columns = vocabulary.len();
    let counts = DocumentCounts::new(
        CountMatrix::from_blocks(columns, titles),
        CountMatrix::from_blocks(columns, bodies),
    );
    let surfaces = workers.into_states().into_iter().map(|(_, surfaces)| surfaces);
    (counts, surfaces.reduce(PhraseSurfaces::merge).unwrap_or_default())
}
