//! How a theme's share of the papers changed.

use serde::{Deserialize, Serialize};

use super::exact_test::least_p_value;

/// Minimum part of a difference that remains of a trend of the field.
const LEFT: f64 = 0.5;
/// Papers of a theme that may be too few for any change to be clear.
const FEW: f64 = 20.0;

/// Length of the periods of a trend, the same for all themes of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeriodUnit {
    /// Seven days from Monday.
    Week,
    /// A calendar month.
    Month,
    /// A calendar quarter.
    Quarter,
    /// A calendar year.
    #[default]
    Year,
}

/// Direction of a trend, with control of the false discovery rate.
///
/// No evidence of a change is not evidence of none (Altman and Bland, "Absence of evidence is not evidence of absence", 1995):
/// a share is steady only if its interval leaves no room for a change that matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The share of the recent window is larger than that of the window before.
    Rising,
    /// By its 95 % interval, the share of the recent window is within a quarter of that of the window before.
    Steady,
    /// The share of the recent window is smaller than that of the window before.
    Falling,
    /// The papers do not tell: a change may have happened or not.
    #[default]
    Unclear,
}

impl Verdict {
    /// Whether the share rises or falls.
    #[must_use]
    pub fn is_change(self) -> bool {
        matches!(self, Self::Rising | Self::Falling)
    }
}

/// Why a difference is not called a change although its 95 % interval may exclude 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doubt {
    /// Among as many themes, a difference like this may be chance.
    Chance,
    /// It is too small.
    Small,
    /// One month, or one week where the periods are weeks, makes most of it.
    OneMonth,
    /// Categories that came into use within the windows bring most of it.
    NewCategories,
    /// Themes that an update found took most of the papers that are missing.
    LaterThemes,
}

/// The month, or the week where the periods are weeks, in which a large part of a window's papers came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BusiestMonth {
    /// Its first day, in days since 1970-01-01.
    pub start: i32,
    /// Papers of the theme.
    pub papers: u64,
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
    /// `papers / total`; 0 if the period has no papers.
    pub share: f64,
    /// Lower end of the 95 % interval of the share.
    pub low: f64,
    /// Upper end of the 95 % interval of the share.
    pub high: f64,
    /// Whether the corpus covers only a part of the period. Such a period is not used in the test.
    pub partial: bool,
    /// Whether the corpus has too few papers in the period for shares to mean anything. Such a period is not
    /// used in tests, shapes, bursts and charts.
    #[serde(default)]
    pub thin: bool,
}

/// A stretch of at least two periods in which papers of a theme arrive faster than its own base rate
/// (Kleinberg, "Bursty and hierarchical structure in streams", 2002), and that no single month makes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Burst {
    /// First day of the first period in the burst, in days since 1970-01-01.
    pub start: i32,
    /// First day of the last period in the burst, in days since 1970-01-01.
    pub end: i32,
    /// Cost saved by the burst state over the base state; higher is stronger.
    pub weight: f64,
}

/// Consecutive full periods taken together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// First day of the first period, in days since 1970-01-01.
    pub start: i32,
    /// First day of the last period, in days since 1970-01-01.
    pub end: i32,
    /// Papers of the theme.
    pub papers: u64,
    /// Dated papers of the corpus, at least 1.
    pub total: u64,
}

impl Window {
    /// `papers / total`; 0 for an empty window.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.total == 0 { 0.0 } else { self.papers as f64 / self.total as f64 }
    }
}

/// The share of the recent window compared with that of an equally long one right before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The window before the recent one.
    pub before: Window,
    /// The last full periods.
    pub recent: Window,
    /// Lower end of the 95 % interval of the difference of the shares.
    pub low: f64,
    /// Upper end of the 95 % interval of the difference of the shares.
    pub high: f64,
    /// Two-sided p-value of no difference.
    pub p_value: f64,
    /// Benjamini-Hochberg adjusted p-value over the run's themes.
    pub q_value: f64,
}

impl Change {
    /// Share of the recent window minus that of the window before.
    #[must_use]
    pub fn difference(&self) -> f64 {
        self.recent.share() - self.before.share()
    }

