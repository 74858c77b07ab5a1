//! The words for kinds, verdicts, periods and reasons in the report's files: those of `themes.json`.

use thema_themes::{OutlierReason, PeriodUnit, ThemeKind, Verdict};

/// Word for where a theme comes from.
#[must_use]
pub fn kind(kind: ThemeKind) -> &'static str {
    match kind {
        ThemeKind::Taxonomy => "taxonomy",
        ThemeKind::Discovered => "discovered",
        ThemeKind::Other => "other",
    }
}

/// Word for the direction of a trend.
#[must_use]
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Rising => "rising",
        Verdict::Steady => "steady",
        Verdict::Falling => "falling",
        Verdict::Unclear => "unclear",
    }
}

/// Word for the length of a period.
#[must_use]
pub fn period(unit: PeriodUnit) -> &'static str {
    match unit {
        PeriodUnit::Week => "week",
        PeriodUnit::Month => "month",
        PeriodUnit::Quarter => "quarter",
        PeriodUnit::Year => "year",
    }
}

/// Word for why a paper could not be placed with confidence.
#[must_use]
pub fn outlier(reason: OutlierReason) -> &'static str {
    reason.name()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_json() {
        for value in [ThemeKind::Taxonomy, ThemeKind::Discovered, ThemeKind::Other] {
            assert_eq!(serde_json::to_value(value).unwrap(), kind(value));
        }
        for value in [Verdict::Rising, Verdict::Steady, Verdict::Falling, Verdict::Unclear] {
            assert_eq!(serde_json::to_value(value).unwrap(), verdict(value));
        }
        for value in [PeriodUnit::Week, PeriodUnit::Month, PeriodUnit::Quarter, PeriodUnit::Year] {
            assert_eq!(serde_json::to_value(value).unwrap(), period(value));
        }
        for value in OutlierReason::ALL {
            assert_eq!(serde_json::to_value(value).unwrap(), outlier(value));
        }
    }
}
