//! Agreement of two partitions of the same items.
//!
//! Sources: A. Rosenberg, J. Hirschberg, "V-measure", EMNLP 2007; L. Hubert, P. Arabie, "Comparing partitions",
//! Journal of Classification 2, 1985; N. X. Vinh, J. Epps, J. Bailey, "Information theoretic measures for
//! clusterings comparison", JMLR 11, 2010. Logarithms are natural; normalisation is by the arithmetic mean, as in
//! scikit-learn.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ClusterError;

/// How well clusters agree with labels. All measures are symmetric except homogeneity, completeness and purity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// Harmonic mean of homogeneity and completeness; in [0, 1].
    pub v_measure: f64,
    /// How far each cluster contains only one label; in [0, 1].
    pub homogeneity: f64,
    /// How far each label is contained in only one cluster; in [0, 1].
    pub completeness: f64,
    /// Adjusted Rand index: 0 on average for a random partition, 1 for an identical one; may be negative.
    pub adjusted_rand: f64,
    /// Normalised mutual information; equals the V-measure.
    pub normalized_mutual_information: f64,
    /// Mutual information adjusted for chance: 0 on average for a random partition; may be negative.
    pub adjusted_mutual_information: f64,
    /// Share of items that have the most frequent label of their cluster; grows with the number of clusters.
    pub purity: f64,
}

/// Counts of items by label and cluster; can be merged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contingency {
    cells: BTreeMap<(u32, u32), u64>,
}

impl Contingency {
    /// Counts the pairs of `labels` and `clusters`, which list the same items in the same order.
    ///
    /// # Errors
    /// [`ClusterError::LengthMismatch`] if they differ in length.
    pub fn new(labels: &[u32], clusters: &[u32]) -> Result<Self, ClusterError> {
        if labels.len() != clusters.len() {
            return Err(ClusterError::LengthMismatch {
                what: "clusters beside labels",
                expected: labels.len(),
                got: clusters.len(),
            });
        }
        let mut cells = BTreeMap::new();
        for pair in labels.iter().copied().zip(clusters.iter().copied()) {
            *cells.entry(pair).or_insert(0) += 1;
        }
        Ok(Self { cells })
    }

    /// Adds the counts of other items; associative and commutative.
    pub fn merge(&mut self, other: &Self) {
        for (&pair, &count) in &other.cells {
            *self.cells.entry(pair).or_insert(0) += count;
        }
    }

    /// Items by label, and by cluster.
    fn margins(&self) -> (Vec<u64>, Vec<u64>) {
        let (mut labels, mut clusters) = (BTreeMap::new(), BTreeMap::new());
        for (&(label, cluster), &count) in &self.cells {
            *labels.entry(label).or_insert(0) += count;
            *clusters.entry(cluster).or_insert(0) += count;
        }
        (labels.into_values().collect(), clusters.into_values().collect())
    }

    /// All measures; two partitions of fewer than two items agree perfectly.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        let (labels, clusters) = self.margins();
        let items: u64 = labels.iter().sum();
        let mutual = self.mutual_information(items);
        let (label_entropy, cluster_entropy) = (entropy(&labels, items), entropy(&clusters, items));
        let share = |part: f64, whole: f64| if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 1.0 };
        let homogeneity = share(mutual, label_entropy);
        let completeness = share(mutual, cluster_entropy);
        let v_measure = if homogeneity + completeness > 0.0 {
            2.0 * homogeneity * completeness / (homogeneity + completeness)
        } else {
            0.0
        };
        Agreement {
            v_measure,
            homogeneity,
            completeness,
            adjusted_rand: self.adjusted_rand(&labels, &clusters, items),
            normalized_mutual_information: v_measure,
            adjusted_mutual_information: adjusted_mutual_information(
                &labels,
                &clusters,
                items,
                mutual,
                f64::midpoint(label_entropy, cluster_entropy),
            ),
            purity: self.purity(items),
        }
    }

    fn mutual_information(&self, items: u64) -> f64 {
        let (mut by_label, mut by_cluster) = (BTreeMap::new(), BTreeMap::new());
        for (&(label, cluster), &count) in &self.cells {
            *by_label.entry(label).or_insert(0_u64) += count;
            *by_cluster.entry(cluster).or_insert(0_u64) += count;
        }
        let total = items as f64;
        let sum: f64 = self
            .cells
            .iter()
            .map(|((label, cluster), &count)| {
                let count = count as f64;
                let expected = by_label[label] as f64 * by_cluster[cluster] as f64;
                count / total * (count * total / expected).ln()
            })
            .sum();
        sum.max(0.0)
    }

    fn adjusted_rand(&self, labels: &[u64], clusters: &[u64], items: u64) -> f64 {
        let pairs = |count: u64| count as f64 * (count as f64 - 1.0) / 2.0;
        let all = pairs(items);
        let together: f64 = self.cells.values().map(|&count| pairs(count)).sum();
        let by_label: f64 = labels.iter().map(|&count| pairs(count)).sum();
        let by_cluster: f64 = clusters.iter().map(|&count| pairs(count)).sum();
        if all == 0.0 {
            return 1.0;
        }
        let expected = by_label * by_cluster / all;
        let most = f64::midpoint(by_label, by_cluster);
        if (most - expected).abs() <= f64::EPSILON * most {
            1.0
        } else {
            (together - expected) / (most - expected)
        }
    }

    fn purity(&self, items: u64) -> f64 {
        let mut largest: BTreeMap<u32, u64> = BTreeMap::new();
        for (&(_, cluster), &count) in &self.cells {
            let most = largest.entry(cluster).or_insert(0);
            *most = count.max(*most);
        }
        if items == 0 { 1.0 } else { largest.values().sum::<u64>() as f64 / items as f64 }
    }
}

