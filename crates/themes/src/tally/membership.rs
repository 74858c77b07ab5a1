//! Which papers clearly belong to a theme.

use serde::{Deserialize, Serialize};

use crate::Assignment;

/// A paper clearly belongs to a theme if its score and its margin are at least the medians
/// over the theme's own papers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Membership {
    score: f32,
    margin: f32,
}

impl Membership {
    /// Learns from the assignments of the theme's papers.
    pub(super) fn of<'a>(assignments: impl Iterator<Item = &'a Assignment>) -> Self {
        let (mut scores, mut margins): (Vec<f32>, Vec<f32>) =
            assignments.map(|assignment| (assignment.score, assignment.margin)).unzip();
        Self { score: middle(&mut scores), margin: middle(&mut margins) }
    }

    /// Whether the paper with this assignment clearly belongs to the theme.
    pub(super) fn is_clear(self, assignment: &Assignment) -> bool {
        assignment.outlier.is_none() && assignment.score >= self.score && assignment.margin >= self.margin
    }
}

/// The lower median; 0 if there are no values.
fn middle(values: &mut [f32]) -> f32 {
    let Some(last) = values.len().checked_sub(1) else { return 0.0 };
    *values.select_nth_unstable_by(last / 2, f32::total_cmp).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OutlierReason;

    #[test]
    fn the_better_half_is_clear() {
        let assignment = |score: f32, margin: f32| Assignment {
            theme: 0,
            score,
            margin,
            second_theme: None,
            cluster: 0,
            second_cluster: None,
            subtheme: None,
            outlier: None,
            probability: None,
        };
        let all = [(0.9, 0.4), (0.8, 0.01), (0.5, 0.2), (0.1, 0.05)]
            .map(|(score, margin)| assignment(score, margin));
        let membership = Membership::of(all.iter());
        let clear: Vec<bool> = all.iter().map(|assignment| membership.is_clear(assignment)).collect();
        assert_eq!(clear, [true, false, true, false]);
        let outlier = Assignment { outlier: Some(OutlierReason::TooShort), ..all[0].clone() };
        assert!(!membership.is_clear(&outlier));
    }
}
