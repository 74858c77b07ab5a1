//! The figures of how a theme moved, as every writer and the page show them.

use serde::{Deserialize, Serialize};

use thema_themes::{
    Change, Doubt, NewCategory, NewestTerm, Past, PeriodUnit, Trend, Verdict, Window, day_text,
};

use crate::model::PaperRef;
use crate::numbers::rounded;
use crate::trend_words::words;
use crate::{NamedPapers, ReportError, period_name, range_name};

/// How a theme's share changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrendReport {
    /// Direction of the recent window relative to the one before, at the run's false discovery rate.
    pub verdict: Verdict,
    /// Length of the periods.
    pub unit: PeriodUnit,
    /// The two windows and how certain their difference is.
    pub change: ChangeReport,
    /// Why their difference is not called a change, if its interval excludes 0 and the verdict is neither rising nor falling.
    #[serde(default)]
    pub doubt: Option<Doubt>,
    /// The month in which a quarter or more of the papers of the window with the larger share came, if the share rises or falls.
    #[serde(default)]
    pub busiest: Option<BusiestReport>,
    /// Since when the share has moved in this direction; `null` if the periods do not show it.
    pub shape: Option<ShapeReport>,
    /// The recent window compared with an earlier one of the same length: the largest clear change; `null` if there is none.
    #[serde(default)]
    pub long_run: Option<ChangeReport>,
    /// The verdict and the shape in words: `rising since 2016, after a peak in 2014`.
    pub words: String,
    /// The change in words: `4.1 % of papers from 2017 to 2019, compared with 2.0 % from 2014 to 2016`.
    pub figures: String,
    /// All periods of the corpus, without gaps.
    pub periods: Vec<PeriodReport>,
    /// Bursts in order of their start.
    pub bursts: Vec<BurstReport>,
    /// What its newest titles are about; `null` if that is nothing new.
    pub newest: Option<NewestReport>,
    /// Categories of a fifth or more of its recent papers together that came into use within the windows, most
    /// papers first; a rise may be what they brought.
    #[serde(default)]
    pub new_categories: Vec<NewCategoryReport>,
}

/// A primary category that came into use within the windows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewCategoryReport {
    /// Category code such as `eess.SP`.
    pub category: String,
    /// Papers of the theme with this primary category.
    pub papers: u64,
    /// Month since which the corpus has papers with it, `YYYY-MM`.
    pub since: String,
}

/// The share of the recent window compared with that of an equally long one right before it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChangeReport {
    /// The window before the recent one.
    pub before: WindowReport,
    /// The last full periods.
    pub recent: WindowReport,
    /// Share of the recent window minus that of the window before.
    pub difference: f64,
    /// Lower end of the 95 % interval of the difference.
    pub low: f64,
    /// Upper end of the 95 % interval of the difference.
    pub high: f64,
    /// Two-sided p-value of no difference.
    pub p_value: f64,
    /// Benjamini-Hochberg adjusted p-value over the run's themes.
    pub q_value: f64,
}

/// Consecutive full periods taken together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WindowReport {
    /// First day of the first period.
    pub start: String,
    /// First day of the last period.
    pub end: String,
    /// Name for readers: `2017 to 2019`.
    pub name: String,
    /// Papers of the theme.
    pub papers: u64,
    /// Dated papers of the corpus.
    pub total: u64,
    /// `papers / total`.
    pub share: f64,
}

/// The month, or the week where the periods are weeks, in which a large part of a window's papers came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BusiestReport {
    /// Its first day.
    pub start: String,
    /// Name for readers: `September 2014`.
    pub name: String,
    /// Papers of the theme.
    pub papers: u64,
}

/// Since when a share has moved in its direction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShapeReport {
    /// First day of the first period of that movement.
    pub since: String,
    /// What the share did before.
    pub past: Past,
    /// First day of the period of the preceding peak or low; `null` if there was none.
    pub turn: Option<String>,
}

