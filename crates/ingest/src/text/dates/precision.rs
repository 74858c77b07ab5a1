//! The precision of dates.

/// The finest part of a date that its source gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precision {
    /// The day, or a second within it.
    #[default]
    Day,
    /// The month.
    Month,
    /// The year.
    Year,
}

impl Precision {
    /// Every precision, finest first.
    pub const ALL: [Self; 3] = [Self::Day, Self::Month, Self::Year];

    /// The name used in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Month => "month",
            Self::Year => "year",
        }
    }

    /// The precision with this name; [`Day`](Self::Day) for any other text.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|precision| precision.name() == name).unwrap_or_default()
    }
}
