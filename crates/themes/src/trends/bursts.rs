//! Stretches in which papers of a theme arrive faster than usual.

use super::trend::Burst;

/// Minimum number of periods in a burst.
const SHORTEST: usize = 2;

/// Bursts of a theme by the two-state automaton for batched arrivals (Kleinberg, "Bursty and hierarchical
/// structure in streams", 2002, section 4), in order of time.
///
/// `papers[t]` of `totals[t]` papers are the theme's. The base state emits the theme's overall share; the
/// burst state has `ratio` times its odds. (Kleinberg multiplies the share; with odds, common themes can
/// burst too.) Entering the burst state costs `cost ln(periods)`, leaving it nothing. The cheapest state
/// sequence is found exactly, and a burst's weight is the cost that it saves. A single period is not a burst,
/// because one conference can cause it. `start(t)` is the first day of a period.
pub(super) fn bursts(
    papers: &[u64],
    totals: &[u64],
    ratio: f64,
    cost: f64,
    start: impl Fn(usize) -> i32,
) -> Vec<Burst> {
    let (sum, total): (u64, u64) = (papers.iter().sum(), totals.iter().sum());
    if sum == 0 || sum == total {
        return Vec::new();
    }
    let base = sum as f64 / total as f64;
    let burst = ratio * base / (1.0 - base + ratio * base);
    let saved: Vec<f64> = papers
        .iter()
        .zip(totals)
        .map(|(&papers, &total)| {
            papers as f64 * (burst / base).ln()
                + (total - papers) as f64 * ((1.0 - burst) / (1.0 - base)).ln()
        })
        .collect();
    let enter = cost * (papers.len() as f64).ln();
    // Costs are relative to always staying in the base state: the base state adds
    // nothing, the burst state `-saved`.
    let (mut in_base, mut in_burst) = (0.0_f64, enter);
    let mut came_from = Vec::with_capacity(saved.len());
    for (period, &saved) in saved.iter().enumerate() {
        let to_base_from_burst = period > 0 && in_burst < in_base;
        let to_burst_from_burst = period > 0 && in_burst <= in_base + enter;
        came_from.push((to_base_from_burst, to_burst_from_burst));
        let base_next = if to_base_from_burst { in_burst } else { in_base };
        let burst_next = if to_burst_from_burst { in_burst } else { in_base + enter } - saved;
        (in_base, in_burst) = (base_next, burst_next);
    }
    let mut bursting = vec![false; saved.len()];
    let mut state = in_burst < in_base;
    for period in (0..saved.len()).rev() {
        bursting[period] = state;
        state = if state { came_from[period].1 } else { came_from[period].0 };
    }
    let mut found = Vec::new();
    let mut period = 0;
    while period < saved.len() {
        let length = bursting[period..].iter().take_while(|&&bursting| bursting).count();
        if length >= SHORTEST {
            let weight = saved[period..period + length].iter().sum();
            found.push(Burst { start: start(period), end: start(period + length - 1), weight });
        }
        period += length.max(1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(papers: &[u64]) -> Vec<(i32, i32)> {
        let totals = vec![200; papers.len()];
        bursts(papers, &totals, 2.0, 1.0, |period| period as i32)
            .iter()
            .map(|burst| (burst.start, burst.end))
            .collect()
    }

    #[test]
    fn a_burst_has_its_onset_and_end() {
        assert_eq!(found(&[4, 5, 3, 4, 20, 22, 19, 4, 3, 5, 4, 4]), [(4, 6)]);
        assert_eq!(found(&[4, 4, 4, 4, 4, 4, 4, 4, 22, 25]), [(8, 9)]);
        assert!(found(&[4, 4, 4, 4, 25, 4, 4, 4, 4, 4]).is_empty(), "a single period is no burst");
        assert!(found(&[5, 6, 4, 5, 6, 5, 4, 6, 5, 5]).is_empty());
        assert!(found(&[0, 0, 0]).is_empty() && found(&[]).is_empty());
    }

    #[test]
    fn empty_periods_say_nothing() {
        let papers = [4, 20, 0, 20, 4, 4, 4, 4, 4, 4];
        let mut totals = [200; 10];
        totals[2] = 0;
        let found = bursts(&papers, &totals, 2.0, 1.0, |period| period as i32);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].start, found[0].end), (1, 3));
    }
}
