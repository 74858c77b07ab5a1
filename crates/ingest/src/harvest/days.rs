//! The days of records, and whether the records are sorted by them.

use crate::Timestamp;

/// The range of days of consecutive records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Days {
    /// There are no records yet.
    #[default]
    None,
    /// The first and last day of sorted records.
    InOrder(Timestamp, Timestamp),
    /// A record has no day, or an earlier day than its predecessor.
    OutOfOrder,
}

impl Days {
    /// Adds the day of the next record.
    pub(super) fn add(&mut self, day: Option<Timestamp>) {
        self.follow(day.map_or(Self::OutOfOrder, |day| Self::InOrder(day, day)));
    }

    /// Adds the days of the records that follow.
    pub(super) fn follow(&mut self, behind: Self) {
        *self = match (*self, behind) {
            (days, Self::None) | (Self::None, days) => days,
            (Self::InOrder(first, before), Self::InOrder(after, last))
                if before.unix_days() <= after.unix_days() =>
            {
                Self::InOrder(first, last)
            }
            _ => Self::OutOfOrder,
        };
    }

    /// The last day, if the records are sorted, so that none before it is missing.
    pub(super) fn last(self) -> Option<Timestamp> {
        match self {
            Self::InOrder(_, last) => Some(last),
            Self::None | Self::OutOfOrder => None,
        }
    }
}

impl FromIterator<Option<Timestamp>> for Days {
    fn from_iter<I: IntoIterator<Item = Option<Timestamp>>>(days: I) -> Self {
        let mut all = Self::None;
        for day in days {
            all.add(day);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(days: &[&str]) -> Days {
        days.iter().map(|day| Timestamp::parse(day).ok()).collect()
    }

    #[test]
    fn records_in_order_have_a_last_day() {
        assert_eq!(
            days(&["2024-01-02", "2024-01-02", "2024-01-05"]).last(),
            Timestamp::from_date(2024, 1, 5)
        );
        // Within a day any order will do, because a list continues from the beginning of a day.
        let within = days(&["2024-01-02T09:00:00Z", "2024-01-02T08:00:00Z"]);
        assert_eq!(within.last(), Timestamp::parse("2024-01-02T08:00:00Z").ok());
        for unordered in [&["2024-01-05", "2024-01-02"][..], &["2024-01-05", ""], &["", "2024-01-05"]] {
            assert_eq!(days(unordered), Days::OutOfOrder, "{unordered:?}");
        }
        assert_eq!(days(&[]).last(), None);
    }

    #[test]
    fn stretches_follow_each_other() {
        let mut all = days(&["2024-01-02", "2024-01-03"]);
        all.follow(Days::None);
        all.follow(days(&["2024-01-03", "2024-01-04"]));
        assert_eq!(all, days(&["2024-01-02", "2024-01-04"]));
        all.follow(days(&["2024-01-03"]));
        assert_eq!(all, Days::OutOfOrder);
        all.follow(days(&["2024-01-09"]));
        assert_eq!(all.last(), None);
    }
}
