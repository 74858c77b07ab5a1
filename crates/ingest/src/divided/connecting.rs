//! Connected components of records, for reconciliation in divided work.

use crate::reconcile::UnionFind;

/// For records connected by pairs, directly or through others: pairs of each record and the least record of
/// its component, without the least records themselves. Needs about 40 bytes per pair.
///
/// # Panics
/// With 2^32 records or more.
#[must_use]
pub fn connected(pairs: &[[i64; 2]]) -> Vec<[i64; 2]> {
    let mut records = pairs.concat();
    records.sort_unstable();
    records.dedup();
    let place = |record: i64| records.partition_point(|&known| known < record) as u32;
    let mut places = UnionFind::new(u32::try_from(records.len()).expect("fewer than 2^32 records"));
    for &[one, other] in pairs {
        places.join(place(one), place(other));
    }
    (0_u32..)
        .zip(&records)
        .map(|(at, &record)| [record, records[places.least(at) as usize]])
        .filter(|[record, least]| record != least)
        .collect()
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
