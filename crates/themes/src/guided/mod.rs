//! Guided themes: papers are placed in the themes of a user's taxonomy by its seed entries and by the words
//! that the corpus uses with them.

mod belonging;
mod best_two;
mod discriminant;
mod explanation;
mod field;
mod fit;
mod ignored_phrase;
mod model;
mod seed_evidence;
mod seed_matcher;
mod seed_terms;
mod self_training;
mod space;
mod telling_words;
mod theme_check;

pub(crate) use best_two::best_two;
pub use explanation::{Contribution, Evidence as ScoreEvidence};
pub use field::{FieldPaper, best_for_field};
pub use fit::{GuidedPapers, GuidedTerms, GuidedThemesParams, GuidedThemesValidParams};
pub use ignored_phrase::{IgnoredPhrase, ignored_phrases};
pub use model::{GuidedThemes, TaxonomyPlace};
pub use seed_evidence::{SeedEvidence, SeedMatch};
pub use seed_matcher::{SeedCounts, SeedEntry, SeedMatcher};
pub use seed_terms::seed_terms;
pub use telling_words::TellingWord;
pub use theme_check::{EntryCheck, ThemeCheck};
