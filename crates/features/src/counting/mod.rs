//! Counting: from words to a vocabulary, its document frequencies and one sparse row of counts a text.
//!
//! A corpus is counted in passes over fixed chunks of documents. The first reads the texts into streams of word
//! numbers (`TokenStream`); the others read only the streams: document frequencies of words and a bound on those
//! of pairs (`PairFilter`), exact frequencies of the pairs that may be phrases, and the rows. Every statistic is
//! an integer sum, so neither the number of threads nor the order of the chunks can change a result.

mod collect;
mod counts;
mod document_frequencies;
mod interner;
mod known_tokens;
mod marks;
mod pair_filter;
mod phrase_breaks;
mod phrase_counts;
mod phrase_surfaces;
mod recount;
mod row_counter;
mod selection;
mod stems;
mod surfaces;
mod text_tokens;
mod token_stream;
mod vocabulary;
mod worker_pool;

pub(crate) use collect::collect;
pub(crate) use counts::{CountBlock, ROWS_PER_BLOCK};
pub use counts::{CountMatrix, CountRow, DocumentCounts};
pub use document_frequencies::DocumentFrequencies;
pub(crate) use recount::{Recounting, term_of, terms_of};
pub(crate) use selection::Selection;
pub use vocabulary::{FrequencyBound, Vocabulary};
