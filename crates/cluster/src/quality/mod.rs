//! Quality of a clustering, without labels.

mod card;
mod coherence;
mod diversity;
mod silhouette;
mod stability;

pub use card::{QualityCard, QualityInput};
pub use coherence::{Coherence, Occurrences};
pub use diversity::diversity;
pub use silhouette::silhouette;
pub use stability::{Subsets, subset_stability};
