//! Selects the terms of a label from its candidates.

use super::forms::WrittenCandidate;
use super::label::TermText;
use super::windows::WindowCounts;

/// Maximum number of exchanges of one term for another.
const EXCHANGES: usize = 50;

/// Values of the candidates of one group, alone and in pairs.
struct Values<'a> {
    /// Weight divided by the weight of the heaviest candidate.
    weights: Vec<f64>,
    /// `mutual[a * n + b]`: NPMI of two candidates.
    mutual: Vec<f64>,
    stems: Vec<Vec<&'a str>>,
    /// Positions of the forms of the phrase that covers a candidate.
    phrases: Vec<Vec<usize>>,
    coherence: f64,
}

/// Selects up to `count` of a group's candidates so that each has a high value with the others:
/// `(1 - coherence) w + coherence m`, where `w` is its weight divided by that of the heaviest candidate and
/// `m` its mean NPMI with the others.
///
/// Terms are selected one after another, in the spirit of maximal marginal relevance (Carbonell & Goldstein,
/// 1998). A term that shares a stem with a selected one repeats it and is skipped; so is a term covered by a
/// phrase that can still be selected. Then one term at a time is exchanged for the candidate that gains most,
/// until no exchange gains. The heaviest uncovered candidate always stays. Returns positions in `candidates`,
/// by falling weight.
pub(super) fn select(
    group: usize,
    candidates: &[WrittenCandidate],
    (counts, discount): (&WindowCounts, f64),
    texts: &dyn TermText,
    count: usize,
    coherence: f64,
) -> Vec<usize> {
    let Some(heaviest) = candidates.first().map(|candidate| candidate.weight) else { return Vec::new() };
    let n = candidates.len();
    let values = Values {
        weights: candidates.iter().map(|candidate| candidate.weight / heaviest).collect(),
        mutual: (0..n * n).map(|pair| counts.npmi(group, pair / n, pair % n, discount)).collect(),
        stems: candidates.iter().map(|c| texts.stems(c.term).split([' ', '-']).collect()).collect(),
        phrases: candidates
            .iter()
            .map(|candidate| match candidate.covered_by {
                Some(phrase) => (0..n).filter(|&place| candidates[place].term == phrase).collect(),
                None => Vec::new(),
            })
            .collect(),
        coherence,
    };
    let first = (0..n).find(|&place| values.phrases[place].is_empty()).unwrap_or(0);
    let mut chosen = vec![first];
    while chosen.len() < count {
        let Some((_, next)) = values.best(&chosen) else { break };
        chosen.push(next);
    }
    for _ in 0..EXCHANGES {
        let exchange = (1..chosen.len())
            .filter_map(|at| {
                let mut others = chosen.clone();
                let old = others.remove(at);
                let (value, new) = values.best(&others)?;
                Some((value - values.of(old, &others), at, new))
            })
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        match exchange {
            Some((gain, at, new)) if gain > 1e-9 => chosen[at] = new,
            _ => break,
        }
    }
    // Candidates are sorted by falling weight.
    chosen.sort_unstable();
    chosen
}

impl Values<'_> {
    /// The value of a candidate together with `others`.
    fn of(&self, place: usize, others: &[usize]) -> f64 {
        let n = self.weights.len();
        let mutual: f64 = others.iter().map(|&other| self.mutual[place * n + other]).sum();
        (1.0 - self.coherence) * self.weights[place] + self.coherence * mutual / others.len().max(1) as f64
    }

    /// The best candidate to add to `others` that repeats none of them, and its value.
    fn best(&self, others: &[usize]) -> Option<(f64, usize)> {
        let repeats = |place: usize| {
            others.iter().any(|&other| {
                self.stems[place].iter().any(|a| self.stems[other].iter().any(|b| one_word(a, b)))
            })
        };
        (0..self.weights.len())
            .filter(|&place| !repeats(place) && self.phrases[place].iter().all(|&phrase| repeats(phrase)))
            .map(|place| (self.of(place, others), place))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))
    }
}

/// Whether two stems are the same, or differ by the plural "s" of an abbreviation, which stemmers keep.
fn one_word(a: &str, b: &str) -> bool {
    a == b || a.strip_suffix('s') == Some(b) || b.strip_suffix('s') == Some(a)
}
