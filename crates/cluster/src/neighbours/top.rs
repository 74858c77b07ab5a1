//! The most similar candidates of one row.

/// Candidates with their similarities, the most similar first.
pub(super) type Ranked = Vec<(f32, u32)>;

/// At most `capacity` candidates, the most similar first; the lower index first among equals.
#[derive(Clone, Debug)]
pub(super) struct Top {
    capacity: usize,
    found: Ranked,
}

impl Top {
    pub(super) fn new(capacity: usize) -> Self {
        Self { capacity, found: Vec::with_capacity(capacity + 1) }
    }

    /// Similarity that a candidate must exceed, or reach with a lower index.
    fn threshold(&self) -> f32 {
        if self.found.len() < self.capacity {
            f32::NEG_INFINITY
        } else {
            self.found.last().map_or(f32::INFINITY, |last| last.0)
        }
    }

    /// Offers the candidates whose similarities are given, except `own`; `index` names each by its place.
    pub(super) fn offer(&mut self, similarities: &[f32], own: u32, index: impl Fn(usize) -> u32) {
        let mut threshold = self.threshold();
        for (chunk, lanes) in similarities.chunks(16).enumerate() {
            if !lanes.iter().any(|&similarity| similarity >= threshold) {
                continue;
            }
            for (lane, &similarity) in lanes.iter().enumerate() {
                let candidate = index(chunk * 16 + lane);
                if similarity >= threshold && candidate != own {
                    self.insert(similarity, candidate);
                    threshold = self.threshold();
                }
            }
        }
    }

    fn insert(&mut self, similarity: f32, candidate: u32) {
        let at = self.found.partition_point(|&(other, index)| {
            similarity.total_cmp(&other).then(index.cmp(&candidate)).is_lt()
        });
        if at < self.capacity {
            self.found.insert(at, (similarity, candidate));
            self.found.truncate(self.capacity);
        }
    }

    /// The candidates, the most similar first.
    pub(super) fn into_found(self) -> Ranked {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_are_kept_in_order_and_ties_go_to_the_lower_index() {
        let similarities = [0.1, 0.9, 0.5, 0.5, 0.9, 0.2, 0.5];
        let mut forward = Top::new(4);
        forward.offer(&similarities, 1, |at| at as u32);
        let mut backward = Top::new(4);
        let reversed: Vec<f32> = similarities.iter().rev().copied().collect();
        backward.offer(&reversed, 1, |at| 6 - at as u32);
        let expected = vec![(0.9, 4), (0.5, 2), (0.5, 3), (0.5, 6)];
        assert_eq!(forward.into_found(), expected);
        assert_eq!(backward.into_found(), expected);
    }

    #[test]
    fn no_room_keeps_nothing() {
        let mut none = Top::new(0);
        none.offer(&[1.0], 9, |at| at as u32);
        assert!(none.into_found().is_empty());
    }
}
