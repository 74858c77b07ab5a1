//! Since when a share has moved in its direction, and what it did before.

use super::bent_line::{BENDS, BentLine};
use super::dispersion::{Dispersion, Observation};
use super::trend::{Past, Verdict};

/// Minimum number of periods in a piece, including those at its ends.
const PIECE: usize = 3;
/// Minimum number of periods for a bend.
const PERIODS: usize = 8;
/// Minimum factor by which the odds change along a piece that rises or falls.
const SLANT: f64 = 1.25;
/// Number of periods on each side of a bend in which its peak or low is searched.
const ABOUT: usize = 2;

/// A shape, as positions in the observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bends {
    pub(super) since: usize,
    pub(super) past: Past,
    pub(super) turn: Option<usize>,
}

/// Where a share last turned into the direction of its `verdict`. The share is fitted by the pieces of a
/// [`BentLine`] of at most two bends, as many as lower the quasi-likelihood form of Schwarz's criterion, in
/// which a bend costs two parameters (Kim et al., "Selecting the number of change-points in segmented line
/// regression", 2009). `None` if one direction holds throughout, or if the last piece does not go in the
/// direction of the verdict.
pub(super) fn shape(observations: &[Observation], dispersion: Dispersion, verdict: Verdict) -> Option<Bends> {
    let bends = chosen(observations, dispersion)?;
    let line = fitted(observations, &bends)?;
    let last = observations.len() - 1;
    let mut ends = vec![0];
    ends.extend(&bends);
    ends.push(last);
    // Start and direction of the pieces; neighbours with the same direction are joined.
    let mut pieces: Vec<(usize, Past)> = Vec::new();
    for piece in ends.windows(2) {
        let change = line.at(observations[piece[1]].0) - line.at(observations[piece[0]].0);
        let way = if change.abs() < SLANT.ln() {
            Past::Level
        } else if change > 0.0 {
            Past::Rise
        } else {
            Past::Fall
        };
        if pieces.last().is_none_or(|&(_, before)| before != way) {
            pieces.push((piece[0], way));
        }
    }
    let goes = match verdict {
        Verdict::Rising => Past::Rise,
        Verdict::Falling => Past::Fall,
        Verdict::Steady => Past::Level,
    };
    let [.., (from, past), (bend, way)] = pieces[..] else { return None };
    if way != goes {
        return None;
    }
    // A turning point is the period that a reader sees as the highest or lowest.
    let near = |bend: usize, high: bool| {
        let share = |at: usize| observations[at].1 / observations[at].2;
        let range = bend.saturating_sub(ABOUT)..=(bend + ABOUT).min(last);
        let order = |&a: &usize, &b: &usize| {
            let by_share = if high { share(a).total_cmp(&share(b)) } else { share(b).total_cmp(&share(a)) };
            by_share.then(a.cmp(&b))
        };
        range.max_by(order).unwrap_or(bend)
    };
    let opposite = matches!((past, way), (Past::Rise, Past::Fall) | (Past::Fall, Past::Rise));
    let since = if opposite { near(bend, way == Past::Fall) } else { bend };
    let turned_before = pieces.len() == 3 && opposite && pieces[0].1 == way;
    let turn = turned_before.then(|| near(from, way == Past::Rise)).filter(|&turn| turn < since);
    Some(Bends { since, past, turn })
}

fn fitted(observations: &[Observation], bends: &[usize]) -> Option<BentLine> {
    let times: Vec<f64> = bends.iter().map(|&bend| observations[bend].0).collect();
    BentLine::fit(observations, &times)
}

/// The positions of the bends that the criterion allows, ascending. Each in turn is put where it lowers the
/// deviance most, and the first one again after the second.
fn chosen(observations: &[Observation], dispersion: Dispersion) -> Option<Vec<usize>> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trends::dispersion::dispersion;

    fn of(shares: &[f64], verdict: Verdict) -> Option<Bends> {
        let observations: Vec<Observation> =
            (0..).zip(shares).map(|(t, &share)| (f64::from(t), (share * 2_000.0).round(), 2_000.0)).collect();
        shape(&observations, dispersion(&observations), verdict)
    }

    #[test]
    fn a_peak_is_seen_and_named() {
        let shares = [0.02, 0.03, 0.04, 0.05, 0.065, 0.08, 0.1, 0.09, 0.075, 0.06, 0.05, 0.04, 0.03];
        assert_eq!(of(&shares, Verdict::Falling), Some(Bends { since: 6, past: Past::Rise, turn: None }));
        assert_eq!(of(&shares, Verdict::Rising), None, "the last piece says otherwise");
    }

    #[test]
    fn a_rise_after_a_fall_after_a_peak() {
        let shares = [0.03, 0.04, 0.06, 0.08, 0.1, 0.085, 0.07, 0.055, 0.045, 0.06, 0.08, 0.105, 0.13, 0.17];
        assert_eq!(of(&shares, Verdict::Rising), Some(Bends { since: 8, past: Past::Fall, turn: Some(4) }));
    }

    #[test]
    fn one_way_throughout_and_noise_have_no_shape() {
        let line: Vec<f64> = (0..12).map(|t| 0.02 * 1.15_f64.powi(t)).collect();
        assert_eq!(of(&line, Verdict::Rising), None);
        let noise = [0.05, 0.06, 0.052, 0.047, 0.055, 0.049, 0.058, 0.051, 0.046, 0.054];
        assert_eq!(of(&noise, Verdict::Steady), None);
        assert_eq!(of(&[0.1, 0.2, 0.1, 0.2], Verdict::Steady), None);
    }
}
