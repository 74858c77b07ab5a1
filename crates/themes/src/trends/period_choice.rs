//! The length of periods that a corpus supports.

use super::periods::{Periods, in_calendar, next};
use super::trend::PeriodUnit;
use super::usable::Usable;
use crate::{DatePrecision, PaperDate};

/// Lengths, shortest first.
const UNITS: [PeriodUnit; 4] = [PeriodUnit::Week, PeriodUnit::Month, PeriodUnit::Quarter, PeriodUnit::Year];
/// Maximum number of weeks: those of half a year that begins within one.
const MOST_WEEKS: usize = 27;
/// Maximum number of months or quarters: more than a reader can follow in a chart.
const MOST: usize = 48;
/// Papers that the median period should hold, so that shares are not noise.
const ENOUGH: u64 = 25;
/// Minimum number of full periods that must remain when periods are lengthened to hold more papers.
const FEWEST: usize = 6;
/// Minimum share of the dated papers whose date must be as fine as the periods.
const AS_FINE: f64 = 0.9;

/// Papers per day, by precision of their date.
struct Days {
    first: i32,
    last: i32,
    /// `papers[precision][day - first]`.
    papers: [Vec<u64>; 3],
}

impl Days {
    fn count(dates: &(impl Iterator<Item = (PaperDate, u64)> + Clone)) -> Option<Self> {
        let dates = || dates.clone().filter(|(date, _)| in_calendar(date.day));
        let days = || dates().map(|(date, _)| date.day);
        let (first, last) = (days().min()?, days().max()?);
        let mut papers = DatePrecision::ALL.map(|_| Vec::new());
        for (date, on_date) in dates() {
            let counts: &mut Vec<u64> = &mut papers[date.precision as usize];
            counts.resize((last - first) as usize + 1, 0);
            counts[(date.day - first) as usize] += on_date;
        }
        Some(Self { first, last, papers })
    }

    /// Day and number of the papers whose date is at least as fine as `unit`, in order of time.
    fn fine_enough(&self, unit: PeriodUnit) -> impl Iterator<Item = (i32, u64)> {
        let fine = &self.papers[..=coarsest(unit) as usize];
        (self.first..=self.last)
            .map(move |day| {
                let at = (day - self.first) as usize;
                (day, fine.iter().filter_map(|counts| counts.get(at)).sum::<u64>())
            })
            .filter(|&(_, papers)| papers > 0)
    }

    fn total(&self) -> u64 {
        self.papers.iter().flatten().sum()
    }

    /// The periods of `unit` over the papers that fall into one.
    fn periods(&self, unit: PeriodUnit) -> Option<Periods> {
        let first = self.fine_enough(unit).next()?.0;
        let mut last = self.fine_enough(unit).last()?.0;
        // A bare year covers the whole year.
        for (counts, precision) in self.papers[..=coarsest(unit) as usize].iter().zip([
            None,
            Some(PeriodUnit::Month),
            Some(PeriodUnit::Year),
        ]) {
            if let (Some(precision), Some(at)) = (precision, counts.iter().rposition(|&papers| papers > 0)) {
                last = last.max(next(precision, self.first + at as i32)? - 1);
            }
        }
        Periods::cover(unit, first, last, self.fine_enough(unit).map(|(_, papers)| papers).sum())
    }

    /// The periods as fine as the dates of most papers, shortest first.
    fn candidates(&self) -> Vec<(Periods, Usable)> {
        let is_fine = |unit: PeriodUnit| {
            let fine: u64 = self.fine_enough(unit).map(|(_, papers)| papers).sum();
            fine as f64 >= AS_FINE * self.total() as f64
        };
        UNITS
            .into_iter()
            .filter(|&unit| is_fine(unit))
            .filter_map(|unit| self.periods(unit))
            .map(|periods| {
                let usable = Usable::of(&periods, &self.totals(&periods));
                (periods, usable)
            })
            .collect()
    }

    fn totals(&self, periods: &Periods) -> Vec<u64> {
        let mut totals = vec![0; periods.count()];
        for (day, papers) in self.fine_enough(periods.unit()) {
            if let Some(period) = periods.of(day) {
                totals[period] += papers;
            }
        }
        totals
    }
}

/// The coarsest date precision that falls into a period of `unit`.
pub(crate) fn coarsest(unit: PeriodUnit) -> DatePrecision {
    match unit {
        PeriodUnit::Week => DatePrecision::Day,
        PeriodUnit::Month | PeriodUnit::Quarter => DatePrecision::Month,
        PeriodUnit::Year => DatePrecision::Year,
    }
}