/// A theme's papers in one period.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PeriodReport {
    /// First day of the period.
    pub start: String,
    /// Papers of the theme.
    pub papers: u64,
    /// Dated papers of the corpus.
    pub total: u64,
    /// `papers / total`; 0 if there are no papers.
    pub share: f64,
    /// Lower end of the 95 % interval of the share.
    pub low: f64,
    /// Upper end of the 95 % interval of the share.
    pub high: f64,
    /// Whether the corpus covers only a part of the period.
    pub partial: bool,
    /// Whether the corpus has too few papers in the period for shares to mean anything.
    pub thin: bool,
}

/// A stretch in which a theme's papers arrived faster than its base rate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BurstReport {
    /// First day of its first period.
    pub start: String,
    /// First day of its last period.
    pub end: String,
    /// Name for readers: `2005 to 2007`.
    pub name: String,
    /// Strength; higher is stronger.
    pub weight: f64,
}

/// Where a theme is going.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewestReport {
    /// Words and phrases that are more frequent in titles of the recent window than
    /// in those of the window before.
    pub terms: Vec<NewestTerm>,
    /// The newest paper that clearly belongs to the theme and has the first term in its title.
    pub paper: Option<PaperRef>,
}

impl TrendReport {
    /// The report of a trend.
    pub(super) fn new(trend: &Trend, named: &NamedPapers) -> Result<Self, ReportError> {
        let period = |period: &thema_themes::TrendPeriod| PeriodReport {
            start: day(period.start),
            papers: period.papers,
            total: period.total,
            share: rounded(period.share),
            low: rounded(period.low),
            high: rounded(period.high),
            partial: period.partial,
            thin: period.thin,
        };
        let burst = |burst: &thema_themes::Burst| BurstReport {
            start: day(burst.start),
            end: day(burst.end),
            name: range_name(trend.unit, &day(burst.start), &day(burst.end)),
            weight: rounded(burst.weight),
        };
        let newest = |newest: &thema_themes::Newest| {
            let paper = newest.paper.map(|row| named.get(row).map(PaperRef::new)).transpose()?;
            Ok::<_, ReportError>(NewestReport { terms: newest.terms.clone(), paper })
        };
        let busiest = |busiest: thema_themes::BusiestMonth| {
            let unit = if trend.unit == PeriodUnit::Week { trend.unit } else { PeriodUnit::Month };
            let start = day(busiest.start);
            BusiestReport { name: period_name(unit, &start), start, papers: busiest.papers }
        };
        let change = ChangeReport::new(&trend.change, trend.unit);
        Ok(Self {
            verdict: trend.verdict,
            unit: trend.unit,
            words: words(trend),
            figures: change.figures(),
            change,
            doubt: trend.doubt,
            busiest: trend.busiest.map(busiest),
            long_run: trend.long_run.map(|change| ChangeReport::new(&change, trend.unit)),
            shape: trend.shape.map(|shape| ShapeReport {
                since: day(shape.since),
                past: shape.past,
                turn: shape.turn.map(day),
            }),
            periods: trend.periods.iter().map(period).collect(),
            bursts: trend.bursts.iter().map(burst).collect(),
            newest: trend.newest.as_ref().map(newest).transpose()?,
            new_categories: trend.new_categories.iter().map(NewCategoryReport::new).collect(),
        })
    }

    /// The periods with enough papers to be shown, including partial ones.
    pub fn plotted(&self) -> impl Iterator<Item = &PeriodReport> {
        self.periods.iter().filter(|period| !period.thin)
    }
}

impl NewCategoryReport {
    fn new(new: &NewCategory) -> Self {
        let mut since = day(new.since);
        since.truncate(7);
        Self { category: new.category.clone(), papers: new.papers, since }
    }
}

impl ChangeReport {
    fn new(change: &Change, unit: PeriodUnit) -> Self {
        let window = |window: Window| WindowReport {
            start: day(window.start),
            end: day(window.end),
            name: range_name(unit, &day(window.start), &day(window.end)),
            papers: window.papers,
            total: window.total,
            share: rounded(window.share()),
        };
        Self {
            before: window(change.before),
            recent: window(change.recent),
            difference: rounded(change.difference()),
            low: rounded(change.low),
            high: rounded(change.high),
            p_value: rounded(change.p_value),
            q_value: rounded(change.q_value),
        }
    }
}

pub(super) fn day(days: i32) -> String {
    day_text(days).unwrap_or_default()
}
