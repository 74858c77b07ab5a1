//! Angle bounds that show which rows cannot have changed cluster.
//!
//! Source: G. Hamerly, "Making k-means even faster", SDM 2010, applied to the angles between unit vectors,
//! which obey the triangle inequality (E. Schubert et al., "Accelerating spherical k-means", SISAP 2021).

use ndarray::ArrayView2;

use super::nearest::Nearest;

/// Largest error assumed in a computed similarity; bounds are loosened by it, so that skipping never changes a result.
const SLACK: f32 = 1e-5;

/// Bounds of one row: the angle to its own centroid is at most `own`, to any other at least `other`.
#[derive(Clone, Copy, Debug)]
pub(super) struct AngleBounds {
    own: f32,
    other: f32,
}

/// How far the centroids moved in one update, as angles.
pub(super) struct Movement {
    angles: Vec<f32>,
    largest: f32,
    largest_at: usize,
    second_largest: f32,
}

impl AngleBounds {
    /// Bounds that exclude nothing.
    pub(super) const UNKNOWN: Self = Self { own: f32::INFINITY, other: 0.0 };

    /// Bounds from exact similarities.
    pub(super) fn from_nearest(nearest: &Nearest) -> Self {
        Self {
            own: (nearest.similarity - SLACK).clamp(-1.0, 1.0).acos(),
            other: (nearest.second_similarity + SLACK).clamp(-1.0, 1.0).acos(),
        }
    }

    /// Widens the bounds of a row of `cluster` after the centroids moved.
    pub(super) fn widen(&mut self, cluster: usize, movement: &Movement) {
        self.own += movement.angles[cluster];
        self.other -= if cluster == movement.largest_at { movement.second_largest } else { movement.largest };
    }

    /// Whether the row's own centroid is certainly still the most similar.
    pub(super) fn holds(self) -> bool {
        self.own < self.other
    }
}

impl Movement {
    /// Angles between unit centroids before and after an update, rounded up.
    pub(super) fn between(before: ArrayView2<'_, f32>, after: ArrayView2<'_, f32>) -> Self {
        let angles: Vec<f32> = before
            .rows()
            .into_iter()
            .zip(after.rows())
            .map(|(before, after)| {
                let chord: f64 =
                    before.iter().zip(after).map(|(a, b)| f64::from(a - b).powi(2)).sum::<f64>().sqrt();
                if chord == 0.0 { 0.0 } else { (2.0 * (chord / 2.0).min(1.0).asin()) as f32 + 1e-6 }
            })
            .collect();
        let (mut largest, mut largest_at, mut second_largest) = (0.0_f32, 0, 0.0_f32);
        for (at, &angle) in angles.iter().enumerate() {
            if angle > largest {
                (second_largest, largest, largest_at) = (largest, angle, at);
            } else {
                second_largest = second_largest.max(angle);
            }
        }
        Self { angles, largest, largest_at, second_largest }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact results are what is tested")]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn bounds_give_way_as_far_as_the_centroids_move() {
        let before = array![[1.0_f32, 0.0], [0.0, 1.0]];
        let angle = 0.2_f32;
        let after = array![[angle.cos(), angle.sin()], [0.0, 1.0]];
        let movement = Movement::between(before.view(), after.view());
        assert!((movement.angles[0] - angle).abs() < 1e-5);
        assert_eq!(movement.angles[1], 0.0);
        let nearest = Nearest { cluster: 0, similarity: 1.0, second: 1, second_similarity: 0.0 };
        let mut bounds = AngleBounds::from_nearest(&nearest);
        for _ in 0..7 {
            bounds.widen(0, &movement);
            assert!(bounds.holds());
        }
        bounds.widen(0, &movement);
        assert!(!bounds.holds());
    }
}
