//! The terms of a label out of its candidates.

use super::candidates::Candidate;
use super::cooccurrence::Cooccurrence;
use super::label::TermText;

/// Picks up to `count` of a group's candidates, one after another, in the spirit of maximal marginal relevance
/// (Carbonell & Goldstein, 1998): the next term maximises `(1 - coherence) w + coherence m`, where `w` is its
/// weight over that of the heaviest candidate and `m` its mean NPMI with the terms already chosen. A term that
/// shares a stem with a chosen one repeats it and is passed over. Gives places in `candidates`.
pub(super) fn select(
    group: usize,
    candidates: &[Candidate],
    cooccurrence: &Cooccurrence,
    texts: &dyn TermText,
    count: usize,
    coherence: f64,
) -> Vec<usize> {
    let Some(heaviest) = candidates.first().map(|candidate| candidate.weight) else { return Vec::new() };
    let stems: Vec<Vec<&str>> =
        candidates.iter().map(|candidate| texts.stems(candidate.term).split([' ', '-']).collect()).collect();
    let mut chosen = vec![0];
    while chosen.len() < count {
        let repeats = |place: usize| {
            chosen.iter().any(|&other| stems[place].iter().any(|stem| stems[other].contains(stem)))
        };
        let value = |place: usize| {
            let mutual: f64 = chosen.iter().map(|&other| cooccurrence.npmi(group, place, other)).sum();
            (1.0 - coherence) * candidates[place].weight / heaviest + coherence * mutual / chosen.len() as f64
        };
        let next = (0..candidates.len())
            .filter(|&place| !repeats(place))
            .map(|place| (value(place), place))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        match next {
            Some((_, place)) => chosen.push(place),
            None => break,
        }
    }
    chosen
}
