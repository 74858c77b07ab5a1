//! Chooses the number of top groups.

use super::Dendrogram;

/// Minimum average number of clusters per top group.
const CLUSTERS_A_GROUP: usize = 2;

impl Dendrogram {
    /// Top group of every cluster: two thirds of `most` groups to `most`, cut where the similarity drops most from one merge
    /// to the next, so that the groups differ most from each other relative to what was merged. At most half
    /// as many groups as clusters; with fewer than four clusters, each is its own group.
    #[must_use]
    pub fn top_groups(&self, most: usize) -> Vec<u32> {
        let clusters = self.clusters();
        if clusters < 2 * CLUSTERS_A_GROUP {
            return self.cut(clusters.min(most.max(1)));
        }
        let most = most.max(1).min(clusters / CLUSTERS_A_GROUP);
        let least = most.min(2.max(most - most / 3));
        // Merge `clusters - groups` is the one that would leave `groups - 1` groups.
        let fall = |groups: usize| {
            let next = clusters - groups;
            let similarity = |at: usize| self.merges.get(at).map_or(0.0, |merge| merge.similarity);
            similarity(next - 1) - similarity(next)
        };
        let best =
            (least..=most).reduce(|best, groups| if fall(groups) > fall(best) { groups } else { best });
        self.cut(best.unwrap_or(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;
    use thema_features::normalize_rows;

    #[test]
    fn the_cut_is_where_the_similarity_falls() {
        let mut centroids = Array2::from_shape_fn((24, 12), |(cluster, column)| {
            let group = if cluster % 8 == column { 4.0 } else { 0.0 };
            group + ((cluster * 5 + column * 3) % 7) as f32 / 7.0
        });
        normalize_rows(&mut centroids.view_mut());
        let tree = Dendrogram::average_linkage(centroids.view(), &[10; 24]).unwrap();
        let groups = tree.top_groups(12);
        assert_eq!(groups.iter().max(), Some(&7));
        for cluster in 0..24 {
            assert_eq!(groups[cluster], groups[cluster % 8]);
        }
        assert!(tree.top_groups(3).iter().max() <= Some(&2));
        assert_eq!(tree.top_groups(0), [0; 24]);
    }

    #[test]
    fn few_clusters_are_their_own_groups() {
        for clusters in 0..4 {
            let tree = Dendrogram::average_linkage(Array2::eye(clusters).view(), &vec![1; clusters]).unwrap();
            assert_eq!(tree.top_groups(12), (0..clusters as u32).collect::<Vec<_>>());
        }
    }
}
