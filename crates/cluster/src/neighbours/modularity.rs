//! Modularity of a partition of the graph.

use super::NeighbourGraph;
use crate::ClusterError;

impl NeighbourGraph {
    /// Newman's modularity of the clusters on this graph, which should be
    /// [symmetrised](NeighbourGraph::symmetrised): the weight of edges inside clusters minus the weight
    /// expected by chance, as shares of the total weight; below 1, and 0 without edges.
    ///
    /// Source: M. E. J. Newman, "Analysis of weighted networks", Physical Review E 70, 2004.
    ///
    /// # Errors
    /// [`ClusterError::LengthMismatch`] if the numbers of clusters and rows differ.
    pub fn modularity(&self, clusters: &[u32]) -> Result<f64, ClusterError> {
        if clusters.len() != self.rows() {
            return Err(ClusterError::LengthMismatch {
                what: "clusters beside rows of the graph",
                expected: self.rows(),
                got: clusters.len(),
            });
        }
        let count = clusters.iter().max().map_or(0, |&last| last as usize + 1);
        let (mut inside, mut degrees, mut total) = (0.0_f64, vec![0.0_f64; count], 0.0_f64);
        for row in 0..self.rows() {
            let own = clusters[row];
            for (other, weight) in self.neighbours(row) {
                let weight = f64::from(weight);
                total += weight;
                degrees[own as usize] += weight;
                if clusters[other as usize] == own {
                    inside += weight;
                }
            }
        }
        if total == 0.0 {
            return Ok(0.0);
        }
        let by_chance: f64 = degrees.iter().map(|degree| (degree / total).powi(2)).sum();
        Ok(inside / total - by_chance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_pairs_joined_by_nothing_have_one_half() {
        let graph =
            NeighbourGraph::directed(&[vec![(1.0, 1)], vec![(1.0, 0)], vec![(1.0, 3)], vec![(1.0, 2)]], None);
        let value = |clusters: &[u32]| graph.modularity(clusters).unwrap();
        assert!((value(&[0, 0, 1, 1]) - 0.5).abs() < 1e-12);
        assert!(value(&[0, 0, 0, 0]).abs() < 1e-12);
        assert!((value(&[0, 1, 0, 1]) + 0.5).abs() < 1e-12);
        assert!(graph.modularity(&[0]).is_err());
    }
}
