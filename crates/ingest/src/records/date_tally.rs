//! What the dates of one input are, and what they say about one another.

use serde::{Deserialize, Serialize};

use crate::Record;
use crate::text::dates::{Clue, Convention, Counted, DateOrder, begins_like_a_year, read_date};

/// Longest date shown, in characters.
const SHOWN_CHARACTERS: usize = 40;

/// Texts of one kind: their number, and the first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct DateTexts {
    /// Their number.
    pub number: u64,
    /// The first, cut to 40 characters.
    pub first: String,
}

impl DateTexts {
    fn see(&mut self, text: &str) {
        self.add(Self { number: 1, first: text.chars().take(SHOWN_CHARACTERS).collect() });
    }

    fn add(&mut self, other: Self) {
        if self.number == 0 {
            self.first = other.first;
        }
        self.number += other.number;
    }
}

/// What an input's dates lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct DateLosses {
    /// All dates.
    pub dates: u64,
    /// Dates that keep only their year because day and month could be swapped.
    pub cut: DateTexts,
    /// Whether other dates have both orders.
    pub is_mixed: bool,
    /// Dates that cannot be read.
    pub unread: DateTexts,
}

/// At least one date in this many is unread if that is told; a few are the author's typing errors.
const TOLD: u64 = 20;

impl DateLosses {
    /// What the user is told of it, in sentences without a full stop.
    #[must_use]
    pub fn told(&self) -> Vec<String> {
        let Self { dates, cut, is_mixed, unread } = self;
        let mut told = Vec::new();
        if cut.number > 0 {
            let why = if *is_mixed { "others have both orders" } else { "their order is not known" };
            told.push(format!(
                "{} of {dates} dates keep only the year, because day and month could be swapped, as in \"{}\", and {why}; \
                 write them as 2017-02-09",
                cut.number, cut.first
            ));
        }
        if unread.number * TOLD >= *dates && unread.number > 0 {
            told.push(format!(
                "{} of {dates} dates cannot be read, such as \"{}\"; write them as 2017-02-09",
                unread.number, unread.first
            ));
        }
        told
    }
}

/// The dates of one input, counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct DateTally {
    dates: u64,
    day_first: u64,
    month_first: u64,
    swappable: DateTexts,
    /// Numbers that could [count](Counted) time.
    counts: [DateTexts; Counted::ALL.len()],
    /// Those that cannot be a year with something behind it.
    clear_counts: [u64; Counted::ALL.len()],
    unread: DateTexts,
}

impl DateTally {
    /// Counts the date of a record.
    pub(crate) fn see(&mut self, record: &Record) {
        match record.date_order {
            Some(DateOrder::DayFirst) => self.day_first += 1,
            Some(DateOrder::MonthFirst) => self.month_first += 1,
            None => {}
        }
        self.dates += u64::from(record.published.is_some() || record.given_date.is_some());
        let Some(text) = &record.given_date else { return };
        match read_date(text).clue {
            Clue::Swappable => self.swappable.see(text),
            _ if record.published.is_some() => {}
            Clue::Counts(counted) => {
                self.counts[counted as usize].see(text);
                self.clear_counts[counted as usize] += u64::from(!begins_like_a_year(text));
            }
            Clue::None | Clue::Proves(_) => self.unread.see(text),
        }
    }

    /// Adds the dates that follow in the same input.
    pub(crate) fn add(&mut self, later: Self) {
        self.dates += later.dates;
        self.day_first += later.day_first;
        self.month_first += later.month_first;
        self.swappable.add(later.swappable);
        self.unread.add(later.unread);
        for (texts, later) in self.counts.iter_mut().zip(later.counts) {
            texts.add(later);
        }
        for (clear, later) in self.clear_counts.iter_mut().zip(later.clear_counts) {
            *clear += later;
        }
    }

