//! Finds the discovered theme that a paper fits best, if it fits any.

/// A paper fits a theme if its cosine is at most this many standard deviations below the mean cosine of the
/// theme's papers.
pub(crate) const DEVIATIONS: f64 = 2.5;

/// The theme that a paper fits best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fitting {
    pub(crate) theme: u32,
    /// The second-best theme that the paper also fits.
    pub(crate) second: Option<u32>,
    /// Cosine with the theme's centroid.
    pub(crate) similarity: f32,
    /// Lead over the second-best theme or, if the paper fits no other theme, over the floor of this one.
    pub(crate) margin: f32,
}

/// The best theme among those where the cosine of a paper with the centroid reaches `floors`; the earlier one
/// of a tie. `cosines` holds, for every theme, the cosine with its centroid and the value that ranks it.
pub(crate) fn best_fitting(cosines: impl Iterator<Item = (f32, f32)>, floors: &[f32]) -> Option<Fitting> {
    let mut fitting: Vec<(f32, f32, u32)> = (0_u32..)
        .zip(cosines)
        .zip(floors)
        .filter(|((_, (cosine, _)), floor)| cosine >= *floor)
        .map(|((theme, (cosine, rank)), _)| (rank, cosine, theme))
        .collect();
    fitting.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
    let &(best, similarity, theme) = fitting.first()?;
    let next = fitting.get(1);
    let margin = next.map_or_else(|| similarity - floors[theme as usize], |(next, ..)| best - next);
    Some(Fitting { theme, second: next.map(|&(.., theme)| theme), similarity, margin })
}

/// The theme with the highest cosine, the earlier one of a tie.
pub(crate) fn nearest(cosines: impl Iterator<Item = f32>) -> Option<u32> {
    (0_u32..).zip(cosines).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map(|(theme, _)| theme)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(cosines: &[(f32, f32)]) -> Option<(u32, Option<u32>, f32)> {
        let fitting = best_fitting(cosines.iter().copied(), &[0.5, 0.25, 0.25])?;
        Some((fitting.theme, fitting.second, fitting.margin))
    }

    #[test]
    fn the_nearest_is_the_earlier_of_equals() {
        assert_eq!(nearest([0.125, 0.5, 0.5].into_iter()), Some(1));
        assert_eq!(nearest(std::iter::empty()), None);
    }

    #[test]
    fn the_best_is_one_that_the_paper_fits() {
        assert_eq!(best(&[(0.25, 0.25), (0.0, 0.0), (0.125, 0.125)]), None, "far from all");
        assert_eq!(best(&[(0.375, 0.375), (0.3125, 0.3125), (0.0, 0.0)]), Some((1, None, 0.0625)));
        assert_eq!(best(&[(0.5, 0.5), (0.75, 0.75), (0.625, 0.625)]), Some((1, Some(2), 0.125)));
        assert_eq!(best(&[(0.5, 1.0), (0.75, 0.75), (0.75, 0.75)]), Some((0, Some(1), 0.25)), "by rank");
    }
}
