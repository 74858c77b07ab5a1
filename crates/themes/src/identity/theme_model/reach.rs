//! How far from a discovered theme papers may lie and still be in it.

use ndarray::{ArrayView1, ArrayView2};

use crate::fitting::DEVIATIONS;
use crate::identity::StandingTheme;

/// Smallest standard deviation of cosines.
const LEAST: f64 = 1e-6;

/// The number of standard deviations below the mean cosine of a theme's papers with which as many of a run's papers fit no
/// theme as the run itself left over, at most [`DEVIATIONS`].
///
/// A run judges papers by vectors that were drawn towards their neighbours'. Those of new papers are not, so the run's bound would
/// let in most of what the run left over. `own` is the theme of each paper that no theme of the taxonomy took, `None` if it was left
/// over, and `cosines` (papers x themes) are the cosines of these papers. A paper is compared with the other papers of its theme, as
/// a new one is.
pub(super) fn reach(themes: &[StandingTheme], own: &[Option<usize>], cosines: ArrayView2<'_, f32>) -> f64 {
    let spreads: Vec<(f64, f64)> = themes
        .iter()
        .map(|theme| (theme.mean_cosine(), (theme.mean_cosine() - theme.floor(1.0)).max(LEAST)))
        .collect();
    let needed = |(cosines, own): (ArrayView1<'_, f32>, &Option<usize>)| {
        let distance = |(at, &cosine): (usize, &f32)| {
            let cosine = f64::from(cosine);
            let cosine = if *own == Some(at) { themes[at].cosine_with_others(cosine) } else { cosine };
            let (mean, deviation) = spreads[at];
            (mean - cosine) / deviation
        };
        cosines.iter().enumerate().map(distance).fold(f64::INFINITY, f64::min)
    };
    let mut needed: Vec<f64> = cosines.rows().into_iter().zip(own).map(needed).collect();
    needed.sort_by(|a, b| b.total_cmp(a));
    let left_over = own.iter().filter(|own| own.is_none()).count();
    match needed.get(left_over) {
        Some(&reach) if left_over > 0 => reach.min(DEVIATIONS),
        _ => DEVIATIONS,
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;
    use crate::identity::StandingThemes;

    /// The reach of one theme around the first axis if the last `left_over` of its twenty papers, nearest first, were left over, and
    /// how far in the same measure each paper is from it.
    fn reach_of(left_over: usize) -> (f64, Vec<f64>) {
        let vectors = Array2::from_shape_fn((20, 2), |(row, column)| {
            let angle = 0.05 * row as f32 * if row % 2 == 0 { 1.0 } else { -1.0 };
            if column == 0 { angle.cos() } else { angle.sin() }
        });
        let last = 20 - left_over;
        let theme_of: Vec<u32> = (0..20).map(|row| u32::from(row < last)).collect();
        let standing = StandingThemes::of_run(&["other", "t-1"], vectors.view(), &theme_of, Some(0)).unwrap();
        let theme = &standing.themes()[1..];
        let cosines = vectors.dot(&Array2::from_shape_vec((2, 1), theme[0].centroid()).unwrap());
        let own: Vec<Option<usize>> = (0..20).map(|row| (row < last).then_some(0)).collect();
        let deviation = theme[0].mean_cosine() - theme[0].floor(1.0);
        let needed = |(row, &cosine): (usize, &f32)| {
            let cosine = f64::from(cosine);
            let cosine = if row < last { theme[0].cosine_with_others(cosine) } else { cosine };
            (theme[0].mean_cosine() - cosine) / deviation
        };
        (reach(theme, &own, cosines.view()), cosines.iter().enumerate().map(needed).collect())
    }

    #[test]
    fn as_many_papers_fit_no_theme_as_the_run_left_over() {
        for left_over in 6..15 {
            let (reach, needed) = reach_of(left_over);
            assert!(reach < DEVIATIONS);
            assert_eq!(needed.iter().filter(|&&needed| needed > reach + 1e-9).count(), left_over);
        }
    }

    #[test]
    fn a_run_that_left_nothing_over_shows_no_bound() {
        assert!((reach_of(0).0 - DEVIATIONS).abs() < 1e-12);
    }

    #[test]
    fn a_paper_is_compared_with_the_others_of_its_theme() {
        let vectors = Array2::from_shape_vec((3, 2), vec![1.0, 0.0, 0.8, 0.6, 0.0, 1.0]).unwrap();
        let standing = StandingThemes::of_run(&["t-1"], vectors.view(), &[0, 0, 0], None).unwrap();
        let theme = &standing.themes()[0];
        let cosine = f64::from(theme.centroid()[0]);
        let others = (0.8 / (0.8_f64.powi(2) + 1.6_f64.powi(2)).sqrt()) as f32;
        assert!((theme.cosine_with_others(cosine) - f64::from(others)).abs() < 1e-6);
    }
}
