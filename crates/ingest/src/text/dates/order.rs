//! What the dates of one input say about how to read one another.

use super::{Counted, DateReading, read_by};

/// Which comes first in a date of numbers that ends with the year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DateOrder {
    /// The day: `31/12/2018`.
    DayFirst,
    /// The month: `12/31/2018`.
    MonthFirst,
}

/// What a date's text says about the other dates of its input, or needs to hear from them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Clue {
    /// Nothing.
    #[default]
    None,
    /// It can have only this order.
    Proves(DateOrder),
    /// Its day and month could be swapped.
    Swappable,
    /// It is a number that could count time.
    Counts(Counted),
}

/// How to read dates that do not say it themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Convention {
    Order(DateOrder),
    Counted(Counted),
}

impl Convention {
    /// Reads a text that leaves its reading to the convention; `None` for any other.
    pub(crate) fn read(self, text: &str) -> Option<DateReading> {
        match (self, read_by(text, None).clue) {
            (Self::Order(order), Clue::Swappable) => Some(read_by(text, Some(order))),
            (Self::Counted(counted), Clue::Counts(found)) if found == counted => {
                Some(DateReading { date: counted.date(text), ..DateReading::default() })
            }
            _ => None,
        }
    }
}
