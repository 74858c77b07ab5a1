//! Rows added to existing ("standing") ones: how new each row's neighbourhood is, and which rows belong to a group.

use crate::ClusterError;
use crate::neighbours::NeighbourGraph;

/// Steps of averaging newness over the graph.
const STEPS: usize = 2;
/// A neighbourhood must grow by more than this many times the growth of the corpus to be half new.
const GROWTH: f32 = 2.0;
/// Weight of a row's own neighbours in a step.
const OWN: f32 = 0.5;
/// Rounds in which groups take in rows.
const ROUNDS: usize = 3;
/// Minimum share of a row's neighbours that are in groups for the row to join one.
const JOINS: f32 = 0.45;

/// How new the neighbourhood of every row is, in [0, 1]: 0 where standing rows are, near 1 where newcomers
/// are alone. A standing row gets the value it would have as a newcomer.
///
/// `standing` is how many rows a standing row represents, 1 or more if only a draw of them is in the graph;
/// it is 0 for a newcomer. The share of newcomers among the nearest neighbours estimates the ratio of two
/// densities (D. O. Loftsgaarden, C. P. Quesenberry, "A nonparametric estimate of a multivariate density
/// function", Annals of Mathematical Statistics 36, 1965). Standing rows are weighted by twice the median of
/// that ratio around standing rows, if that is above 1, so that a corpus that has merely grown has no new
/// neighbourhoods. The share is then averaged with that of the neighbours, where standing rows count as 0.
///
/// # Errors
/// [`ClusterError::LengthMismatch`] if the numbers of values and rows of the graph differ.
pub fn newness(graph: &NeighbourGraph, standing: &[f32]) -> Result<Vec<f32>, ClusterError> {
    check(graph, standing.len())?;
    let around: Vec<(f32, f32)> = (0..graph.rows())
        .map(|row| {
            graph.neighbours(row).fold((0.0, 0.0), |(new, old), (other, _)| {
                let weight = standing[other as usize];
                if weight > 0.0 { (new, old + weight) } else { (new + 1.0, old) }
            })
        })
        .collect();
    let growth = growth(&around, standing);
    let own: Vec<f32> =
        around.iter().map(|&(new, old)| if new > 0.0 { new / (new + growth * old) } else { 0.0 }).collect();
    let mut newness = own.clone();
    for _ in 0..STEPS {
        let of_newcomer = |row: usize| if standing[row] > 0.0 { 0.0 } else { newness[row] };
        let averaged = |row: usize| {
            let (sum, count) = graph.neighbours(row).fold((0.0, 0_u32), |(sum, count), (other, _)| {
                (sum + of_newcomer(other as usize), count + 1)
            });
            OWN * own[row] + (1.0 - OWN) * sum / count.max(1) as f32
        };
        newness = (0..graph.rows()).map(averaged).collect();
    }
    Ok(newness)
}

/// The lowest newness at which newcomers may be called new, such that at most the share `mistaken` of those
/// called new are expected to be where standing rows are; `None` if none may be called new.
///
/// `standing` is as in [`newness`]. `found` is how many newcomers were called new before and have no row here;
/// they count among those called new, as one bound holds for all. Standing rows show how new a newcomer in a known
/// neighbourhood looks: the share of standing rows at least as new as a newcomer is the probability that one in a known neighbourhood
/// looks as new by chance. Newcomers for which this is rare enough are called new (Y. Benjamini, Y. Hochberg,
/// "Controlling the false discovery rate", Journal of the Royal Statistical Society B 57, 1995; on conformal
/// p-values: S. Bates and others, "Testing for outliers with conformal p-values", Annals of Statistics 51,
/// 2023). The bound assumes that all newcomers are in known neighbourhoods, so if many are new, fewer are
/// called new wrongly.
///
/// # Errors
/// [`ClusterError::LengthMismatch`] if `newness` and `standing` differ in length.
pub fn least_newness(
    newness: &[f32],
    standing: &[f32],
    found: usize,
    mistaken: f32,
) -> Result<Option<f32>, ClusterError> {
    if newness.len() != standing.len() {
        return Err(ClusterError::LengthMismatch {
            what: "values of rows beside rows",
            expected: newness.len(),
            got: standing.len(),
        });
    }
    let descending = |stands: bool| {
        let rows = newness.iter().zip(standing).filter(|&(_, &weight)| (weight > 0.0) == stands);
        let mut values: Vec<f32> = rows.map(|(&new, _)| new).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        values
    };
    let (came, stood) = (descending(false), descending(true));
    let may_be_called = |&(at, &new): &(usize, &f32)| {
        let as_new = stood.partition_point(|&other| other >= new);
        let by_chance = (found + came.len()) as f32 * (as_new + 1) as f32 / (stood.len() + 1) as f32;
        by_chance <= mistaken * (found + at + 1) as f32
    };
    Ok(came.iter().enumerate().rfind(may_be_called).map(|(_, &new)| new))
}

