//! The papers that names are learned from.

/// Maximum number of papers read.
const MOST_PAPERS: usize = 30_000;

/// Rows drawn from the groups, ascending: all papers of small groups and evenly spaced papers of
/// larger ones, with one cap for all groups that keeps the total within `MOST_PAPERS`. Papers without
/// a group count as one more group.
pub(super) fn draw(group_of: &[Option<u32>], groups: usize) -> Vec<usize> {
    let mut members = vec![Vec::new(); groups + 1];
    for (row, group) in group_of.iter().enumerate() {
        members[group.map_or(groups, |group| group as usize)].push(row);
    }
    let mut sizes: Vec<usize> = members.iter().map(Vec::len).filter(|&size| size > 0).collect();
    sizes.sort_unstable();
    let mut left = MOST_PAPERS;
    let mut most = usize::MAX;
    for (taken, &size) in sizes.iter().enumerate() {
        let share = left / (sizes.len() - taken);
        if size > share {
            most = share.max(1);
            break;
        }
        left -= size;
    }
    let mut rows: Vec<usize> = members
        .iter()
        .flat_map(|members| {
            let count = members.len().min(most);
            (0..count).map(move |index| members[index * members.len() / count])
        })
        .collect();
    rows.sort_unstable();
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_groups_are_read_whole_and_large_ones_evenly() {
        let group_of: Vec<Option<u32>> = (0..100_000)
            .map(|row| if row % 100 == 0 { Some(1) } else { (row % 3 > 0).then_some(0) })
            .collect();
        let rows = draw(&group_of, 2);
        assert!(rows.len() <= MOST_PAPERS && rows.len() > MOST_PAPERS - 3, "{}", rows.len());
        assert!(rows.windows(2).all(|pair| pair[0] < pair[1]));
        let of = |group| rows.iter().filter(|&&row| group_of[row] == group).count();
        assert_eq!(of(Some(1)), 1_000);
        assert!(of(Some(0)).abs_diff(of(None)) <= 1);
        assert_eq!(draw(&[None, Some(0)], 1), [0, 1]);
        assert!(draw(&[], 0).is_empty());
    }
}
