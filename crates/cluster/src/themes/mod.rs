//! Named themes: their types, how papers come to them, their labels and their movement over time.

mod theme;
mod trend;

pub use theme::{Assignment, Bridge, DiscoveredGap, LabelTerm, OutlierReason, Theme, ThemeKind, Themes};
pub use trend::{Burst, PeriodUnit, Trend, TrendPeriod, Verdict};