/// Weight of a standing row: [`GROWTH`] times the median ratio of newcomers to standing rows around standing
/// rows, at least 1.
fn growth(around: &[(f32, f32)], standing: &[f32]) -> f32 {
    let mut ratios: Vec<f32> = around
        .iter()
        .zip(standing)
        .filter(|&(&(_, old), &weight)| weight > 0.0 && old > 0.0)
        .map(|(&(new, old), _)| new / old)
        .collect();
    ratios.sort_by(f32::total_cmp);
    ratios.get(ratios.len() / 2).map_or(1.0, |ratio| (GROWTH * ratio).max(1.0))
}

/// The groups after taking in rows. A row that `may_join` joins once 45 % or more of its neighbours are in groups; it joins
/// the group that most of them are in, the first of equals.
///
/// # Errors
/// [`ClusterError::LengthMismatch`] if `group_of` or `may_join` does not have one value per row of the graph.
pub fn joined(
    graph: &NeighbourGraph,
    mut group_of: Vec<Option<u32>>,
    may_join: &[bool],
) -> Result<Vec<Option<u32>>, ClusterError> {
    check(graph, group_of.len())?;
    check(graph, may_join.len())?;
    let groups = group_of.iter().flatten().max().map_or(0, |&last| last as usize + 1);
    for _ in 0..ROUNDS {
        group_of = (0..graph.rows())
            .map(|row| {
                if group_of[row].is_some() || !may_join[row] {
                    return group_of[row];
                }
                let mut votes = vec![0_u32; groups];
                let mut neighbours = 0_u32;
                for (other, _) in graph.neighbours(row) {
                    neighbours += 1;
                    if let Some(group) = group_of[other as usize] {
                        votes[group as usize] += 1;
                    }
                }
                let for_groups: u32 = votes.iter().sum();
                if neighbours == 0 || (for_groups as f32) < JOINS * neighbours as f32 {
                    return None;
                }
                let best = (0..groups).max_by_key(|&group| (votes[group], groups - group));
                best.map(|group| group as u32)
            })
            .collect();
    }
    Ok(group_of)
}

fn check(graph: &NeighbourGraph, rows: usize) -> Result<(), ClusterError> {
    if rows == graph.rows() {
        return Ok(());
    }
    Err(ClusterError::LengthMismatch {
        what: "values of rows beside rows",
        expected: graph.rows(),
        got: rows,
    })
}

#[cfg(test)]
mod tests {
    use linfa::traits::Fit;
    use linfa::{DatasetBase, ParamGuard};
    use ndarray::Array2;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::neighbours::NeighbourGraphParams;

    /// Rows around four axes, `sizes` rows each, and their neighbour graph.
    fn graph(sizes: [usize; 4]) -> NeighbourGraph {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let axes: Vec<usize> = (0..4).flat_map(|axis| vec![axis; sizes[axis]]).collect();
        let mut rows = Array2::from_shape_fn((axes.len(), 8), |(row, column)| {
            f32::from(u8::from(axes[row] == column)) + random.gen_range(-0.3..0.3)
        });
        thema_features::normalize_rows(&mut rows.view_mut());
        NeighbourGraphParams::new(10).check().unwrap().fit(&DatasetBase::from(rows)).unwrap()
    }

    fn mean(values: &[f32]) -> f32 {
        values.iter().sum::<f32>() / values.len() as f32
    }

