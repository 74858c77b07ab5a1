//! Text analysis: from a title or an abstract to the words that count.
//!
//! The steps, in order: LaTeX to words ([`latex_to_words`]), Unicode normalisation ([`normalise()`]), spaces
//! between the words of scripts without them ([`spaced`]), tokens in lower case, compounds, stop words
//! ([`StopWords`]), stems. An [`Analyzer`] holds the settings of all steps. Phrases are found later, from the
//! document frequencies of the whole corpus ([`PhraseParams`]).

mod analyzer;
mod compound;
mod language;
mod latex;
mod latex_symbols;
mod manuscript_words;
mod normalise;
mod phrase;
mod stem;
mod stop_words;
mod tokenise;
mod unspaced;

pub use analyzer::{Analyzer, AnalyzerBuilder};
pub(crate) use analyzer::{LINK, Reading};
pub use language::Language;
pub use latex::latex_to_words;
pub(crate) use manuscript_words::is_about_manuscript;
pub use normalise::normalise;
pub(crate) use phrase::normalised_pmi;
pub use phrase::{PhraseParams, PhraseValidParams};
pub use stop_words::StopWords;
pub use unspaced::{is_unspaced, spaced, unspaced};
