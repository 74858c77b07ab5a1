//! Why a paper of a run is in its theme: the words that put it there, those that speak for the second-best, and the
//! papers nearest to it.

mod edited;
mod explanation;
mod neighbours;
mod scores;

pub use explanation::{Confidence, Explanation, Fit, Side, WordContribution, explain};
pub use neighbours::Neighbour;