fn entropy(counts: &[u64], items: u64) -> f64 {
    let total = items as f64;
    counts
        .iter()
        .map(|&count| {
            let share = count as f64 / total;
            -share * share.ln()
        })
        .sum()
}

fn adjusted_mutual_information(
    labels: &[u64],
    clusters: &[u64],
    items: u64,
    mutual: f64,
    mean_entropy: f64,
) -> f64 {
    // Two partitions into one cluster, or into one for every item, are equal and leave nothing to chance.
    if labels.len() == clusters.len() && (labels.len() <= 1 || labels.len() as u64 == items) {
        return 1.0;
    }
    let expected = expected_mutual_information(labels, clusters, items);
    let range = mean_entropy - expected;
    // As in scikit-learn: keep the sign, and never let the denominator be zero.
    let range = if range < 0.0 { range.min(-f64::EPSILON) } else { range.max(f64::EPSILON) };
    (mutual - expected) / range
}

/// Expected mutual information of two random partitions with these sizes (Vinh et al., equation 24). Repeated
/// sizes are computed once.
fn expected_mutual_information(labels: &[u64], clusters: &[u64], items: u64) -> f64 {
    let mut log_factorial = Vec::with_capacity(items as usize + 1);
    log_factorial.push(0.0_f64);
    for n in 1..=items as usize {
        log_factorial.push(log_factorial[n - 1] + (n as f64).ln());
    }
    let factorial = |n: u64| log_factorial[n as usize];
    let total = items as f64;
    let mut expected = 0.0;
    for (&a, &times_a) in &occurrences(labels) {
        for (&b, &times_b) in &occurrences(clusters) {
            let fixed =
                factorial(a) + factorial(b) + factorial(items - a) + factorial(items - b) - factorial(items);
            let least = (a + b).saturating_sub(items).max(1);
            let mut sum = 0.0;
            for n in least..=a.min(b) {
                let share = n as f64 / total;
                let gain = (total * n as f64 / (a as f64 * b as f64)).ln();
                let log_probability =
                    fixed - factorial(n) - factorial(a - n) - factorial(b - n) - factorial(items + n - a - b);
                sum += share * gain * log_probability.exp();
            }
            expected += sum * (times_a * times_b) as f64;
        }
    }
    expected
}

fn occurrences(sizes: &[u64]) -> BTreeMap<u64, u64> {
    let mut times = BTreeMap::new();
    for &size in sizes {
        *times.entry(size).or_insert(0) += 1;
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, expected: f64) {
        assert!((got - expected).abs() < 1e-9, "got {got}, expected {expected}");
    }

    /// Expected values are from scikit-learn 1.9.1 for the same lists.
    #[test]
    fn measures_agree_with_scikit_learn() {
        let labels: Vec<u32> = (0..60).map(|item| item % 4).collect();
        let clusters: Vec<u32> = (0..60).map(|item| (item * item / 7 + item) % 5).collect();
        let agreement = Contingency::new(&labels, &clusters).unwrap().agreement();
        close(agreement.v_measure, 0.038_385_458_508);
        close(agreement.homogeneity, 0.040_959_854_267);
        close(agreement.completeness, 0.036_115_536_285);
        close(agreement.adjusted_rand, -0.027_920_482_466);
        close(agreement.normalized_mutual_information, 0.038_385_458_508);
        close(agreement.adjusted_mutual_information, -0.041_878_673_824);
        close(agreement.purity, 0.316_666_666_667);
    }

    #[test]
    fn the_same_partition_under_other_names_agrees_fully() {
        let agreement = Contingency::new(&[5, 5, 9, 9, 1], &[0, 0, 1, 1, 7]).unwrap().agreement();
        for measure in [agreement.v_measure, agreement.adjusted_rand, agreement.purity] {
            close(measure, 1.0);
        }
        close(agreement.adjusted_mutual_information, 1.0);
    }

    #[test]
    fn degenerate_partitions_have_defined_values() {
        let none = Contingency::new(&[], &[]).unwrap().agreement();
        close(none.v_measure, 1.0);
        close(none.adjusted_rand, 1.0);
        let one_cluster = Contingency::new(&[0, 1, 2], &[0, 0, 0]).unwrap().agreement();
        close(one_cluster.v_measure, 0.0);
        close(one_cluster.adjusted_rand, 0.0);
        assert!(Contingency::new(&[0], &[]).is_err());
    }

    #[test]
    fn two_partitions_into_single_items_agree_fully() {
        for items in [2_u32, 3, 50] {
            let singles: Vec<u32> = (0..items).collect();
            let agreement = Contingency::new(&singles, &singles).unwrap().agreement();
            close(agreement.v_measure, 1.0);
            close(agreement.adjusted_rand, 1.0);
            close(agreement.adjusted_mutual_information, 1.0);
        }
    }

    #[test]
    fn counts_merge() {
        let mut left = Contingency::new(&[0, 1], &[0, 0]).unwrap();
        left.merge(&Contingency::new(&[1, 2], &[0, 3]).unwrap());
        assert_eq!(left, Contingency::new(&[0, 1, 1, 2], &[0, 0, 0, 3]).unwrap());
    }
}
