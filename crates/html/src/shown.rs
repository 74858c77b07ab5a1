//! Which papers the page names.

use crate::PageInput;

/// Papers named at most; up to this many all are.
pub(crate) const SHOWN: usize = 20_000;

/// Rows of at most `limit` papers, ascending. Of a larger corpus those that the report cites come first, then
/// papers at even steps of the corpus sorted by theme, so that every theme shows in proportion to its size.
pub(crate) fn shown(input: &PageInput<'_>, limit: usize) -> Vec<u32> {
    let PageInput { report, papers, theme_of, .. } = *input;
    let count = papers.len();
    if count <= limit {
        return (0..count as u32).collect();
    }
    let mut chosen = vec![false; count];
    let mut left = limit;
    let cited: std::collections::BTreeSet<&str> = report
        .themes
        .iter()
        .flat_map(|theme| {
            theme.representatives.iter().chain(theme.bridges.iter().map(|bridge| &bridge.paper))
        })
        .map(|paper| paper.id.as_str())
        .collect();
    for (row, _) in papers.iter().enumerate().filter(|(_, paper)| cited.contains(paper.id.as_str())) {
        if left > 0 {
            chosen[row] = true;
            left -= 1;
        }
    }
    let mut rest: Vec<u32> = (0..count as u32).filter(|&row| !chosen[row as usize]).collect();
    rest.sort_by_key(|&row| (theme_of[row as usize], row));
    for at in 0..left {
        chosen[rest[at * rest.len() / left] as usize] = true;
    }
    (0..count as u32).filter(|&row| chosen[row as usize]).collect()
}
