//! Named themes: their types, how papers come to them, their labels and their movement over time.

mod assemble;
mod guided;
mod guided_explanation;
mod guided_model;
mod guided_space;
mod membership;
mod movement;
mod newest;
mod seed_evidence;
mod seed_matcher;
mod seed_terms;
mod self_training;
mod theme;
mod trend;

pub use assemble::{ClusterPlace, ThemesInput};
pub use guided::{GuidedPapers, GuidedTerms, GuidedThemesParams, GuidedThemesValidParams};
pub use guided_explanation::{Contribution, Evidence as ScoreEvidence};
pub use guided_model::{GuidedThemes, Place, Placement};
pub use seed_evidence::{SeedEvidence, SeedMatch};
pub use seed_matcher::{SeedCounts, SeedEntry, SeedMatcher};
pub use seed_terms::seed_terms;
pub use theme::{Assignment, Bridge, DiscoveredGap, LabelTerm, OutlierReason, Theme, ThemeKind, Themes};
pub use trend::{
    Burst, Change, Newest, NewestTerm, Past, PeriodUnit, Shape, Trend, TrendPeriod, Verdict, Window,
};
