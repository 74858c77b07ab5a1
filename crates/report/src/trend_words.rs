//! How a theme moved, in parts of sentences: what digest, page and tables say of the figures.

use thema_themes::{Doubt, Past, PeriodUnit, Shape, Trend, Verdict};

use crate::trend_report::day;
use crate::wording::{capitalised, during, in_words, joined};
use crate::{ChangeReport, TrendReport, names, period_name, share_pair};

/// Maximum number of new categories named in a sentence.
const NEW_CATEGORIES: usize = 2;

impl TrendReport {
    /// Why a difference is not called a change although its interval excludes 0, as a sentence; `None` if there is nothing to
    /// explain.
    #[must_use]
    pub fn doubted(&self) -> Option<&'static str> {
        Some(match (self.doubt?, self.unit) {
            (Doubt::Chance, _) => {
                "The interval is that of this theme alone; with all themes compared, a difference like this may be chance."
            }
            (Doubt::Small, _) => "This is too small to be called a change.",
            (Doubt::OneMonth, PeriodUnit::Week) => {
                "One week makes most of the difference, so it is not called a change."
            }
            (Doubt::OneMonth, _) => "One month makes most of the difference, so it is not called a change.",
            (Doubt::NewCategories, _) => {
                "Categories that came into use within the periods compared bring most of the rise, so it is not called a change."
            }
            (Doubt::LaterThemes, _) => {
                "Themes that updates found hold papers that would otherwise be here, so the fall is not called a change."
            }
        })
    }

    /// How many of the papers behind a change came in one month; `None` if that is no large part.
    #[must_use]
    pub fn crowded(&self) -> Option<String> {
        let busiest = self.busiest.as_ref()?;
        let ChangeReport { before, recent, difference, .. } = &self.change;
        let window = if *difference > 0.0 { recent } else { before };
        Some(format!(
            "{} of its {} papers {} date from {}",
            in_words(busiest.papers),
            in_words(window.papers),
            during(&window.name),
            busiest.name
        ))
    }

    /// The earlier share that differs most as a sentence; `None` if none differs clearly.
    #[must_use]
    pub fn long_ago(&self) -> Option<String> {
        self.long_run.as_ref().map(|long| format!("{}.", capitalised(&earlier_share(long))))
    }

    /// The earlier share as part of a sentence, if it differs by more than the shares compared.
    pub(crate) fn more_long_ago(&self) -> Option<String> {
        let larger =
            self.long_run.as_ref().filter(|long| long.difference.abs() > self.change.difference.abs());
        larger.map(earlier_share)
    }

    /// How many papers of a rising theme have a category that came into use recently; `None` if few do.
    #[must_use]
    pub fn what_new_categories_brought(&self) -> Option<String> {
        let (first, others) =
            self.new_categories.split_first().filter(|_| self.verdict == Verdict::Rising)?;
        let year = |since: &str| since.get(..4).unwrap_or_default().to_owned();
        let mut said = vec![format!(
            "{} of its papers have primary category {} (frequent in this corpus since {})",
            in_words(first.papers),
            first.category,
            year(&first.since)
        )];
        said.extend(others.iter().take(NEW_CATEGORIES - 1).map(|other| {
            format!("{} have {} (since {})", in_words(other.papers), other.category, year(&other.since))
        }));
        Some(joined(&said))
    }
}

fn earlier_share(long: &ChangeReport) -> String {
    let then = during(&long.before.name);
    if long.before.papers == 0 {
        return format!("{then} it had no papers");
    }
    let (share, _) = share_pair(long.before.share, long.recent.share);
    format!("{then} it was {share}")
}

impl ChangeReport {
    pub(super) fn figures(&self) -> String {
        let (before, recent) = share_pair(self.before.share, self.recent.share);
        let (now, then) = (during(&self.recent.name), during(&self.before.name));
        format!("{recent} of papers {now}, compared with {before} {then}")
    }
}

