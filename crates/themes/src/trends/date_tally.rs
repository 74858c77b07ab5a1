//! Papers by date and group.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{DatePrecision, PaperDate};

/// How many papers of each group carry each date, which is all that trends need. The tallies of the parts of
/// a corpus add up to that of the corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DateTally {
    groups: usize,
    /// By precision and day.
    dates: [BTreeMap<i32, OnDate>; 3],
}

/// The papers of one date.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct OnDate {
    /// All papers, with or without a group.
    total: u64,
    groups: BTreeMap<u32, u64>,
}

impl DateTally {
    /// No papers, of `groups` groups.
    #[must_use]
    pub fn empty(groups: usize) -> Self {
        Self { groups, ..Self::default() }
    }

    /// Counts one paper, of one group or of none.
    ///
    /// # Panics
    /// If the group does not exist.
    pub fn add(&mut self, group: Option<u32>, date: PaperDate) {
        let on_date = self.dates[date.precision as usize].entry(date.day).or_default();
        on_date.total += 1;
        if let Some(group) = group {
            assert!((group as usize) < self.groups, "group {group} of {}", self.groups);
            *on_date.groups.entry(group).or_default() += 1;
        }
    }

    /// Adds the papers of another part of the corpus.
    ///
    /// # Panics
    /// If the numbers of groups differ.
    pub fn merge(&mut self, other: Self) {
        assert_eq!(self.groups, other.groups, "numbers of groups");
        for (sum, part) in self.dates.iter_mut().zip(other.dates) {
            for (day, part) in part {
                let on_date = sum.entry(day).or_default();
                on_date.total += part.total;
                for (group, papers) in part.groups {
                    *on_date.groups.entry(group).or_default() += papers;
                }
            }
        }
    }

    /// Takes out the papers of some groups.
    pub(crate) fn leave_out(&mut self, groups: &BTreeSet<u32>) {
        for on_date in self.dates.iter_mut().flat_map(BTreeMap::values_mut) {
            let before: u64 = on_date.groups.values().sum();
            on_date.groups.retain(|group, _| !groups.contains(group));
            on_date.total -= before - on_date.groups.values().sum::<u64>();
        }
    }

    /// Number of groups.
    #[must_use]
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// Dates and the number of papers that carry each.
    pub(crate) fn totals(&self) -> impl Iterator<Item = (PaperDate, u64)> + Clone {
        self.on_dates().map(|(date, on_date)| (date, on_date.total))
    }

    /// Group, date and number of papers, for papers with a group.
    pub(super) fn of_groups(&self) -> impl Iterator<Item = (u32, PaperDate, u64)> {
        self.on_dates().flat_map(|(date, on_date)| {
            on_date.groups.iter().map(move |(&group, &papers)| (group, date, papers))
        })
    }

    fn on_dates(&self) -> impl Iterator<Item = (PaperDate, &OnDate)> + Clone {
        DatePrecision::ALL.into_iter().zip(&self.dates).flat_map(|(precision, days)| {
            days.iter().map(move |(&day, on_date)| (PaperDate { day, precision }, on_date))
        })
    }
}
