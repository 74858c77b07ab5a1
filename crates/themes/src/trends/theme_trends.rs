//! Trends of all themes of a run.

use super::bursts::bursts;
use super::dated::Dated;
use super::dispersion::{Dispersion, dispersion};
use super::flock::Months;
use super::moderation::moderated;
use super::multiple::adjusted;
use super::trend::{Change, Doubt, Trend, Verdict};
use super::usable::Usable;
use super::windows::Windows;
use super::{DateTally, PeriodCounts, Periods, TrendValidParams};

/// Minimum relative change of a theme's odds since an earlier window that is called a change.
const LONG_CHANGE: f64 = 0.5;
/// A share is steady if the interval of its difference stays within this part of the earlier share.
const STEADY: f64 = 0.25;

impl TrendValidParams {
    /// Trends of the groups of a tally of dates of first versions.
    ///
    /// The share over the last full periods is compared with the share over as many periods right before
    /// them. Numbers of papers are discounted by how much more the share varies than by chance, which is estimated from all
    /// groups and from this one, and the false
    /// discovery rate is controlled over the groups that have papers. A group is rising or falling if its
    /// q-value is not above the rate, the interval of the difference excludes 0, its odds change enough, and no single month
    /// makes the change. It is steady if the interval leaves room for small changes only, and unclear otherwise.
    /// Periods with too few papers are ignored throughout. The recent window is also compared with all earlier
    /// ones by the same rules, because a slow change does not show in two windows; there the odds must change by half.
    ///
    /// All entries are `None` if no paper carries a date, or if too few full periods
    /// follow each other at the end.
    #[must_use]
    pub fn trends(&self, dates: &DateTally) -> Vec<Option<Trend>> {
        let themes = dates.groups();
        let none = vec![None; themes];
        let Some(periods) = Periods::choose(dates.totals(), self.unit) else {
            return none;
        };
        let counts = PeriodCounts::count(dates, &periods);
        let usable = Usable::of(&periods, counts.totals());
        let Some(windows) = Windows::at_the_end(periods.unit(), &usable.last_run(), self.least_periods)
        else {
            return none;
        };
        let Some(months) = Months::of(dates, &periods, &usable) else {
            return none;
        };
        let corpus = Dated { periods, counts, usable, windows, months };
        let with_papers: Vec<usize> = (0..themes)
            .filter(|&theme| corpus.counts.of_theme(theme).iter().any(|&papers| papers > 0))
            .collect();
        let mut trends: Vec<Option<Trend>> = vec![None; themes];
        let own: Vec<Option<Dispersion>> =
            with_papers.iter().map(|&theme| dispersion(&corpus.observations(theme))).collect();
        let spreads = moderated(&own);
        for (&theme, &spread) in with_papers.iter().zip(&spreads) {
            trends[theme] = Some(self.movement(&corpus, theme, spread));
        }
        let changes: Vec<Change> =
            with_papers.iter().filter_map(|&theme| Some(trends[theme].as_ref()?.change)).collect();
        let q_values = self.corrected(&changes);
        for ((&theme, q_value), &spread) in with_papers.iter().zip(q_values).zip(&spreads) {
            if let Some(trend) = &mut trends[theme] {
                trend.change.q_value = q_value;
                (trend.verdict, trend.doubt) = self.verdict(&corpus, theme, &trend.change, self.least_change);
                trend.busiest =
                    corpus.months.busiest(theme, &trend.change).filter(|_| trend.verdict.is_change());
                trend.shape = corpus.shape(theme, spread, trend.verdict);
            }
        }
        for (&theme, change) in with_papers.iter().zip(self.long_run(&corpus, &with_papers, &spreads)) {
            if let Some(trend) = &mut trends[theme] {
                trend.long_run = change;
                if let (false, Some(change)) = (trend.verdict.is_change(), change) {
                    // A share is not level since a period of the window in which it was another.
                    let since = trend.shape.filter(|shape| shape.since > change.before.end);
                    trend.shape = since.or_else(|| trend.after_long_run());
                }
            }
        }
        trends
    }

    /// The p-values of changes, corrected for the number of those that could be told.
    fn corrected(&self, changes: &[Change]) -> Vec<f64> {
        let p_values: Vec<f64> = changes.iter().map(|change| change.p_value).collect();
        let could_be_told =
            |change: &Change| change.least_p_value().is_none_or(|least| least <= self.false_discovery_rate);
        adjusted(&p_values, &changes.iter().map(could_be_told).collect::<Vec<_>>())
    }

