//! Density of papers over the map, for a corpus too large to draw every paper.

/// Tiles along one axis.
pub(crate) const TILES: usize = 160;

/// Tiles that hold papers, row by row: column, row, number of papers and the theme that most of them belong
/// to. `places` are between -1 and 1 and parallel to `themes`; places that are not finite are ignored.
pub(crate) fn tiles(places: &[[f32; 2]], themes: &[u32]) -> Vec<[u32; 4]> {
    let mut keyed: Vec<(u32, u32)> = places
        .iter()
        .zip(themes)
        .filter(|(place, _)| place.iter().all(|at| at.is_finite()))
        .map(|(place, &theme)| {
            let [column, row] = place.map(tile);
            (row * TILES as u32 + column, theme)
        })
        .collect();
    keyed.sort_unstable();
    keyed
        .chunk_by(|a, b| a.0 == b.0)
        .map(|papers| {
            let most = papers
                .chunk_by(|a, b| a.1 == b.1)
                .max_by_key(|same| (same.len(), std::cmp::Reverse(same[0].1)))
                .map_or(0, |same| same[0].1);
            let at = papers[0].0;
            [at % TILES as u32, at / TILES as u32, papers.len() as u32, most]
        })
        .collect()
}

/// Tile of a coordinate between -1 and 1.
fn tile(at: f32) -> u32 {
    (f64::midpoint(f64::from(at), 1.0) * TILES as f64).clamp(0.0, TILES as f64 - 1.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_counted_once() {
        let places = [[-1.0, -1.0], [-1.0, -1.0], [-1.0, -1.0], [1.0, 1.0], [f32::NAN, 0.0]];
        let last = TILES as u32 - 1;
        assert_eq!(tiles(&places, &[2, 1, 1, 0, 0]), [[0, 0, 3, 1], [last, last, 1, 0]]);
    }
}
