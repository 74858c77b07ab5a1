//! Average linkage of centroids, weighted by the sizes of their clusters.
//!
//! Source: R. R. Sokal, C. D. Michener, "A statistical method for evaluating systematic relationships", 1958
//! (UPGMA), with the update of G. N. Lance and W. T. Williams, 1967. The similarity of two groups is the mean cosine
//! similarity of their rows' centroids over all pairs of rows, so it never grows from one merge to the next.

use ndarray::{Array2, ArrayView2};
use serde::{Deserialize, Serialize};
use thema_projection::multiply_transposed;

use crate::ClusterError;

/// Most clusters that can be linked: all their pairwise similarities are in memory.
const MOST_CLUSTERS: usize = 8192;

/// One merge of two nodes. Numbers below the number of clusters are
/// clusters; node `clusters + i` is merge `i`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Merge {
    /// The node with the lower number.
    pub first: u32,
    /// The other node.
    pub second: u32,
    /// Mean similarity of the two; never above that of an earlier merge, except for rounding.
    pub similarity: f32,
}

/// All merges from the clusters to one group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dendrogram {
    pub(super) sizes: Vec<usize>,
    pub(super) merges: Vec<Merge>,
}

impl Dendrogram {
    /// Links unit `centroids`, shape (clusters, columns), whose clusters have `sizes` rows.
    ///
    /// # Errors
    /// [`ClusterError::LengthMismatch`] if the numbers of sizes and centroids differ; [`ClusterError::NotFinite`]
    /// for a NaN or an infinity; [`ClusterError::TooManyRows`] above 8,192 clusters.
    pub fn average_linkage(centroids: ArrayView2<'_, f32>, sizes: &[usize]) -> Result<Self, ClusterError> {
        let clusters = centroids.nrows();
        if sizes.len() != clusters {
            return Err(ClusterError::LengthMismatch {
                what: "sizes beside centroids",
                expected: clusters,
                got: sizes.len(),
            });
        }
        if clusters > MOST_CLUSTERS {
            return Err(ClusterError::TooManyRows {
                algorithm: "average linkage",
                limit: MOST_CLUSTERS,
                rows: clusters,
            });
        }
        if let Some(row) = centroids.rows().into_iter().position(|row| row.iter().any(|x| !x.is_finite())) {
            return Err(ClusterError::NotFinite { row });
        }
        let mut similarities = Array2::zeros((clusters, clusters));
        multiply_transposed(centroids, centroids, &mut similarities.view_mut());
        Ok(Self { sizes: sizes.to_vec(), merges: Linkage::new(similarities, sizes).run() })
    }

    /// Number of clusters.
    #[must_use]
    pub fn clusters(&self) -> usize {
        self.sizes.len()
    }

    /// The merges, most similar pair first.
    #[must_use]
    pub fn merges(&self) -> &[Merge] {
        &self.merges
    }

    /// Group of every cluster when merging stops at `groups` groups; the group with most rows is 0. A cut
    /// into fewer groups never divides a group of a cut into more.
    #[must_use]
    pub fn cut(&self, groups: usize) -> Vec<u32> {
        let clusters = self.clusters();
        let done = clusters.saturating_sub(groups.max(1)).min(self.merges.len());
        let mut parent: Vec<usize> = (0..clusters + done).collect();
        for (at, merge) in self.merges[..done].iter().enumerate() {
            parent[merge.first as usize] = clusters + at;
            parent[merge.second as usize] = clusters + at;
        }
        for node in (0..parent.len()).rev() {
            parent[node] = parent[parent[node]];
        }
        let mut rows = vec![0_usize; parent.len()];
        for cluster in 0..clusters {
            rows[parent[cluster]] += self.sizes[cluster];
        }
        let mut roots: Vec<usize> = parent[..clusters].to_vec();
        roots.sort_unstable();
        roots.dedup();
        let first_cluster = |root: usize| parent[..clusters].iter().position(|&other| other == root);
        roots.sort_by_key(|&root| (std::cmp::Reverse(rows[root]), first_cluster(root)));
        let mut number = vec![0_u32; parent.len()];
        for (group, &root) in roots.iter().enumerate() {
            number[root] = group as u32;
        }
        parent[..clusters].iter().map(|&root| number[root]).collect()
    }
}

/// Similarities of the remaining groups, one row per group; a merged group keeps the row of its first part.
struct Linkage {
    similarities: Array2<f32>,
    rows: Vec<f64>,
    node: Vec<Option<u32>>,
    partner: Vec<Option<usize>>,
}

impl Linkage {
    fn new(similarities: Array2<f32>, sizes: &[usize]) -> Self {
        let count = sizes.len();
        let mut linkage = Self {
            similarities,
            rows: sizes.iter().map(|&size| size.max(1) as f64).collect(),
            node: (0..count as u32).map(Some).collect(),
            partner: vec![None; count],
        };
        for group in 0..count {
            linkage.partner[group] = linkage.most_similar(group);
        }
        linkage
    }

    /// The most similar group after `group`; the first of equals.
    fn most_similar(&self, group: usize) -> Option<usize> {
        (group + 1..self.node.len()).filter(|&other| self.node[other].is_some()).reduce(|best, other| {
            if self.similarities[[group, other]] > self.similarities[[group, best]] { other } else { best }
        })
    }

