//! How a theme moved, as every writer and the page describe it: figures, and parts
//! of sentences made from them.

use serde::{Deserialize, Serialize};

use thema_themes::{
    Change, FALSE_DISCOVERY_RATE, LEAST_CHANGE, NewCategory, NewestTerm, Past, PeriodUnit, Shape, Trend,
    Verdict, Window, day_text,
};

use crate::model::PaperRef;
use crate::numbers::rounded;
use crate::wording::{capitalised, during, joined};
use crate::{NamedPapers, ReportError, names, period_name, range_name, share_pair, thousands};

/// Maximum number of new categories named in a sentence.
const NEW_CATEGORIES: usize = 2;

/// How a theme's share changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrendReport {
    /// Direction of the recent window relative to the one before, at the run's false discovery rate.
    pub verdict: Verdict,
    /// Length of the periods.
    pub unit: PeriodUnit,
    /// The two windows and how certain their difference is.
    pub change: ChangeReport,
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
    /// Why the trend is called steady although the interval of its change excludes 0, as a sentence; `None` if
    /// there is nothing to explain.
    #[must_use]
    pub fn why_steady(&self) -> Option<&'static str> {
        if self.verdict == Verdict::Steady { self.change.why_steady(self.unit) } else { None }
    }

    /// The earlier share that differs most as a sentence; `None` if none differs clearly.
    #[must_use]
    pub fn long_ago(&self) -> Option<String> {
        let ChangeReport { before, recent, .. } = self.long_run.as_ref()?;
        let (share, _) = share_pair(before.share, recent.share);
        Some(format!("{} it was {share}.", capitalised(&during(&before.name))))
    }

    /// How many papers of a rising theme have a category that came into use recently; `None` if few do.
    #[must_use]
    pub fn what_new_categories_brought(&self) -> Option<String> {
        let (first, others) =
            self.new_categories.split_first().filter(|_| self.verdict == Verdict::Rising)?;
        let year = |since: &str| since.get(..4).unwrap_or_default().to_owned();
        let mut said = vec![format!(
            "{} of its papers are in {} (in this corpus since {})",
            thousands(first.papers),
            first.category,
            year(&first.since)
        )];
        said.extend(others.iter().take(NEW_CATEGORIES - 1).map(|other| {
            format!("{} in {} (since {})", thousands(other.papers), other.category, year(&other.since))
        }));
        Some(joined(&said))
    }

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
        let change = ChangeReport::new(&trend.change, trend.unit);
        Ok(Self {
            verdict: trend.verdict,
            unit: trend.unit,
            words: words(trend),
            figures: change.figures(),
            change,
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

    fn why_steady(&self, unit: PeriodUnit) -> Option<&'static str> {
        if self.low <= 0.0 && self.high >= 0.0 {
            None
        } else if self.q_value > FALSE_DISCOVERY_RATE {
            Some(
                "The interval is that of this theme alone; with all themes compared, a difference like this may be chance.",
            )
        } else if self.is_small() {
            Some("This is too small to be called a change.")
        } else {
            Some(match unit {
                PeriodUnit::Week => "One week makes most of the difference, so it is not called a change.",
                _ => "One month makes most of the difference, so it is not called a change.",
            })
        }
    }

    fn is_small(&self) -> bool {
        let odds = |share: f64| share / (1.0 - share);
        let ratio = odds(self.recent.share) / odds(self.before.share);
        ratio.ln().abs() < LEAST_CHANGE.ln_1p()
    }

    fn figures(&self) -> String {
        let (before, recent) = share_pair(self.before.share, self.recent.share);
        let (now, then) = (during(&self.recent.name), during(&self.before.name));
        format!("{recent} of papers {now}, compared with {before} {then}")
    }
}

fn day(days: i32) -> String {
    day_text(days).unwrap_or_default()
}

/// The verdict, since when it holds, and what came before. A share that is steady since the periods compared begin may
/// have been so before.
fn words(trend: &Trend) -> String {
    let (verdict, word) = (trend.verdict, names::verdict(trend.verdict));
    let Some(Shape { since, past, turn }) = trend.shape else { return word.to_owned() };
    let name = |start: i32| period_name(trend.unit, &day(start));
    let open = verdict == Verdict::Steady && since == trend.change.before.start;
    let since = name(since);
    match (verdict, past) {
        (_, Past::Rise) if open => format!("{word} after a rise"),
        (_, Past::Fall) if open => format!("{word} after a fall"),
        _ if open => word.to_owned(),
        (Verdict::Rising, Past::Fall) => match turn {
            Some(peak) => format!("{word} since {since}, after a peak in {}", name(peak)),
            None => format!("{word} since {since}, after a fall"),
        },
        (Verdict::Falling | Verdict::Steady, Past::Rise) => format!("{word} since {since}, after a rise"),
        (Verdict::Steady, Past::Fall) => format!("{word} since {since}, after a fall"),
        _ => format!("{word} since {since}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_said_in_a_few_words() {
        let trend = |verdict, past, turn| Trend {
            verdict,
            shape: Some(Shape { since: 16_801, past, turn }),
            ..Trend::default()
        };
        let said = |verdict, past, turn| words(&trend(verdict, past, turn));
        assert_eq!(
            said(Verdict::Rising, Past::Fall, Some(16_071)),
            "rising since 2016, after a peak in 2014"
        );
        assert_eq!(said(Verdict::Rising, Past::Fall, None), "rising since 2016, after a fall");
        assert_eq!(said(Verdict::Rising, Past::Level, None), "rising since 2016");
        assert_eq!(said(Verdict::Falling, Past::Rise, Some(16_071)), "falling since 2016, after a rise");
        assert_eq!(said(Verdict::Steady, Past::Rise, None), "steady since 2016, after a rise");
        assert_eq!(words(&Trend::default()), "steady");
        let open = |past| {
            let before = Window { start: 16_801, ..Window::default() };
            words(&Trend {
                change: Change { before, ..Change::default() },
                ..trend(Verdict::Steady, past, None)
            })
        };
        assert_eq!((open(Past::Fall), open(Past::Level)), ("steady after a fall".into(), "steady".into()));
    }

    #[test]
    fn an_interval_that_excludes_no_change_is_explained() {
        let why = |low, high, q_value, papers| {
            let window = |papers| Window { papers, total: 1_000, ..Window::default() };
            let (before, recent) = (window(100), window(papers));
            let change = Change { before, recent, low, high, q_value, ..Change::default() };
            ChangeReport::new(&change, PeriodUnit::Year).why_steady(PeriodUnit::Year)
        };
        assert_eq!(why(-0.01, 0.02, 0.4, 105), None);
        assert!(why(0.001, 0.02, 0.07, 110).unwrap().contains("may be chance"));
        assert!(why(-0.02, -0.001, 0.01, 95).unwrap().contains("too small"));
        assert!(why(-0.08, -0.02, 0.01, 50).unwrap().contains("One month"));
    }

    #[test]
    fn figures_name_both_windows() {
        let window = |start, end, papers| Window { start, end, papers, total: 1_000 };
        let change = Change {
            before: window(16_071, 16_801, 40),
            recent: window(17_167, 17_897, 57),
            ..Change::default()
        };
        assert_eq!(
            ChangeReport::new(&change, PeriodUnit::Year).figures(),
            "5.7 % of papers from 2017 to 2019, compared with 4.0 % from 2014 to 2016"
        );
    }
}
