//! Where papers that join a run lie on its map.

use ndarray::ArrayView2;
use rayon::prelude::*;

/// Papers of the run between which a joining paper lies.
const NEAREST: usize = 3;

/// Papers of the run that are on its map; every part has one entry per paper.
pub(super) struct OnMap<'a> {
    /// Unit vectors.
    pub(super) vectors: ArrayView2<'a, f32>,
    pub(super) themes: &'a [u32],
    /// Not a number for a paper that is not on the map.
    pub(super) positions: &'a [[f32; 2]],
}

impl OnMap<'_> {
    /// The position of every joining paper: the mean of those of the nearest papers in its theme, weighted by the square of
    /// their cosine, or of any theme if none of its own is on the map. Not a number if no paper is near.
    pub(super) fn places(&self, vectors: ArrayView2<'_, f32>, themes: &[u32]) -> Vec<[f32; 2]> {
        let rows: Vec<usize> =
            (0..self.positions.len()).filter(|&row| !self.positions[row][0].is_nan()).collect();
        let mut of_theme =
            vec![Vec::new(); self.themes.iter().chain(themes).max().map_or(0, |most| *most as usize + 1)];
        for &row in &rows {
            of_theme[self.themes[row] as usize].push(row);
        }
        let place = |(at, &theme): (usize, &u32)| {
            let own = &of_theme[theme as usize];
            self.between(vectors.row(at), if own.is_empty() { &rows } else { own })
        };
        themes.par_iter().enumerate().map(place).collect()
    }

    /// The mean position of those of `rows` that are nearest to a vector.
    fn between(&self, vector: ndarray::ArrayView1<'_, f32>, rows: &[usize]) -> [f32; 2] {
        let mut near: Vec<(f32, usize)> =
            rows.iter().map(|&row| (vector.dot(&self.vectors.row(row)).max(0.0), row)).collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        near.truncate(NEAREST);
        let weight: f32 = near.iter().map(|(cosine, _)| cosine * cosine).sum();
        let mean = |axis: usize| {
            let sum: f32 =
                near.iter().map(|&(cosine, row)| cosine * cosine * self.positions[row][axis]).sum();
            sum / weight
        };
        [mean(0), mean(1)]
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn a_paper_lies_between_the_nearest_of_its_theme() {
        let vectors = array![[1.0_f32, 0.0], [0.6, 0.8], [0.0, 1.0], [1.0, 0.0], [0.8, 0.6]];
        let map = OnMap {
            vectors: vectors.view(),
            themes: &[0, 0, 0, 0, 1],
            positions: &[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [f32::NAN; 2], [0.5, 0.5]],
        };
        let joining = array![[1.0_f32, 0.0], [0.0, 1.0], [0.0, 1.0], [0.0, 0.0]];
        let places = map.places(joining.view(), &[0, 1, 2, 0]);
        let is_at =
            |place: [f32; 2], x: f32, y: f32| (place[0] - x).abs() < 1e-6 && (place[1] - y).abs() < 1e-6;
        assert!(is_at(places[0], 0.36 / 1.36, 0.0), "{places:?}");
        assert!(is_at(places[1], 0.5, 0.5), "{places:?}");
        assert!(places[2][1] > 0.5, "the nearest of any theme: {places:?}");
        assert!(places[3][0].is_nan(), "no paper is near");
    }
}