    fn run(mut self) -> Vec<Merge> {
        let clusters = self.node.len();
        let mut merges = Vec::with_capacity(clusters.saturating_sub(1));
        while let Some((first, second)) = self.closest_pair() {
            let (Some(a), Some(b)) = (self.node[first], self.node[second]) else { break };
            let similarity = self.similarities[[first, second]];
            let merged = (clusters + merges.len()) as u32;
            merges.push(Merge { first: a.min(b), second: a.max(b), similarity });
            self.merge(first, second, merged);
        }
        merges
    }

    fn closest_pair(&self) -> Option<(usize, usize)> {
        (0..self.node.len())
            .filter(|&group| self.node[group].is_some())
            .filter_map(|group| Some((group, self.partner[group]?)))
            .reduce(|best, pair| {
                if self.similarities[[pair.0, pair.1]] > self.similarities[[best.0, best.1]] {
                    pair
                } else {
                    best
                }
            })
    }

    fn merge(&mut self, first: usize, second: usize, merged: u32) {
        let (a, b) = (self.rows[first], self.rows[second]);
        for other in 0..self.node.len() {
            if other == first || other == second || self.node[other].is_none() {
                continue;
            }
            let mean = (a * f64::from(self.similarities[[first, other]])
                + b * f64::from(self.similarities[[second, other]]))
                / (a + b);
            self.similarities[[first, other]] = mean as f32;
            self.similarities[[other, first]] = mean as f32;
        }
        self.node[first] = Some(merged);
        self.node[second] = None;
        self.partner[second] = None;
        self.rows[first] += b;
        for group in 0..self.node.len() {
            if self.node[group].is_none() {
                continue;
            }
            let lost = self.partner[group].is_some_and(|partner| partner == first || partner == second);
            if group == first || lost {
                self.partner[group] = self.most_similar(group);
            } else if group < first
                && let Some(partner) = self.partner[group]
                && self.similarities[[group, first]] > self.similarities[[group, partner]]
            {
                self.partner[group] = Some(first);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Array2, array};
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use thema_features::normalize_rows;

    fn random(clusters: usize) -> (Array2<f32>, Vec<usize>) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut centroids = Array2::from_shape_fn((clusters, 8), |_| rng.gen_range(-1.0_f32..1.0));
        normalize_rows(&mut centroids.view_mut());
        (centroids, (0..clusters).map(|_| rng.gen_range(1..50)).collect())
    }

    #[test]
    fn merges_are_those_of_the_definition() {
        let (centroids, sizes) = random(25);
        let tree = Dendrogram::average_linkage(centroids.view(), &sizes).unwrap();
        let mut groups: Vec<(u32, Vec<usize>)> =
            (0..25).map(|cluster| (cluster as u32, vec![cluster])).collect();
        let mean = |a: &[usize], b: &[usize]| {
            let (mut sum, mut weight) = (0.0, 0.0);
            for &i in a {
                for &j in b {
                    let pairs = (sizes[i] * sizes[j]) as f64;
                    sum += pairs * f64::from(centroids.row(i).dot(&centroids.row(j)));
                    weight += pairs;
                }
            }
            sum / weight
        };
        for (at, merge) in tree.merges().iter().enumerate() {
            let mut best = (f64::NEG_INFINITY, 0, 0);
            for i in 0..groups.len() {
                for j in i + 1..groups.len() {
                    let similarity = mean(&groups[i].1, &groups[j].1);
                    if similarity > best.0 {
                        best = (similarity, i, j);
                    }
                }
            }
            let (similarity, i, j) = best;
            assert!((similarity - f64::from(merge.similarity)).abs() < 1e-4, "merge {at}");
            let second = groups.remove(j);
            let first = groups.remove(i);
            let (a, b) = (first.0.min(second.0), first.0.max(second.0));
            assert_eq!((merge.first, merge.second), (a, b), "merge {at}");
            groups.push((25 + at as u32, [first.1, second.1].concat()));
        }
        assert_eq!(groups.len(), 1);
    }

    #[test]
    fn cuts_are_nested_and_numbered_by_size() {
        let (centroids, sizes) = random(40);
        let tree = Dendrogram::average_linkage(centroids.view(), &sizes).unwrap();
        for groups in 1..=40 {
            let cut = tree.cut(groups);
            assert_eq!(cut.iter().max(), Some(&(groups as u32 - 1)));
            let finer = tree.cut(groups + 1);
            let mut above = vec![None; groups + 1];
            for (fine, coarse) in finer.iter().zip(&cut) {
                assert_eq!(above[*fine as usize].get_or_insert(*coarse), coarse, "a group is cut through");
            }
            let mut rows = vec![0; groups];
            for (group, size) in cut.iter().zip(&sizes) {
                rows[*group as usize] += size;
            }
            assert!(rows.windows(2).all(|pair| pair[0] >= pair[1]), "{rows:?}");
        }
    }

    #[test]
    fn no_clusters_one_cluster_and_bad_input() {
        let none = Dendrogram::average_linkage(Array2::zeros((0, 3)).view(), &[]).unwrap();
        assert!(none.cut(3).is_empty() && none.merges().is_empty());
        assert_eq!(Dendrogram::average_linkage(array![[1.0_f32]].view(), &[5]).unwrap().cut(0), [0]);
        assert!(Dendrogram::average_linkage(array![[1.0_f32]].view(), &[]).is_err());
        assert!(Dendrogram::average_linkage(array![[f32::NAN]].view(), &[1]).is_err());
    }
}
