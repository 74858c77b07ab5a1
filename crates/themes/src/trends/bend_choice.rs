//! Where the line through a share bends.

use super::bent_line::{BENDS, BentLine};
use super::dispersion::{Dispersion, Observation};

/// Minimum number of periods in a piece, including those at its ends.
const PIECE: usize = 3;
/// Minimum number of periods for a bend.
const PERIODS: usize = 8;

/// The line with bends at some of the observations; `None` as for [`BentLine::fit`].
pub(super) fn fitted(observations: &[Observation], bends: &[usize]) -> Option<BentLine> {
    let times: Vec<f64> = bends.iter().map(|&bend| observations[bend].0).collect();
    BentLine::fit(observations, &times)
}

/// The positions of the bends that the criterion allows, ascending. Each in turn is put where it lowers the
/// deviance most, and the first one again after the second.
pub(super) fn chosen(observations: &[Observation], dispersion: Dispersion) -> Option<Vec<usize>> {
    if observations.len() < PERIODS {
        return None;
    }
    let price = 2.0 * (observations.len() as f64).ln() * dispersion.factor;
    let mut best = (BentLine::fit(observations, &[])?.deviance, Vec::new());
    let mut bends: Vec<usize> = Vec::new();
    for _ in 0..BENDS {
        let Some(mut with) = added(observations, &bends) else { break };
        if let [first, second] = with.1[..] {
            let moved = if bends[0] == first { second } else { first };
            with = added(observations, &[moved]).filter(|again| again.0 < with.0).unwrap_or(with);
        }
        bends.clone_from(&with.1);
        let cost = with.0 + price * with.1.len() as f64;
        if cost < best.0 + price * best.1.len() as f64 {
            best = with;
        }
    }
    Some(best.1)
}

/// The deviance and the bends with the best position of one more bend; `None` if none fits.
fn added(observations: &[Observation], bends: &[usize]) -> Option<(f64, Vec<usize>)> {
    let last = observations.len() - 1;
    let fits = |at: &usize| {
        let ends = [0, last].into_iter().chain(bends.iter().copied());
        ends.map(|end| end.abs_diff(*at)).all(|distance| distance + 1 >= PIECE)
    };
    let tried = (1..last).filter(fits).filter_map(|at| {
        let mut with = bends.to_vec();
        with.push(at);
        with.sort_unstable();
        Some((fitted(observations, &with)?.deviance, with))
    });
    tried.min_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)))
}
