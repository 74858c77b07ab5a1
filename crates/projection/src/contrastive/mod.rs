//! A projection learned from the texts themselves.
//!
//! The title and the body of a document are two views of the same thing. A table with one dense row per term
//! is trained until a title is closer to its own body than to the other bodies of its batch, and vice versa
//! (symmetric InfoNCE; van den Oord, Li and Vinyals 2018, Radford et al. 2021). An embedding is the sum of a
//! text's term rows, each times its weight, scaled to unit length. The table starts from the right singular
//! vectors of the weights.
//!
//! Pairs of related documents, such as two papers by one author, are trained the same way. They show what belongs
//! together beyond the words of one document; Cohan et al. 2020 ("SPECTER") learn from citations in this way.
//!
//! One step: `pairs` picks titles and bodies, `batch` copies their rows and drops terms, `encode` sums table
//! rows, `loss` compares all titles with all bodies, `descent` updates the rows of the terms involved.
//! `train` is the loop.

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
