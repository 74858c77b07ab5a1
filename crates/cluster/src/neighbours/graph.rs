//! The neighbours of every row with their weights.

use rayon::prelude::*;

use super::top::Ranked;

/// The index of a neighbour, and the weight of the edge to it.
type Edge = (u32, f32);

/// Rows per task.
const BLOCK_ROWS: usize = 4_096;

/// A weighted graph over rows in compressed sparse row format; a row's
/// neighbours are in increasing order of index.
#[derive(Clone, Debug, PartialEq)]
pub struct NeighbourGraph {
    offsets: Vec<usize>,
    indices: Vec<u32>,
    weights: Vec<f32>,
    recall: Option<f64>,
    order: Option<Vec<u32>>,
}

impl NeighbourGraph {
    /// Directed edges from each row to its nearest rows, weighted by cosine similarity; edges with a weight of
    /// zero or less are dropped. `recall` is the measured share of true neighbours if the search was approximate.
    pub(super) fn directed(nearest: &[Ranked], recall: Option<f64>) -> Self {
        let edges = |row: usize, edges: &mut Vec<Edge>| {
            edges.extend(nearest[row].iter().filter(|edge| edge.0 > 0.0).map(|&(weight, row)| (row, weight)));
            edges.sort_unstable_by_key(|&(row, _)| row);
        };
        Self { recall, ..Self::of_rows(nearest.len(), edges) }
    }

    /// The graph whose `edges` a function appends row by row, in increasing order of index.
    fn of_rows(rows: usize, edges: impl Fn(usize, &mut Vec<Edge>) + Sync) -> Self {
        let blocks: Vec<(Vec<usize>, Vec<Edge>)> = (0..rows.div_ceil(BLOCK_ROWS))
            .into_par_iter()
            .map(|block| {
                let (mut lengths, mut found, mut row_edges) = (Vec::new(), Vec::new(), Vec::new());
                for row in block * BLOCK_ROWS..rows.min((block + 1) * BLOCK_ROWS) {
                    edges(row, &mut row_edges);
                    lengths.push(row_edges.len());
                    found.append(&mut row_edges);
                }
                (lengths, found)
            })
            .collect();
        let total = blocks.iter().map(|(_, edges)| edges.len()).sum();
        let mut offsets = Vec::with_capacity(rows + 1);
        offsets.push(0);
        let (mut indices, mut weights) = (Vec::with_capacity(total), Vec::with_capacity(total));
        for (lengths, edges) in blocks {
            offsets.extend(lengths.iter().scan(indices.len(), |end, length| {
                *end += length;
                Some(*end)
            }));
            indices.extend(edges.iter().map(|&(index, _)| index));
            weights.extend(edges.iter().map(|&(_, weight)| weight));
        }
        Self { offsets, indices, weights, recall: None, order: None }
    }

    /// Sets an order of all rows that keeps near ones together, if one is known.
    pub(super) fn in_order(self, order: Option<Vec<u32>>) -> Self {
        Self { order, ..self }
    }

    /// All rows, near ones together if such an order is known.
    pub(super) fn order(&self) -> Vec<u32> {
        self.order.clone().unwrap_or_else(|| (0..self.rows() as u32).collect())
    }

    /// The undirected graph that joins two rows if either lists the other, with the larger weight.
    #[must_use]
    pub fn symmetrised(&self) -> Self {
        self.merged(&self.transposed(), f32::max)
    }

    /// The graph with an undirected edge of `weight` more for each of the `links`, which are pairs of rows. A pair counts once,
    /// however often and whichever way round it is listed; a row is not linked to itself.
    ///
    /// # Panics
    /// If a link names a row that is not below [`NeighbourGraph::rows`].
    #[must_use]
    pub fn with_links(&self, links: &[[u32; 2]], weight: f32) -> Self {
        let mut linked: Vec<Ranked> = vec![Vec::new(); self.rows()];
        for &[from, to] in links.iter().filter(|[from, to]| from != to) {
            linked[from as usize].push((weight, to));
        }
        for edges in &mut linked {
            edges.sort_unstable_by_key(|&(_, row)| row);
            edges.dedup_by_key(|&mut (_, row)| row);
        }
        self.merged(&Self::directed(&linked, None).symmetrised(), |known, more| known + more)
    }

