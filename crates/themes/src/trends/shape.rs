//! Since when a share has moved in its direction, and what it did before.

use super::bend_choice::{chosen, fitted};
use super::bent_line::{BentLine, logistic};
use super::dispersion::{Dispersion, Observation};
use super::trend::{Past, Verdict};

/// Minimum factor by which the odds change along a piece that rises or falls.
const SLANT: f64 = 1.25;
/// Minimum change of the share along a piece that rises or falls, as a part of the highest share.
const VISIBLE: f64 = 0.1;
/// Minimum number of papers along a piece that rises or falls.
const FEWEST: f64 = 20.0;
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
/// regression", 2009). `None` if one direction holds throughout but for a pause, or if the last piece does not
/// go in the direction of the verdict, or if that is unclear.
pub(super) fn shape(observations: &[Observation], dispersion: Dispersion, verdict: Verdict) -> Option<Bends> {
    let bends = chosen(observations, dispersion)?;
    let line = fitted(observations, &bends)?;
    let pieces = pieces(observations, &line, &bends);
    let &(_, way) = pieces.last()?;
    match verdict {
        Verdict::Steady => last_turn(observations, &pieces).filter(|_| way == Past::Level),
        Verdict::Unclear => None,
        Verdict::Rising => last_turn(observations, &pieces).filter(|_| way == Past::Rise),
        Verdict::Falling => last_turn(observations, &pieces).filter(|_| way == Past::Fall),
    }
}

/// Start and direction of the pieces of a line. Neighbours with the same direction are joined, and a direction
/// that goes on after a level piece is not interrupted by it.
fn pieces(observations: &[Observation], line: &BentLine, bends: &[usize]) -> Vec<(usize, Past)> {
    let share = |o: &Observation| o.1 / o.2;
    let highest = observations.iter().map(share).fold(0.0, f64::max);
    let mut ends = vec![0];
    ends.extend(bends);
    ends.push(observations.len() - 1);
    let mut pieces: Vec<(usize, Past)> = Vec::new();
    for piece in ends.windows(2) {
        let [from, to] = [piece[0], piece[1]].map(|at| line.at(observations[at].0));
        let change = to - from;
        let visible = (logistic(to) - logistic(from)).abs() >= VISIBLE * highest;
        let papers: f64 = observations[piece[0]..=piece[1]].iter().map(|o| o.1).sum();
        let way = if change.abs() < SLANT.ln() || !visible || papers < FEWEST {
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
    match pieces[..] {
        [first, (_, Past::Level), last] if first.1 == last.1 => vec![first],
        _ => pieces,
    }
}

/// The beginning of the last piece, and what came before; `None` if there is only one piece. Where a rise or
/// fall begins, it is the period that a reader sees as the lowest or highest.
fn last_turn(observations: &[Observation], pieces: &[(usize, Past)]) -> Option<Bends> {
    let &[.., (from, past), (bend, way)] = pieces else { return None };
    let share = |at: usize| observations[at].1 / observations[at].2;
    let near = |bend: usize, high: bool| {
        let range = bend.saturating_sub(ABOUT)..=(bend + ABOUT).min(observations.len() - 1);
        let order = |&a: &usize, &b: &usize| {
            let by_share = if high { share(a).total_cmp(&share(b)) } else { share(b).total_cmp(&share(a)) };
            by_share.then(a.cmp(&b))
        };
        range.max_by(order).unwrap_or(bend)
    };
    let opposite = matches!((past, way), (Past::Rise, Past::Fall) | (Past::Fall, Past::Rise));
    let since = if way == Past::Level { bend } else { near(bend, way == Past::Fall) };
    let turned_before = pieces.len() == 3 && opposite && pieces[0].1 == way;
    let turn = turned_before.then(|| near(from, way == Past::Rise)).filter(|&turn| turn < since);
    Some(Bends { since, past, turn })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trends::dispersion::dispersion;
    use crate::trends::moderation::moderated;

    fn of(shares: &[f64], verdict: Verdict) -> Option<Bends> {
        let observations: Vec<Observation> =
            (0..).zip(shares).map(|(t, &share)| (f64::from(t), (share * 2_000.0).round(), 2_000.0)).collect();
        shape(&observations, moderated(&[dispersion(&observations)])[0], verdict)
    }

    #[test]
    fn a_peak_is_seen_and_named() {
        let shares = [0.02, 0.03, 0.04, 0.05, 0.065, 0.08, 0.1, 0.09, 0.075, 0.06, 0.05, 0.04, 0.03];
        assert_eq!(of(&shares, Verdict::Falling), Some(Bends { since: 6, past: Past::Rise, turn: None }));
        assert_eq!(of(&shares, Verdict::Rising), None, "the last piece says otherwise");
    }

    #[test]
    fn a_fall_from_a_level_begins_with_its_highest_period() {
        let shares = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.104, 0.09, 0.07, 0.055, 0.043, 0.033, 0.026];
        let bends = of(&shares, Verdict::Falling).unwrap();
        assert_eq!((bends.since, bends.past), (6, Past::Level));
    }

    #[test]
    fn a_rise_after_a_fall_after_a_peak() {
        let shares = [0.03, 0.04, 0.06, 0.08, 0.1, 0.085, 0.07, 0.055, 0.045, 0.06, 0.08, 0.105, 0.13, 0.17];
        assert_eq!(of(&shares, Verdict::Rising), Some(Bends { since: 8, past: Past::Fall, turn: Some(4) }));
    }

    #[test]
    fn a_pause_and_a_bump_that_nobody_sees_are_not_told() {
        let falls = [0.16, 0.13, 0.1, 0.08, 0.065, 0.05, 0.05, 0.05, 0.05, 0.05, 0.04, 0.03, 0.025, 0.02];
        assert_eq!(of(&falls, Verdict::Falling), None);
        let rises =
            [0.001, 0.003, 0.005, 0.007, 0.005, 0.003, 0.001, 0.005, 0.02, 0.04, 0.07, 0.12, 0.2, 0.3];
        let bends = of(&rises, Verdict::Rising).unwrap();
        assert_eq!((bends.past, bends.turn), (Past::Level, None), "{bends:?}");
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
