//! Connected components of records, for reconciliation in divided work.

/// For records connected by pairs, directly or through others: pairs of each record and the least record of
/// its component, without the least records themselves. Uses union-find with path halving (Tarjan and van
/// Leeuwen, 1984) and about 40 bytes per pair.
#[must_use]
pub fn connected(pairs: &[[i64; 2]]) -> Vec<[i64; 2]> {
    let mut records = pairs.concat();
    records.sort_unstable();
    records.dedup();
    let place = |record: i64| records.partition_point(|&known| known < record);
    let mut parents: Vec<usize> = (0..records.len()).collect();
    for &[one, other] in pairs {
        let [one, other] = [one, other].map(|record| root(&mut parents, place(record)));
        parents[one.max(other)] = one.min(other);
    }
    let least = |at: usize| [records[at], records[root(&mut parents, at)]];
    (0..records.len()).map(least).filter(|[record, least]| record != least).collect()
}

fn root(parents: &mut [usize], mut at: usize) -> usize {
    while parents[at] != at {
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_go_to_the_least_that_they_are_connected_to() {
        let pairs = [[9, 7], [4, 1], [3, 1], [7, 5], [9, 9], [3, 4], [20, 9]];
        assert_eq!(connected(&pairs), [[3, 1], [4, 1], [7, 5], [9, 5], [20, 5]]);
        let chain: Vec<[i64; 2]> = (0..10_000).map(|at| [at, at + 1]).collect();
        assert!(connected(&chain).iter().all(|&[_, least]| least == 0));
        assert!(connected(&[]).is_empty());
    }
}