    /// The edges of both graphs over the same rows; `join` gives the weight of an edge that is in both. The rest is that of `self`.
    fn merged(&self, other: &Self, join: impl Fn(f32, f32) -> f32 + Sync) -> Self {
        let edges = |row: usize, edges: &mut Vec<Edge>| {
            let mut there = self.neighbours(row).peekable();
            let mut back = other.neighbours(row).peekable();
            loop {
                let edge = match (there.peek().copied(), back.peek().copied()) {
                    (None, None) => break,
                    (Some(edge), None) | (None, Some(edge)) => edge,
                    (Some(a), Some(b)) if a.0 == b.0 => (a.0, join(a.1, b.1)),
                    (Some(a), Some(b)) => {
                        if a.0 < b.0 {
                            a
                        } else {
                            b
                        }
                    }
                };
                there.next_if(|next| next.0 == edge.0);
                back.next_if(|next| next.0 == edge.0);
                edges.push(edge);
            }
        };
        Self { recall: self.recall, order: self.order.clone(), ..Self::of_rows(self.rows(), edges) }
    }

    /// The graph with every edge reversed.
    fn transposed(&self) -> Self {
        let mut offsets = vec![0_usize; self.offsets.len()];
        for &index in &self.indices {
            offsets[index as usize + 1] += 1;
        }
        for row in 1..offsets.len() {
            offsets[row] += offsets[row - 1];
        }
        let mut next = offsets.clone();
        let mut indices = vec![0_u32; self.indices.len()];
        let mut weights = vec![0.0_f32; self.indices.len()];
        for row in 0..self.rows() {
            for (index, weight) in self.neighbours(row) {
                let at = next[index as usize];
                next[index as usize] += 1;
                indices[at] = row as u32;
                weights[at] = weight;
            }
        }
        Self { offsets, indices, weights, recall: self.recall, order: None }
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Number of edges, counting each direction.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.indices.len()
    }

    /// Neighbours of `row` with their edge weights, in increasing order of index.
    ///
    /// # Panics
    /// If `row` is not below [`NeighbourGraph::rows`].
    pub fn neighbours(&self, row: usize) -> impl Iterator<Item = (u32, f32)> + '_ {
        let range = self.offsets[row]..self.offsets[row + 1];
        self.indices[range.clone()].iter().copied().zip(self.weights[range].iter().copied())
    }

    /// Share of the true nearest neighbours that an approximate search found, measured on a seeded sample of
    /// the rows; `None` if the search was exact.
    #[must_use]
    pub fn recall(&self) -> Option<f64> {
        self.recall
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_add_their_weight_both_ways_and_once() {
        let graph = NeighbourGraph::directed(&[vec![(0.5, 1)], vec![(0.5, 0)], vec![], vec![]], Some(0.9));
        let linked = graph.with_links(&[[2, 0], [0, 2], [2, 0], [1, 0], [3, 3]], 4.0);
        let edges: Vec<Vec<Edge>> = (0..4).map(|row| linked.neighbours(row).collect()).collect();
        assert_eq!(edges, [vec![(1, 4.5), (2, 4.0)], vec![(0, 4.5)], vec![(0, 4.0)], vec![]]);
        assert_eq!(linked.recall(), Some(0.9));
    }

    #[test]
    fn symmetrised_edges_have_the_larger_weight_both_ways() {
        let graph = NeighbourGraph::directed(
            &[vec![(0.9, 2), (0.5, 1)], vec![(0.5, 0), (-0.1, 2)], vec![(0.8, 0), (0.3, 1)], vec![]],
            None,
        );
        assert_eq!(graph.edges(), 5);
        let both = graph.symmetrised();
        let of = |row| both.neighbours(row).collect::<Vec<_>>();
        assert_eq!(of(0), [(1, 0.5), (2, 0.9)]);
        assert_eq!(of(1), [(0, 0.5), (2, 0.3)]);
        assert_eq!(of(2), [(0, 0.9), (1, 0.3)]);
        assert_eq!(of(3), []);
        assert_eq!(both.symmetrised(), both);
    }
}