    #[test]
    fn newcomers_are_new_where_no_standing_row_is() {
        // Three known neighbourhoods, the third with twenty newcomers among its sixty rows, and a new one.
        let graph = graph([60, 60, 60, 40]);
        let standing: Vec<f32> = (0..220).map(|row| if row < 160 { 1.0 } else { 0.0 }).collect();
        let newness = newness(&graph, &standing).unwrap();
        assert!(mean(&newness[..100]) < 0.05, "{:?}", &newness[..100]);
        assert!(mean(&newness[160..180]) < 0.3, "{:?}", &newness[160..180]);
        assert!(mean(&newness[180..]) > 0.9, "{:?}", &newness[180..]);
        let least = least_newness(&newness, &standing, 0, 0.1).unwrap().unwrap();
        assert!(newness[180..].iter().all(|&new| new >= least), "{least}: {:?}", &newness[180..]);
        let called = newness[160..180].iter().filter(|&&new| new >= least).count();
        assert!(called <= 4, "{called} of the known place, from {least} on: {:?}", &newness[160..180]);
    }

    #[test]
    fn newcomers_of_known_places_are_as_new_as_standing_rows() {
        // One row in four is a newcomer, everywhere.
        let graph = graph([60, 60, 60, 60]);
        let standing: Vec<f32> = (0..240).map(|row| if row % 4 == 0 { 0.0 } else { 1.0 }).collect();
        let newness = newness(&graph, &standing).unwrap();
        let of = |came: bool| -> Vec<f32> {
            (0..240).filter(|row| (row % 4 == 0) == came).map(|row| newness[row]).collect()
        };
        assert!((mean(&of(true)) - mean(&of(false))).abs() < 0.03, "{newness:?}");
        assert_eq!(least_newness(&newness, &standing, 0, 0.1).unwrap(), None);
    }

    #[test]
    fn few_standing_rows_cannot_tell() {
        let newness: Vec<f32> = (0..40).map(|row| 0.5 + 0.01 * row as f32).collect();
        let standing: Vec<f32> = (0..40).map(|row| if row < 5 { 1.0 } else { 0.0 }).collect();
        assert_eq!(least_newness(&newness, &standing, 0, 0.1).unwrap(), None, "one in six is not rare");
        let least = least_newness(&newness, &standing, 0, 0.2).unwrap().unwrap();
        assert!((least - 0.55).abs() < 1e-6, "{least}");
        assert_eq!(least_newness(&[], &[], 0, 0.1).unwrap(), None);
        assert!(least_newness(&newness, &[0.0], 0, 0.1).is_err());
    }

    #[test]
    fn what_was_found_before_counts() {
        let newness: Vec<f32> = (0..30).map(|row| if row < 2 { 0.8 } else { 0.1 }).collect();
        let standing: Vec<f32> = (0..30).map(|row| if row < 10 { 0.0 } else { 1.0 }).collect();
        // By chance half a newcomer of ten is as new as the two, and one of twenty.
        assert_eq!(least_newness(&newness, &standing, 0, 0.1).unwrap(), None);
        assert_eq!(least_newness(&newness, &standing, 10, 0.1).unwrap(), Some(0.8));
    }

    #[test]
    fn a_corpus_that_has_grown_has_no_new_place() {
        // One row in four is standing, everywhere.
        let graph = graph([60, 60, 60, 60]);
        let standing: Vec<f32> = (0..240).map(|row| if row % 4 == 0 { 1.0 } else { 0.0 }).collect();
        assert!(mean(&newness(&graph, &standing).unwrap()) < 0.4);
        // But if the standing rows are a draw of one in four, they represent
        // as many rows as there are newcomers.
        let drawn: Vec<f32> = standing.iter().map(|&row| 3.0 * row).collect();
        assert!(mean(&newness(&graph, &drawn).unwrap()) < 0.4);
    }

    #[test]
    fn groups_take_what_lies_among_them_and_nothing_else() {
        let graph = graph([30, 30, 30, 30]);
        let begun: Vec<Option<u32>> =
            (0..120).map(|row| (row < 60 && row % 3 > 0).then_some((row / 30) as u32)).collect();
        let may_join: Vec<bool> = (0..120).map(|row| row != 33).collect();
        let joined = joined(&graph, begun, &may_join).unwrap();
        for (row, group) in joined.iter().enumerate() {
            let expected = (row < 60 && row != 33).then_some((row / 30) as u32);
            assert_eq!(*group, expected, "row {row}");
        }
    }

    #[test]
    fn no_rows_and_wrong_lengths() {
        let graph = graph([0, 0, 0, 0]);
        assert!(newness(&graph, &[]).unwrap().is_empty());
        assert!(newness(&graph, &[1.0]).is_err());
        assert!(joined(&graph, vec![None], &[]).is_err());
    }
}
