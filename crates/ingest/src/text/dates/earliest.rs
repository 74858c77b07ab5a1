//! The earliest of several dates.

use crate::{Precision, Timestamp};

/// The earliest of `dates`; a month or a year yields to a finer date within it.
pub(crate) fn earliest(dates: impl Iterator<Item = Timestamp> + Clone) -> Option<Timestamp> {
    let first = dates.clone().min()?;
    if first.precision() == Precision::Day {
        return Some(first);
    }
    let span = first.to_string();
    let lies_in_it =
        |date: &Timestamp| date.precision() < first.precision() && date.to_string().starts_with(&span);
    Some(dates.filter(lies_in_it).min_by_key(|date| (date.precision(), *date)).unwrap_or(first))
}
