//! Which themes rise and fall, in the order in which reports name them.

use std::cmp::Ordering;

use thema_themes::Verdict;

use crate::{ChangeReport, Report, ThemeReport, TrendReport, share_change};

impl Report {
    /// The themes whose trend has this verdict, except that of papers that fit no theme: rising and falling
    /// ones by how far their share moved, others in the order of the report.
    #[must_use]
    pub fn moved(&self, verdict: Verdict) -> Vec<(&ThemeReport, &TrendReport)> {
        let mut moved: Vec<(&ThemeReport, &TrendReport)> =
            self.trending().filter(|(_, trend)| trend.verdict == verdict).collect();
        if verdict.is_change() {
            moved.sort_by(|(_, a), (_, b)| by_size(&a.change, &b.change));
        }
        moved
    }
}

/// Larger changes first, compared by the digits that are shown.
pub(super) fn by_size(one: &ChangeReport, other: &ChangeReport) -> Ordering {
    let shown = |change: &ChangeReport| {
        let (_, _, points) = share_change(change.before.share, change.recent.share);
        points.trim_start_matches(['+', '\u{2212}']).parse::<f64>().unwrap_or_default()
    };
    (shown(other).total_cmp(&shown(one)))
        .then_with(|| other.difference.abs().total_cmp(&one.difference.abs()))
}
