//! A chunk of documents as word numbers.

use super::marks::{BREAK, LINKED};
use super::phrase_breaks::PhraseReader;
use super::surfaces::SurfaceTable;
use crate::Document;
use crate::analysis::Analyzer;

/// Documents per chunk; fixed, so that chunks do not depend on the number of threads.
pub(crate) const DOCUMENTS_PER_CHUNK: usize = 1024;

/// The number in `numbers` for a word of a stream, with the word's link flag; [`BREAK`] if there is none.
pub(super) fn look_up(numbers: &[u32], word: u32) -> u32 {
    if word == BREAK {
        return BREAK;
    }
    match numbers[(word & !LINKED) as usize] {
        BREAK => BREAK,
        number => number | (word & LINKED),
    }
}

/// The words of up to [`DOCUMENTS_PER_CHUNK`] documents in order, four bytes per word.
#[derive(Default)]
pub(super) struct TokenStream {
    /// Index of the table that numbers the words.
    pub(super) table: usize,
    words: Vec<u32>,
    /// Ends of the title and of the body of every document in `words`.
    ends: Vec<[usize; 2]>,
}

impl TokenStream {
    pub(super) fn read(analyzer: &Analyzer, documents: &[Document<'_>], table: &mut SurfaceTable) -> Self {
        let bytes: usize = documents.iter().map(|document| document.title.len() + document.body.len()).sum();
        let mut stream = Self {
            table: 0,
            words: Vec::with_capacity(bytes / 12),
            ends: Vec::with_capacity(documents.len()),
        };
        let mut reader = PhraseReader::default();
        for document in documents {
            reader.read(table, analyzer, document.title, &mut stream.words);
            let title = stream.words.len();
            reader.read_body(table, analyzer, document, &mut stream.words);
            stream.ends.push([title, stream.words.len()]);
        }
        stream.words.shrink_to_fit();
        stream
    }

    /// Number of words and breaks.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// Replaces every word number by its entry in `numbers`.
    pub(super) fn renumber(&mut self, numbers: &[u32]) {
        for word in &mut self.words {
            *word = look_up(numbers, *word);
        }
    }

    /// The words of the title and of the body of every document.
    pub(super) fn documents(&self) -> impl Iterator<Item = [&[u32]; 2]> {
        let mut start = 0;
        self.ends.iter().map(move |&[title, body]| {
            let halves = [&self.words[start..title], &self.words[title..body]];
            start = body;
            halves
        })
    }
}
