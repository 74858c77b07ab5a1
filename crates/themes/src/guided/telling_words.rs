//! Words that distinguish one group of papers from another.

use thema_features::CsrMatrix;

/// Weight of the prior, in papers.
const PRIOR_PAPERS: f64 = 50.0;
/// Minimum z-score of a telling word.
const LEAST_Z: f64 = 3.0;
/// Minimum number of papers of the group that hold a telling word.
const FEWEST: u32 = 3;
/// How many times as frequent a telling word must be in the group.
const TIMES: u64 = 5;
/// One in so many of the papers that hold a telling word must be of the group.
const ONE_IN: u32 = 4;

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

/// The terms by which papers with `Some(true)` differ from those with `Some(false)`, most telling first. In a small group
/// a common word differs clearly and yet says little: a telling word is far more frequent in the group, and a fair
/// share of the papers that hold it are of the group.
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
    let [others, members] = papers.map(u64::from);
    let is_far_more_frequent =
        |[outside, within]: [u32; 2]| u64::from(within) * others >= TIMES * u64::from(outside) * members;
    let has_its_share = |[outside, within]: [u32; 2]| within >= (outside + within).div_ceil(ONE_IN);
    let mut telling: Vec<(f64, TellingWord)> = (0_u32..)
        .zip(&counts)
        .filter(|(_, counts)| {
            counts[1] >= FEWEST && is_far_more_frequent(**counts) && has_its_share(**counts)
        })
        .map(|(term, &counts)| (z(counts), TellingWord { term, inside: counts[1], outside: counts[0] }))
        .filter(|(z, _)| *z >= LEAST_Z)
        .collect();
    telling.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.term.cmp(&b.1.term)));
    telling.into_iter().map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The telling words of papers with these terms.
    fn words(papers: &[Vec<u32>], inside: &[Option<bool>]) -> Vec<TellingWord> {
        let offsets = std::iter::once(0).chain(papers.iter().scan(0, |end, row| {
            *end += row.len();
            Some(*end)
        }));
        let indices = papers.concat();
        let values = vec![1.0; indices.len()];
        let matrix = CsrMatrix::new(4, offsets.collect(), indices, values).unwrap();
        telling_words(&matrix, inside)
    }

    #[test]
    fn what_one_group_holds_more_often_tells() {
        // Term 0 is in all papers, 1 in the group, 2 outside it, 3 in two papers of the group.
        let terms_of = |row: u32| match row {
            0 | 1 => vec![0, 1, 3],
            2..100 => vec![0, 1],
            _ => vec![0, 2],
        };
        let papers: Vec<Vec<u32>> = (0..200).map(terms_of).collect();
        // Paper 150 is in neither group.
        let inside: Vec<Option<bool>> = (0..200).map(|row| (row != 150).then_some(row < 100)).collect();
        assert_eq!(words(&papers, &inside), [TellingWord { term: 1, inside: 100, outside: 0 }]);
    }

    #[test]
    fn common_words_do_not_tell() {
        // Of 100 papers of the group and 1,900 others, term 0 is in all and 480, 1 in half and 220, 2 in half and 120.
        let held = |row: usize, inside: usize, outside: usize| {
            if row < 100 { row < inside } else { row - 100 < outside }
        };
        let terms_of = |row: usize| {
            let terms = [(0, held(row, 100, 480)), (1, held(row, 50, 220)), (2, held(row, 50, 120))];
            terms.into_iter().filter_map(|(term, held)| held.then_some(term)).collect()
        };
        let papers: Vec<Vec<u32>> = (0..2_000).map(terms_of).collect();
        let inside: Vec<Option<bool>> = (0..2_000).map(|row| Some(row < 100)).collect();
        assert_eq!(words(&papers, &inside), [TellingWord { term: 2, inside: 50, outside: 120 }]);
    }
}
