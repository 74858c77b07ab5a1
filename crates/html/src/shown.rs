//! Which papers the page names.

use thema_report::MapPlaces;

/// Maximum number of papers named; up to this many, all are.
pub(crate) const SHOWN: usize = 20_000;

/// The papers of `map` that a page names: all of them or, if there are more than 20,000, those that the
/// report cites and an evenly spaced selection of the others sorted by theme, so that every theme is shown in
/// proportion to its size.
#[must_use]
pub fn shown(map: &MapPlaces) -> MapPlaces {
    map.at(&chosen(map, SHOWN))
}

/// Whether `map` has more papers than a page names, so that it shows their density.
pub(crate) fn is_crowded(map: &MapPlaces) -> bool {
    map.papers > SHOWN
}

/// Indices in the rows of `map` of at most `limit` papers, ascending.
pub(crate) fn chosen(map: &MapPlaces, limit: usize) -> Vec<u32> {
    let count = map.rows.len();
    if count <= limit {
        return (0..count as u32).collect();
    }
    let mut chosen = vec![false; count];
    let cited = &map.cited[..map.cited.len().min(limit)];
    for &at in cited {
        chosen[at as usize] = true;
    }
    let mut rest: Vec<u32> = (0..count as u32).filter(|&at| !chosen[at as usize]).collect();
    rest.sort_by_key(|&at| (map.themes[at as usize], at));
    let left = limit - cited.len();
    for at in 0..left {
        chosen[rest[at * rest.len() / left] as usize] = true;
    }
    (0..count as u32).filter(|&at| chosen[at as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_show_in_proportion_and_cited_papers_always() {
        let map = MapPlaces {
            papers: 40,
            rows: (0..40).collect(),
            themes: (0..40).map(|row| u32::from(row >= 30)).collect(),
            places: None,
            cited: vec![5, 39],
        };
        let rows = chosen(&map, 14);
        assert_eq!(rows.len(), 14);
        assert!(rows.contains(&5) && rows.contains(&39), "{rows:?}");
        assert_eq!(rows.iter().filter(|&&row| row >= 30).count(), 3);
        assert_eq!(chosen(&map, 40).len(), 40);
    }
}
