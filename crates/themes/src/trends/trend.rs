//! How a theme's share of the papers moved.

use serde::{Deserialize, Serialize};

/// Length of the periods of a trend; one for all themes of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeriodUnit {
    /// Seven days from Monday.
    Week,
    /// A calendar month.
    Month,
    /// A calendar quarter.
    Quarter,
    /// A calendar year.
    Year,
}

/// Direction of a trend after control of the false discovery rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The share grows.
    Rising,
    /// No change that the test can tell from none.
    Steady,
    /// The share shrinks.
    Falling,
}

/// A theme's papers in one period.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrendPeriod {
    /// First day of the period, in days since 1970-01-01.
    pub start: i32,
    /// Papers of the theme.
    pub papers: u64,
    /// Dated papers of the corpus.
    pub total: u64,
    /// `papers / total`; 0 where the period holds no paper.
    pub share: f64,
    /// Lower end of the 95 % interval of the share.
    pub low: f64,
    /// Upper end of the 95 % interval of the share.
    pub high: f64,
    /// Whether the corpus covers only a part of the period; such a period takes no part in the test.
    pub partial: bool,
}

/// A stretch in which papers of a theme arrive faster than its own base rate (Kleinberg, "Bursty and
/// hierarchical structure in streams", 2002).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Burst {
    /// First day of the first period in the burst, in days since 1970-01-01.
    pub start: i32,
    /// First day of the last period in the burst, in days since 1970-01-01.
    pub end: i32,
    /// Cost saved by the burst state over the base state; higher is stronger.
    pub weight: f64,
}

/// How a theme's share moved over the periods of the corpus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trend {
    /// Direction at the run's false discovery rate.
    pub verdict: Verdict,
    /// Length of the periods.
    pub unit: PeriodUnit,
    /// Change of the log-odds of the share per year.
    pub slope: f64,
    /// Two-sided p-value of the slope.
    pub p_value: f64,
    /// Benjamini-Hochberg adjusted p-value over the run's themes.
    pub q_value: f64,
    /// All periods from the first dated paper of the corpus to the last, without gaps.
    pub periods: Vec<TrendPeriod>,
    /// Bursts in order of their start.
    pub bursts: Vec<Burst>,
}
