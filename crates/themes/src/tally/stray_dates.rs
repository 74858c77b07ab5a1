//! Dates so late that they may be errors. A run has no clock, so the other papers tell.

use super::Tally;
use crate::PaperDate;

/// Days between the others and a stray date, at least: five years.
const GAP: i32 = 1_826;
/// At most one dated paper in this many is a stray.
const RARE: u64 = 100;

/// A few papers dated years after all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrayDates {
    /// Their number.
    pub papers: u64,
    /// The latest date of the others.
    pub before: PaperDate,
    /// The latest of theirs.
    pub last: PaperDate,
}

impl Tally {
    /// At most one in a hundred dated papers, if they are dated five years or more after all others.
    #[must_use]
    pub fn stray_dates(&self) -> Option<StrayDates> {
        stray(self.theme_dates.totals().collect())
    }
}

fn stray(mut dates: Vec<(PaperDate, u64)>) -> Option<StrayDates> {
    dates.sort_unstable();
    let total: u64 = dates.iter().map(|(_, papers)| papers).sum();
    let (last, _) = *dates.last()?;
    let (mut papers, mut found) = (0, None);
    for pair in dates.windows(2).rev() {
        let ((before, _), (date, of_date)) = (pair[0], pair[1]);
        papers += of_date;
        if papers * RARE > total {
            break;
        }
        if date.day - before.day >= GAP {
            found = Some(StrayDates { papers, before, last });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DatePrecision;

    fn on(day: i32) -> PaperDate {
        PaperDate { day, precision: DatePrecision::Day }
    }

    #[test]
    fn few_papers_after_a_gap_are_strays() {
        let found = stray(vec![(on(28_000), 1), (on(17_000), 400), (on(18_000), 300)]);
        assert_eq!(found, Some(StrayDates { papers: 1, before: on(18_000), last: on(28_000) }));
        let two = stray(vec![(on(18_000), 300), (on(28_000), 1), (on(40_000), 1)]);
        assert_eq!(two, Some(StrayDates { papers: 2, before: on(18_000), last: on(40_000) }));
        for dates in [
            vec![],
            vec![(on(18_000), 300)],
            vec![(on(18_000), 50), (on(28_000), 1)],
            vec![(on(18_000), 300), (on(19_500), 1)],
            vec![(on(10_000), 1), (on(18_000), 300)],
        ] {
            assert_eq!(stray(dates.clone()), None, "{dates:?}");
        }
    }
}