    /// The largest clear change since an earlier window, one entry for each of `themes`.
    fn long_run(&self, corpus: &Dated, themes: &[usize], spreads: &[Dispersion]) -> Vec<Option<Change>> {
        let earlier = corpus.earlier_windows();
        let each = themes.iter().zip(spreads);
        let mut changes: Vec<Change> = each
            .flat_map(|(&theme, &spread)| {
                earlier.iter().map(move |range| corpus.change(theme, range, spread))
            })
            .collect();
        let q_values = self.corrected(&changes);
        for (change, q_value) in changes.iter_mut().zip(q_values) {
            change.q_value = q_value;
        }
        let largest = |(&theme, of_theme): (&usize, &[Change])| {
            let is_clear = |change: &&Change| self.verdict(corpus, theme, change, LONG_CHANGE).0.is_change();
            let clear = of_theme.iter().filter(is_clear);
            // Of equal ones, the earliest.
            clear.rev().max_by(|a, b| a.difference().abs().total_cmp(&b.difference().abs())).copied()
        };
        match earlier.len() {
            0 => vec![None; themes.len()],
            windows => themes.iter().zip(changes.chunks(windows)).map(largest).collect(),
        }
    }

    /// The parts of a trend that depend on other themes only through `spread`.
    fn movement(&self, corpus: &Dated, theme: usize, spread: Dispersion) -> Trend {
        let Dated { periods, counts, usable, windows, .. } = corpus;
        let plotted = usable.plotted();
        let [papers, totals] = [counts.of_theme(theme), counts.totals()]
            .map(|counts| plotted.iter().map(|&period| counts[period]).collect::<Vec<u64>>());
        let mut bursts =
            bursts(&papers, &totals, self.burst_ratio, self.burst_cost, |at| periods.start(plotted[at]));
        bursts.retain(|burst| !corpus.months.make(theme, &corpus.since_the_rest(theme, burst)));
        Trend {
            unit: periods.unit(),
            change: corpus.change(theme, &windows.before, spread),
            periods: corpus.trend_periods(theme),
            bursts,
            ..Trend::default()
        }
    }

