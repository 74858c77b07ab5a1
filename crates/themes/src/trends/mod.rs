//! How themes change over time: the periods that the corpus supports, shares with their intervals, the recent
//! window against the one before it, bends and bursts.

mod bend_choice;
mod bent_line;
mod bursts;
mod date_tally;
mod dated;
mod dispersion;
mod exact_test;
mod flock;
mod moderation;
mod multiple;
mod params;
mod period_choice;
mod period_counts;
mod periods;
mod shape;
mod share_change;
mod share_interval;
mod student;
mod theme_trends;
mod trend;
mod usable;
mod windows;

pub(crate) use period_choice::coarsest;
pub(crate) use periods::next as next_period;

pub use date_tally::DateTally;
pub use params::{TrendParams, TrendValidParams};
pub use period_counts::PeriodCounts;
pub use periods::Periods;
pub use trend::{
    Burst, BusiestMonth, Change, Doubt, NewCategory, Newest, NewestTerm, Past, PeriodUnit, Shape, Trend,
    TrendPeriod, Verdict, Window,
};
