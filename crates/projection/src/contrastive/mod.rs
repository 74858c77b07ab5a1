//! A projection learned from the texts themselves.
//!
//! The title and the body of a document are two views of one thing. A table with one dense row a term is trained
//! until a title lies closer to its own body than to the other bodies of its batch, and the other way round
//! (symmetric InfoNCE; van den Oord, Li and Vinyals 2018, Radford et al. 2021). An embedding is the unit-length sum of
//! a text's term rows, each times its weight. The table starts from the right singular vectors of the weights.
//!
//! Pairs of related documents, such as two papers of one author, teach in the same way what belongs together beyond the
//! words of one document; Cohan et al. 2020 ("SPECTER") learn from citations so.
//!
//! The way of a step: `pairs` picks titles and bodies, `batch` copies their rows and drops terms, `encode` sums table rows,
//! `loss` compares all titles with all bodies, `descent` moves the touched rows of the table; `train` is the loop.

mod batch;
mod descent;
mod encode;
mod loss;
mod pairs;
mod params;
mod train;

pub use loss::HeldOut;
pub use params::{ContrastiveParams, ContrastiveValidParams};
pub use train::{Contrastive, Epoch};