/// The verdict, since when it holds, and what came before. A share that is level since the periods compared begin may
/// have been so before.
pub(super) fn words(trend: &Trend) -> String {
    let verdict = trend.verdict;
    let word = if verdict == Verdict::Unclear { "no clear change" } else { names::verdict(verdict) };
    let Some(Shape { since, past, turn }) = trend.shape else { return word.to_owned() };
    let name = |start: i32| period_name(trend.unit, &day(start));
    let open = !verdict.is_change() && since == trend.change.before.start;
    let before = match (verdict, past, turn) {
        (Verdict::Rising, Past::Fall, Some(peak)) => format!("after a peak in {}", name(peak)),
        (Verdict::Falling, Past::Rise, Some(low)) => format!("after a low in {}", name(low)),
        (Verdict::Rising, Past::Rise, _) | (Verdict::Falling, Past::Fall, _) | (_, Past::Level, _) => {
            String::new()
        }
        (_, Past::Rise, _) => "after a rise".to_owned(),
        (_, Past::Fall, _) => "after a fall".to_owned(),
    };
    let since = name(since);
    match (open, before.as_str()) {
        (true, "") => word.to_owned(),
        (true, before) => format!("{word} {before}"),
        (false, "") => format!("{word} since {since}"),
        (false, before) => format!("{word} since {since}, {before}"),
    }
}

#[cfg(test)]
mod tests {
    use thema_themes::{Change, Window};

    use super::*;
    use crate::BusiestReport;

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
        assert_eq!(said(Verdict::Falling, Past::Rise, None), "falling since 2016, after a rise");
        assert_eq!(
            said(Verdict::Falling, Past::Rise, Some(16_071)),
            "falling since 2016, after a low in 2014"
        );
        assert_eq!(said(Verdict::Steady, Past::Rise, None), "steady since 2016, after a rise");
        assert_eq!(words(&Trend::default()), "no clear change");
        let open = |verdict, past| {
            let before = Window { start: 16_801, ..Window::default() };
            words(&Trend { change: Change { before, ..Change::default() }, ..trend(verdict, past, None) })
        };
        assert_eq!(open(Verdict::Steady, Past::Fall), "steady after a fall");
        assert_eq!(open(Verdict::Steady, Past::Level), "steady");
        assert_eq!(open(Verdict::Unclear, Past::Fall), "no clear change after a fall");
    }

    #[test]
    fn what_is_behind_a_change_and_what_speaks_against_one_is_said() {
        let mut trend = TrendReport { unit: PeriodUnit::Year, ..TrendReport::default() };
        assert_eq!((trend.doubted(), trend.crowded()), (None, None));
        trend.doubt = Some(Doubt::OneMonth);
        assert!(trend.doubted().unwrap().starts_with("One month makes"));
        trend.unit = PeriodUnit::Week;
        assert!(trend.doubted().unwrap().starts_with("One week makes"));
        trend.busiest = Some(BusiestReport {
            start: "2014-09-01".to_owned(),
            name: "September 2014".to_owned(),
            papers: 44,
        });
        (trend.change.before.name, trend.change.before.papers) = ("2014 to 2016".to_owned(), 106);
        assert_eq!(
            trend.crowded().unwrap(),
            "44 of its 106 papers from 2014 to 2016 date from September 2014",
            "the share fell"
        );
    }

    #[test]
    fn a_larger_difference_from_long_ago_is_said() {
        let change = |name: &str, share: f64, difference| {
            let window = |name: &str, share: f64| crate::WindowReport {
                name: name.to_owned(),
                share,
                papers: (share * 1_000.0) as u64,
                ..crate::WindowReport::default()
            };
            let (before, recent) = (window(name, share), window("", share + difference));
            ChangeReport { before, recent, difference, ..ChangeReport::default() }
        };
        let mut trend =
            TrendReport { change: change("2012 to 2014", 0.043, -0.019), ..TrendReport::default() };
        assert_eq!((trend.long_ago(), trend.more_long_ago()), (None, None));
        trend.long_run = Some(change("1999 to 2001", 0.63, -0.606));
        assert_eq!(trend.long_ago().unwrap(), "From 1999 to 2001 it was 63.0 %.");
        assert_eq!(trend.more_long_ago().unwrap(), "from 1999 to 2001 it was 63.0 %");
        trend.long_run = Some(change("1999 to 2001", 0.0, 0.024));
        assert_eq!(trend.more_long_ago().unwrap(), "from 1999 to 2001 it had no papers");
        trend.long_run = Some(change("2005 to 2007", 0.04, -0.016));
        assert_eq!(trend.more_long_ago(), None);
    }

    #[test]
    fn figures_name_both_windows() {
        let window = |name: &str, share| crate::WindowReport {
            name: name.to_owned(),
            share,
            ..crate::WindowReport::default()
        };
        let change = ChangeReport {
            before: window("2014 to 2016", 0.04),
            recent: window("2017 to 2019", 0.057),
            ..ChangeReport::default()
        };
        assert_eq!(
            change.figures(),
            "5.7 % of papers from 2017 to 2019, compared with 4.0 % from 2014 to 2016"
        );
    }
}
