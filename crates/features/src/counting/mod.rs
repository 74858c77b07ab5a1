//! Counting: from words to a vocabulary, its document frequencies and one sparse row of counts per text.
//!
//! A corpus is counted in several passes over fixed chunks of documents. The first pass converts the texts to
//! streams of word numbers (`TokenStream`); the others read only the streams. They compute the document
//! frequencies of words with an upper bound on those of pairs (`PairFilter`), the exact frequencies of pairs
//! that may be phrases, and the rows. Every statistic is an integer sum, so the result does not depend on the
//! number of threads or the order of the chunks.

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