impl Periods {
    /// Divides the span of `dates`, each with its number of papers, into periods of `unit`. By default the
    /// counts decide. Of weeks (at most 27), months, quarters (at most 48 each) and years, the shortest periods
    /// are chosen whose median holds 25 papers, but none so long that fewer than six full ones remain, and
    /// none finer than the dates of nine tenths of the papers. If fewer than six full ones remain all the
    /// same, a few early papers may have stretched the span: thin periods at its ends then do not count.
    ///
    /// Papers whose date is coarser than the periods are in none. Days before the year 1000 or after 9998 are
    /// ignored. `None` if no date remains.
    #[must_use]
    pub fn choose<Dates>(dates: Dates, unit: Option<PeriodUnit>) -> Option<Self>
    where
        Dates: IntoIterator<Item = (PaperDate, u64), IntoIter: Clone>,
    {
        let days = Days::count(&dates.into_iter())?;
        if let Some(unit) = unit {
            return days.periods(unit);
        }
        let candidates = days.candidates();
        let whole = shortest_held(candidates.iter().filter(|(periods, _)| fits(periods, periods.count())))?;
        let chosen = if whole.1.full().len() >= FEWEST {
            whole
        } else {
            let plotted = |usable: &Usable| match usable.plotted()[..] {
                [first, .., last] => last - first + 1,
                _ => 0,
            };
            shortest_held(candidates.iter().filter(|(periods, usable)| fits(periods, plotted(usable))))
                .filter(|(_, usable)| usable.full().len() >= FEWEST)
                .unwrap_or(whole)
        };
        Some(chosen.0.clone())
    }
}

/// Whether a reader can follow `count` periods of the length of `periods`.
fn fits(periods: &Periods, count: usize) -> bool {
    match periods.unit() {
        PeriodUnit::Week => count <= MOST_WEEKS,
        PeriodUnit::Month | PeriodUnit::Quarter => count <= MOST,
        PeriodUnit::Year => true,
    }
}

/// The shortest of `candidates`, shortest first, whose median period holds enough papers.
fn shortest_held<'c>(
    mut candidates: impl Iterator<Item = &'c (Periods, Usable)>,
) -> Option<&'c (Periods, Usable)> {
    let mut chosen = candidates.next()?;
    for longer in candidates {
        if chosen.1.median_total() >= ENOUGH || longer.1.full().len() < FEWEST {
            break;
        }
        chosen = longer;
    }
    Some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(dates: &[PaperDate]) -> Option<PeriodUnit> {
        Periods::choose(dates.iter().map(|&date| (date, 1)), None).map(|periods| periods.unit())
    }

    /// `papers` papers evenly spaced over `span` days from 2001-01-01.
    fn even(papers: i32, span: i32) -> Vec<PaperDate> {
        (0..papers)
            .map(|at| PaperDate::from(11_323 + (i64::from(at) * i64::from(span) / i64::from(papers)) as i32))
            .collect()
    }

    #[test]
    fn counts_and_span_choose_the_length() {
        assert_eq!(unit(&even(5_000, 180)), Some(PeriodUnit::Week));
        assert_eq!(unit(&even(200, 150)), Some(PeriodUnit::Week), "months would be too few");
        assert_eq!(unit(&even(5_000, 1_000)), Some(PeriodUnit::Month));
        assert_eq!(unit(&even(400, 1_000)), Some(PeriodUnit::Quarter));
        assert_eq!(unit(&even(5_000, 4_000)), Some(PeriodUnit::Quarter));
        assert_eq!(unit(&even(500, 4_000)), Some(PeriodUnit::Year));
        assert_eq!(unit(&even(50_000, 9_000)), Some(PeriodUnit::Year));
    }

    #[test]
    fn a_few_early_papers_do_not_make_years() {
        // Five papers a year for fifteen years, then 500 a year for two.
        let mut dates = even(1_000, 730);
        dates.extend((0..75).map(|at| PaperDate::from(11_322 - 73 * at)));
        assert_eq!(unit(&dates), Some(PeriodUnit::Month));
        // Then 500 a year for ten.
        dates.extend((0..4_000).map(|at| PaperDate::from(12_053 + at * 2_920 / 4_000)));
        assert_eq!(unit(&dates), Some(PeriodUnit::Year), "ten full years are enough");
    }

    #[test]
    fn bare_years_make_years() {
        let years = (0..8 * 50).map(|at| PaperDate {
            day: [14_610, 14_975, 15_340, 15_706, 16_071, 16_436, 16_801, 17_167][at / 50],
            precision: DatePrecision::Year,
        });
        let years: Vec<PaperDate> = years.collect();
        let periods = Periods::choose(years.iter().map(|&date| (date, 1)), None).unwrap();
        assert_eq!((periods.unit(), periods.count()), (PeriodUnit::Year, 8));
        assert!(!periods.is_partial(0) && !periods.is_partial(7), "a bare year covers its year");
        let mut mixed = even(5_000, 1_000);
        mixed.extend(&years[..100]);
        assert_eq!(unit(&mixed), Some(PeriodUnit::Month), "a few bare years have no place in months");
        mixed.extend(&years);
        mixed.extend(&years);
        assert_eq!(unit(&mixed), Some(PeriodUnit::Year));
    }

    #[test]
    fn impossible_days_are_left_out() {
        assert_eq!(unit(&[i32::MIN, i32::MAX].map(PaperDate::from)), None);
        assert!(unit(&[-354_285, 2_932_531].map(PaperDate::from)).is_some());
    }
}
