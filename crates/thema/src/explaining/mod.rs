//! Why a paper of a run is in its theme: the words that put it there, the words that favour the second-best
//! theme, and the nearest papers.

mod edited;
mod explanation;
mod neighbours;
mod place;
mod scores;

pub use explanation::{Confidence, Explanation, Fit, Side, WordContribution, explain};
pub use neighbours::Neighbour;
pub use place::{Because, Place};
