//! How themes move over time: shares a period with their intervals, the slope and its test, bursts.

mod bursts;
mod multiple;
mod params;
mod period_counts;
mod periods;
mod share_interval;
mod slope;
mod student;
mod theme_trends;
mod trend;

pub use params::{TrendParams, TrendValidParams};
pub use period_counts::PeriodCounts;
pub use periods::Periods;
pub use trend::{Burst, PeriodUnit, Trend, TrendPeriod, Verdict};