    /// The smallest p-value that so few papers could have; `None` if they are not few.
    pub(super) fn least_p_value(&self) -> Option<f64> {
        let [before, recent] =
            [self.before, self.recent].map(|window| (window.papers as f64, window.total as f64));
        (before.0 + recent.0 <= FEW).then(|| least_p_value(before, recent))
    }

    /// Whether less than half of the difference remains, in its direction, without something that is no trend of the field.
    pub(crate) fn is_made_by_what_leaves(&self, remaining: f64) -> bool {
        remaining < LEFT * self.difference().abs()
    }
}

/// What came before the present direction of a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Past {
    /// It rose.
    Rise,
    /// It fell.
    Fall,
    /// It stayed level.
    Level,
}

/// Since when a share has moved in the direction of its verdict. All days are first days of periods, in days
/// since 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// The first period of that movement; after a peak or a low, the period of the peak or low.
    pub since: i32,
    /// What the share did before.
    pub past: Past,
    /// For a share that fell to a low before it rose again, the period of the peak before the fall; in the
    /// mirror case, the period of the low before the rise.
    pub turn: Option<i32>,
}

/// A word or phrase whose share of a theme's titles grew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewestTerm {
    /// The most frequent form in the titles.
    pub text: String,
    /// Papers of the theme in the recent window with it in the title.
    pub recent: u64,
    /// Papers of the theme in the window before with it in the title.
    pub before: u64,
}

/// Where a theme is going: what its newest titles are about and earlier ones were not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Newest {
    /// The words and phrases, most telling first; at least one.
    pub terms: Vec<NewestTerm>,
    /// Row of the newest paper that clearly belongs to the theme and has the first term in its title.
    pub paper: Option<u32>,
}

/// A primary category that came into use so late that a theme may have grown by what it brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewCategory {
    /// Category code such as `eess.SP`.
    pub category: String,
    /// Papers of the theme with this primary category.
    pub papers: u64,
    /// Since about which day the corpus has papers with it, in days since 1970-01-01.
    pub since: i32,
}

/// How a theme's share changed over the periods of the corpus.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trend {
    /// Direction of the recent window relative to the one before, at the run's false discovery rate.
    pub verdict: Verdict,
    /// Length of the periods.
    pub unit: PeriodUnit,
    /// The two windows and how certain their difference is.
    pub change: Change,
    /// Why their difference is not called a change, if its interval excludes 0 and the verdict is neither rising nor falling.
    pub doubt: Option<Doubt>,
    /// The busiest month of the window with the larger share, if the share rises or falls and a quarter or more of the window's
    /// papers came in it: one event or one upload may be behind the change.
    pub busiest: Option<BusiestMonth>,
    /// Since when the share has moved in this direction, if the periods show it.
    pub shape: Option<Shape>,
    /// The recent window compared with an earlier one of the same length: the largest clear change.
    pub long_run: Option<Change>,
    /// All periods from the first dated paper of the corpus to the last, without gaps.
    pub periods: Vec<TrendPeriod>,
    /// Bursts in order of their start.
    pub bursts: Vec<Burst>,
    /// What its newest titles are about.
    pub newest: Option<Newest>,
    /// Categories of a fifth or more of its recent papers together that came into use within the windows, most
    /// papers first.
    pub new_categories: Vec<NewCategory>,
}

impl Trend {
    /// The trend without a direction, because something other than the field may make the change.
    #[must_use]
    pub(crate) fn doubted(self, doubt: Doubt) -> Self {
        let shape = self.after_long_run();
        Self { verdict: Verdict::Unclear, doubt: Some(doubt), shape, busiest: None, ..self }
    }

    /// Leaves out the change since an earlier window, and the shape that follows from it.
    pub(crate) fn forget_long_run(&mut self) {
        self.shape = self.shape.filter(|&shape| Some(shape) != self.after_long_run());
        self.long_run = None;
    }

    /// The shape of a share without a clear change over the two windows that an earlier one differs from.
    pub(super) fn after_long_run(&self) -> Option<Shape> {
        let past = if self.long_run?.difference() > 0.0 { Past::Rise } else { Past::Fall };
        Some(Shape { since: self.change.before.start, past, turn: None })
    }
}
