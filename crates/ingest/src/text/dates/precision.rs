//! How much of a date is known.

/// The part of a date that its source gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precision {
    /// The day, or the second.
    #[default]
    Day,
    /// The month.
    Month,
    /// The year.
    Year,
}

impl Precision {
    /// Every precision, the finest first.
    pub const ALL: [Self; 3] = [Self::Day, Self::Month, Self::Year];

    /// Its name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Month => "month",
            Self::Year => "year",
        }
    }

    /// The precision of a name; the day for any other text.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|precision| precision.name() == name).unwrap_or_default()
    }
}
