//! Named themes: their types, how papers come to them, their labels and their movement over time.

mod guided;
mod guided_model;
mod guided_space;
mod seed_evidence;
mod self_training;
mod theme;
mod trend;

pub use guided::{GuidedInput, GuidedThemesParams, GuidedThemesValidParams};
pub use guided_model::{GuidedThemes, Place, Placement};
pub use seed_evidence::{SeedEntry, SeedEvidence, SeedMatch};
pub use theme::{Assignment, Bridge, DiscoveredGap, LabelTerm, OutlierReason, Theme, ThemeKind, Themes};
pub use trend::{Burst, PeriodUnit, Trend, TrendPeriod, Verdict};