    /// How to read the dates that do not say it themselves: in the only order that others have, or, if all
    /// are numbers of one kind, as what they count.
    pub(crate) fn convention(&self) -> Option<Convention> {
        match (self.day_first, self.month_first) {
            (1.., 0) => return Some(Convention::Order(DateOrder::DayFirst)),
            (0, 1..) => return Some(Convention::Order(DateOrder::MonthFirst)),
            _ => {}
        }
        let is_all = |counted: &Counted| {
            let at = *counted as usize;
            self.counts[at].number == self.dates && self.clear_counts[at] > 0
        };
        Counted::ALL.into_iter().find(is_all).map(Convention::Counted)
    }

    /// What the dates lost if they are read by `convention`; `None` if nothing.
    pub(crate) fn losses(&self, convention: Option<Convention>) -> Option<DateLosses> {
        let is_ordered = matches!(convention, Some(Convention::Order(_)));
        let cut = if is_ordered { DateTexts::default() } else { self.swappable.clone() };
        let mut unread = self.unread.clone();
        if !matches!(convention, Some(Convention::Counted(_))) {
            self.counts.iter().cloned().for_each(|texts| unread.add(texts));
        }
        let is_mixed = self.day_first > 0 && self.month_first > 0;
        (cut.number + unread.number > 0).then_some(DateLosses { dates: self.dates, cut, is_mixed, unread })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(texts: &[&str]) -> DateTally {
        let mut tally = DateTally::default();
        for text in texts {
            let mut record = Record::default();
            record.set_published([text]);
            let mut one = DateTally::default();
            one.see(&record);
            tally.add(one);
        }
        tally
    }

    #[test]
    fn dates_have_the_only_order_that_others_prove() {
        let order = |texts: &[&str]| tally(texts).convention();
        let [day, month] =
            [DateOrder::DayFirst, DateOrder::MonthFirst].map(|order| Some(Convention::Order(order)));
        assert_eq!(order(&["09/02/2017", "31/12/2018", "2018"]), day);
        assert_eq!(order(&["31.12.2018", "9/2/17"]), day);
        assert_eq!(order(&["2/9/2017", "12/31/2018"]), month);
        assert_eq!(order(&["09/02/2017", "03/04/2017"]), None);
        assert_eq!(order(&["09/02/2017", "31/12/2018", "12/31/2018"]), None);
    }

    #[test]
    fn numbers_count_time_only_if_all_do() {
        let counted = |texts: &[&str]| tally(texts).convention();
        assert_eq!(counted(&["43100", "20175"]), Some(Convention::Counted(Counted::Days)));
        assert_eq!(
            counted(&["1577836800000", "1577923200000"]),
            Some(Convention::Counted(Counted::Milliseconds))
        );
        for texts in
            [&["43100", "2017"][..], &["43100", "31.12.2018"], &["20171", "20174"], &["43100", "99999"], &[]]
        {
            assert!(!matches!(counted(texts), Some(Convention::Counted(_))), "{texts:?}");
        }
    }

    #[test]
    fn what_dates_lost_is_counted_and_told() {
        let losses = |texts: &[&str]| {
            let tally = tally(texts);
            tally.losses(tally.convention())
        };
        for texts in [&["43100", "in press"][..], &["09/02/2017", "31/12/2018"], &["", "2017", "31.12.98"]] {
            assert_eq!(losses(texts), None, "{texts:?}");
        }
        let lost = losses(&["09/02/2017", "31/12/2018", "12/31/2018", "3/4/17", "99999", "43100"]).unwrap();
        let texts = |number, first: &str| DateTexts { number, first: first.to_owned() };
        let (cut, unread) = (texts(2, "09/02/2017"), texts(2, "99999"));
        assert_eq!(lost, DateLosses { dates: 6, cut, is_mixed: true, unread });
        assert_eq!(
            lost.told(),
            [
                "2 of 6 dates keep only the year, because day and month could be swapped, as in \"09/02/2017\", and others have \
                 both orders; write them as 2017-02-09",
                "2 of 6 dates cannot be read, such as \"99999\"; write them as 2017-02-09",
            ]
        );
        let few = DateLosses { dates: 100, cut: DateTexts::default(), ..lost };
        assert!(few.told().is_empty());
    }
}
