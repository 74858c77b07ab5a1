//! Words that distinguish one group of papers from another.

use thema_features::CsrMatrix;

/// Weight of the prior, in papers.
const PRIOR_PAPERS: f64 = 50.0;
/// Minimum z-score of a telling word.
const LEAST_Z: f64 = 3.0;
/// Minimum number of papers of the group that hold a telling word.
const FEWEST: u32 = 3;

/// A term that is more frequent in one group of papers than in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TellingWord {
    /// Column of the term.
    pub term: u32,
    /// Papers of the group that hold it.
    pub inside: u32,
    /// Papers of the other group that hold it.
    pub outside: u32,
}

/// The terms by which papers with `Some(true)` differ from those with `Some(false)`, most telling first.
///
/// They are ranked by the log-odds ratio divided by its standard deviation, with all papers of both groups as
/// the prior (Monroe, Colaresi and Quinn, "Fightin' words: lexical feature selection and evaluation for
/// identifying the content of political conflict", 2008, equations 16, 20 and 22).
pub(super) fn telling_words(rows: &CsrMatrix, inside: &[Option<bool>]) -> Vec<TellingWord> {
    let mut counts = vec![[0_u32; 2]; rows.columns()];
    let mut papers = [0_u32; 2];
    for (row, group) in inside.iter().enumerate() {
        let Some(group) = group.map(usize::from) else { continue };
        papers[group] += 1;
        for &term in rows.row(row).indices {
            counts[term as usize][group] += 1;
        }
    }
    let all = f64::from(papers[0] + papers[1]);
    let z = |[outside, within]: [u32; 2]| {
        let prior = PRIOR_PAPERS * f64::from(outside + within) / all;
        let [without, with] = [(outside, papers[0]), (within, papers[1])].map(|(holding, papers)| {
            let holding = f64::from(holding) + prior;
            (holding / (f64::from(papers) + PRIOR_PAPERS - holding).max(f64::MIN_POSITIVE), holding)
        });
        (with.0 / without.0).ln() / (with.1.recip() + without.1.recip()).sqrt()
    };
    let mut telling: Vec<(f64, TellingWord)> = (0_u32..)
        .zip(&counts)
        .filter(|(_, counts)| counts[1] >= FEWEST)
        .map(|(term, &counts)| (z(counts), TellingWord { term, inside: counts[1], outside: counts[0] }))
        .filter(|(z, _)| *z >= LEAST_Z)
        .collect();
    telling.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.term.cmp(&b.1.term)));
    telling.into_iter().map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_group_holds_more_often_tells() {
        // Term 0 is in all papers, 1 in the group, 2 outside it, 3 in two papers of the group.
        let terms_of = |row: u32| match row {
            0 | 1 => vec![0, 1, 3],
            2..100 => vec![0, 1],
            _ => vec![0, 2],
        };
        let rows: Vec<Vec<u32>> = (0..200).map(terms_of).collect();
        let offsets = std::iter::once(0).chain(rows.iter().scan(0, |end, row| {
            *end += row.len();
            Some(*end)
        }));
        let indices = rows.concat();
        let values = vec![1.0; indices.len()];
        let matrix = CsrMatrix::new(4, offsets.collect(), indices, values).unwrap();
        let inside: Vec<Option<bool>> = (0..200).map(|row| (row != 150).then_some(row < 100)).collect();
        let words = telling_words(&matrix, &inside);
        assert_eq!(words, [TellingWord { term: 1, inside: 100, outside: 0 }]);
    }
}
