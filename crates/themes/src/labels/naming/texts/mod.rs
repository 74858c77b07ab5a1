//! The texts that names are learned from, as numbered words.

mod capitals;
mod chunk;
mod classify;
mod kind;
mod stems;
mod written;

pub(super) use capitals::is_shouted;
pub(super) use kind::Kind;
pub(super) use stems::Stems;
pub(super) use written::Written;

use chunk::Chunk;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use thema_features::Document;
use thema_features::analysis::{Analyzer, Language};

use super::known_subjects::KnownSubjects;
use super::words::Before;

/// Papers read by one task.
const CHUNK: usize = 512;
/// Number of characters that separates short words from longer ones.
const LONGER: usize = 4;
/// A word at its position in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// Number of the word as written.
    pub(super) word: u32,
    pub(super) before: Before,
}

/// A title or an abstract.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    pub(super) tokens: Vec<Token>,
    /// Whether the text is in sentence case, so that capitals within it belong to the words.
    pub(super) sentence_case: bool,
}

/// A paper.
#[derive(Clone, Debug)]
pub(super) struct Paper {
    /// Row of the paper.
    pub(super) row: usize,
    /// Title and abstract.
    pub(super) texts: [Text; 2],
}

/// Papers, words as written, and stems.
pub(super) struct Texts {
    pub(super) papers: Vec<Paper>,
    pub(super) words: Vec<Written>,
    /// Stems; stem number n is at n - 1.
    pub(super) stems: Vec<String>,
    /// Keys of phrases that name nothing on their own.
    pub(super) everyday: Vec<u128>,
    /// Phrases that are known to name subjects.
    pub(super) subjects: KnownSubjects,
}

impl Texts {
    /// Reads the papers in `rows` of `documents`, in parallel.
    pub(super) fn read(documents: &[Document<'_>], rows: &[usize], analyzer: &Analyzer) -> Self {
        let greek = analyzer.language() != Language::Greek;
        let chunks: Vec<Chunk> = rows
            .par_chunks(CHUNK)
            .map(|rows| {
                let mut chunk = Chunk::default();
                for &row in rows {
                    chunk.read(row, &documents[row], greek);
                }
                chunk
            })
            .collect();
        let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
        let mut surfaces: Vec<String> = Vec::new();
        let mut papers = Vec::with_capacity(rows.len());
        for mut chunk in chunks {
            let places: Vec<u32> = chunk
                .surfaces
                .into_iter()
                .map(|surface| {
                    *numbers.entry(surface).or_insert_with_key(|surface| {
                        surfaces.push(surface.clone());
                        surfaces.len() as u32 - 1
                    })
                })
                .collect();
            for token in
                chunk.papers.iter_mut().flat_map(|paper| &mut paper.texts).flat_map(|t| &mut t.tokens)
            {
                token.word = places[token.word as usize];
            }
            papers.append(&mut chunk.papers);
        }
        drop(numbers);
        let mut texts = Self {
            papers,
            words: Vec::new(),
            stems: Vec::new(),
            everyday: Vec::new(),
            subjects: KnownSubjects::default(),
        };
        texts.classify(surfaces, analyzer);
        texts
    }
}
