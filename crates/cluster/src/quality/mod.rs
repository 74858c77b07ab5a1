//! Quality of a clustering: against labels if there are any, and on its own.

mod card;
mod coherence;
mod diversity;
mod silhouette;
mod stability;

pub use card::{LabelQuality, QualityCard, QualityInput};
pub use coherence::{Coherence, Occurrences};
pub use diversity::diversity;
pub use silhouette::silhouette;
pub use stability::{Bootstrap, bootstrap_stability};