    /// The direction of a change, and why there is none although the interval excludes 0.
    fn verdict(
        &self,
        corpus: &Dated,
        theme: usize,
        change: &Change,
        least_change: f64,
    ) -> (Verdict, Option<Doubt>) {
        let odds = |share: f64| share / (1.0 - share);
        let ratio = odds(change.recent.share()) / odds(change.before.share());
        let doubt = if change.low <= 0.0 && change.high >= 0.0 {
            None
        } else if change.q_value > self.false_discovery_rate {
            Some(Doubt::Chance)
        } else if ratio.ln().abs() < least_change.ln_1p() {
            Some(Doubt::Small)
        } else if corpus.months.make(theme, change) {
            Some(Doubt::OneMonth)
        } else {
            return (if change.low > 0.0 { Verdict::Rising } else { Verdict::Falling }, None);
        };
        let room = STEADY * change.before.share();
        let is_steady = room > 0.0 && change.low >= -room && change.high <= room;
        (if is_steady { Verdict::Steady } else { Verdict::Unclear }, doubt)
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::trends::{PeriodUnit, TrendParams};
    use crate::{PaperDate, Past};

    type Dates = Vec<(Option<u32>, PaperDate)>;

    /// Two years from 2018-01-01 with 60 papers a month: theme 0 grows, theme 1 takes the rest.
    fn growing() -> Dates {
        let theme = |index: usize| u32::from(index % 60 >= 5 + index / 60 * 2);
        let day = |index: usize| PaperDate::from(17_532 + (index as i32 * 730) / 1440);
        (0..24 * 60).map(|index| (Some(theme(index)), day(index))).collect()
    }

    fn tally(papers: &Dates, themes: usize) -> DateTally {
        let mut dates = DateTally::empty(themes);
        for &(theme, date) in papers {
            dates.add(theme, date);
        }
        dates
    }

    fn trends(papers: &Dates, themes: usize) -> Vec<Option<Trend>> {
        TrendParams::default().check().unwrap().trends(&tally(papers, themes))
    }

    #[test]
    fn growth_is_rising_and_its_complement_falls() {
        let trends = trends(&growing(), 3);
        let verdict = |theme: usize| trends[theme].as_ref().map(|trend| trend.verdict);
        assert_eq!(verdict(0), Some(Verdict::Rising));
        assert_eq!(verdict(1), Some(Verdict::Falling));
        assert_eq!(verdict(2), None, "a theme of no papers has no trend");
        let [Some(up), Some(down), _] = &trends[..] else { panic!("two trends") };
        assert_eq!(up.unit, PeriodUnit::Month);
        assert!((up.change.difference() + down.change.difference()).abs() < 1e-12);
        assert!(up.change.low > 0.0 && up.change.p_value < 1e-4 && up.change.q_value >= up.change.p_value);
        assert_eq!(
            (up.change.before.start, up.change.recent.start),
            (17_532, 17_897),
            "a year and the year before"
        );
        for (a, b) in up.periods.iter().zip(&down.periods) {
            assert!((a.share + b.share - 1.0).abs() < 1e-12 && a.low <= a.share && a.share <= a.high);
        }
    }

    #[test]
    fn a_slow_change_shows_over_the_long_run() {
        // Twelve years of 300 papers: theme 0 grows from 2 % to 10 % in the first half and stays there.
        let share = |year: i32| 6 + 4 * year.min(6);
        let papers: Dates = (0..12_i32)
            .flat_map(|year| (0..300).map(move |at| (year, at)))
            .map(|(year, at)| {
                let day = 10_957 + (year * 1_461 + 3) / 4 + at;
                (Some(u32::from(at >= share(year))), PaperDate::from(day))
            })
            .collect();
        let params = TrendParams::default().unit(PeriodUnit::Year).check().unwrap();
        let trends = params.trends(&tally(&papers, 2));
        let [Some(grown), Some(rest)] = &trends[..] else { panic!("two trends") };
        assert_eq!((grown.verdict, rest.verdict), (Verdict::Unclear, Verdict::Steady), "{:?}", grown.change);
        let change = grown.long_run.unwrap();
        assert_eq!((change.before.start, change.before.papers), (10_957, 30));
        assert_eq!((change.recent, change.recent.papers), (grown.change.recent, 90));
        assert!(change.low > 0.0 && change.q_value < 0.05, "{change:?}");
        assert_eq!(rest.long_run.map(|change| change.before.papers), Some(870));
        assert_eq!(grown.shape.map(|shape| shape.past), Some(Past::Rise));
        let late: Dates = papers.into_iter().skip(4 * 300).collect();
        let trends = params.trends(&tally(&late, 2));
        assert!(trends.iter().flatten().all(|trend| trend.long_run.is_none()), "eight years are two windows");
    }

    #[test]
    fn order_does_not_matter_and_no_dates_give_no_trend() {
        let mut papers = growing();
        let forwards = trends(&papers, 2);
        papers.reverse();
        assert_eq!(forwards, trends(&papers, 2));
        assert_eq!(trends(&Dates::new(), 2), [None, None]);
        assert_eq!(trends(&papers[..50].to_vec(), 2), [None, None], "one month is too little");
    }

    #[test]
    fn a_change_that_matters_to_nobody_is_steady() {
        let papers = growing();
        let strict = TrendParams::default().least_change(1e9).check().unwrap().trends(&tally(&papers, 2));
        assert!(strict.iter().flatten().all(|trend| !trend.verdict.is_change()));
        assert!(strict.iter().flatten().all(|trend| trend.doubt == Some(Doubt::Small)));
    }

    #[test]
    fn a_few_early_papers_say_nothing() {
        let mut papers = growing();
        let before = trends(&papers, 2);
        papers.push((Some(0), PaperDate::from(16_830)));
        papers.push((Some(1), PaperDate::from(17_000)));
        let after = trends(&papers, 2);
        for (before, after) in before.iter().flatten().zip(after.iter().flatten()) {
            assert_eq!((before.verdict, before.change.recent), (after.verdict, after.change.recent));
            assert!(after.periods[0].thin);
            assert!(
                after.bursts.iter().all(|burst| burst.start >= 17_532),
                "bursts stand where shares are shown"
            );
        }
    }

    #[test]
    fn papers_in_flocks_are_rarely_called_a_trend() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut false_alarms, runs) = (0, 300);
        for _ in 0..runs {
            let mut papers: Dates = Vec::new();
            for year in 0..20 {
                // A share that differs from year to year far more than binomial chance allows.
                let share: f64 = random.gen_range(0.02..0.18);
                for at in 0..300 {
                    let day = 10_957 + year * 365 + year / 4 + 1 + at;
                    papers.push((random.gen_bool(share).then_some(0), PaperDate::from(day)));
                }
            }
            false_alarms += usize::from(trends(&papers, 1)[0].as_ref().unwrap().change.p_value < 0.05);
        }
        assert!(false_alarms < runs * 8 / 100, "{false_alarms} of {runs}");
    }

    #[test]
    fn themes_in_flocks_are_rarely_called_trends_together() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
        let (mut false_alarms, runs, themes) = (0, 60, 12_u32);
        for _ in 0..runs {
            let mut papers: Dates = Vec::new();
            for year in 0..9 {
                // Every theme wanders, some more than others; the last takes the rest.
                let shares: Vec<f64> =
                    (1..themes).map(|theme| random.gen_range(0.02..0.03 + 0.01 * f64::from(theme))).collect();
                for at in 0..300 {
                    let day = 13_149 + year * 365 + (year + 1) / 4 + at;
                    let mut left: f64 = random.gen_range(0.0..1.0);
                    let taken = shares.iter().position(|share| {
                        left -= share;
                        left < 0.0
                    });
                    let theme = taken.map_or(themes - 1, |taken| taken as u32);
                    papers.push((Some(theme), PaperDate::from(day)));
                }
            }
            let params = TrendParams::default().unit(PeriodUnit::Year).check().unwrap();
            let trends = params.trends(&tally(&papers, themes as usize));
            false_alarms +=
                trends.iter().flatten().filter(|trend| trend.change.p_value < 0.05).count() as u32;
        }
        assert!(false_alarms < runs * themes * 7 / 100, "{false_alarms} of {}", runs * themes);
    }
}
