//! What the entries of a taxonomy's themes catch in a corpus.

use super::fit::{GuidedPapers, GuidedTerms};
use super::model::{GuidedThemes, TaxonomyPlace};
use super::telling_words::{TellingWord, telling_words};

/// Maximum number of words listed per theme and purpose.
const WORDS: usize = 8;
/// Two themes say the same if at least this share of the papers that either catches are caught by both.
const SAME: f64 = 0.5;

/// How well the entries of one wanted theme work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeCheck {
    /// Index of the theme in the taxonomy.
    pub theme: u32,
    /// Papers placed in it.
    pub papers: u32,
    /// Papers that hold at least one entry that speaks for it.
    pub holding: u32,
    /// Its entries, in order.
    pub entries: Vec<EntryCheck>,
    /// Terms that distinguish its papers from all others and are not entries of it, most telling first.
    pub add: Vec<TellingWord>,
    /// Terms that distinguish papers that hold an entry but are not in the theme from those that are.
    pub exclude: Vec<TellingWord>,
    /// Other wanted themes whose entries catch the same papers.
    pub same: Vec<u32>,
}

/// How well one entry works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryCheck {
    /// Index of the entry in [`SeedMatcher::entries`](super::SeedMatcher::entries).
    pub entry: u32,
    /// Papers that hold it.
    pub papers: u32,
    /// Papers among them that were placed in its theme.
    pub placed: u32,
}

impl GuidedThemes {
    /// How well the wanted themes work for `papers`, which were placed in `places`.
    #[must_use]
    pub fn check(
        &self,
        papers: &GuidedPapers<'_>,
        places: &[TaxonomyPlace],
        terms: &GuidedTerms<'_>,
    ) -> Vec<ThemeCheck> {
        let held = self.held(papers);
        let wanted: Vec<u32> =
            (0..self.themes() as u32).filter(|&theme| self.is_wanted(theme as usize)).collect();
        wanted
            .iter()
            .map(|&theme| {
                let placed: Vec<bool> = places.iter().map(|place| place.theme == Some(theme)).collect();
                let own = &held[theme as usize];
                let same = |other: &u32| *other != theme && jaccard(own, &held[*other as usize]) >= SAME;
                let all: Vec<Option<bool>> = placed.iter().copied().map(Some).collect();
                let foreign: Vec<Option<bool>> =
                    own.iter().zip(&placed).map(|(&holds, &placed)| holds.then_some(!placed)).collect();
                let entries: Vec<u32> = self.entries_of(theme, terms);
                let add = telling_words(papers.rows, &all).into_iter();
                let exclude = telling_words(papers.rows, &foreign);
                ThemeCheck {
                    theme,
                    papers: count(&placed),
                    holding: count(own),
                    entries: self.entry_checks(theme, papers, &placed),
                    add: add.filter(|word| !entries.contains(&word.term)).take(WORDS).collect(),
                    exclude: exclude.into_iter().take(WORDS).collect(),
                    same: wanted.iter().copied().filter(same).collect(),
                }
            })
            .collect()
    }

    /// For every theme, whether each paper holds an entry that speaks for it.
    fn held(&self, papers: &GuidedPapers<'_>) -> Vec<Vec<bool>> {
        let entries = self.seeds().matcher().entries();
        let holds = |theme: usize, paper: usize| {
            let mut held = papers.seeds.document(paper).iter().map(|&(entry, _)| &entries[entry as usize]);
            held.any(|entry| entry.theme as usize == theme && entry.speaks())
        };
        let of = |theme| (0..papers.seeds.documents()).map(|paper| holds(theme, paper)).collect();
        (0..self.themes()).map(of).collect()
    }

    /// Columns of the terms that are entries of a theme.
    fn entries_of(&self, theme: u32, terms: &GuidedTerms<'_>) -> Vec<u32> {
        let entries = self.seeds().matcher().entries().iter().filter(|entry| entry.theme == theme);
        entries.flat_map(|entry| (terms.resolve)(&entry.text)).collect()
    }

    fn entry_checks(&self, theme: u32, papers: &GuidedPapers<'_>, placed: &[bool]) -> Vec<EntryCheck> {
        let entries = self.seeds().matcher().entries();
        let mut checks: Vec<EntryCheck> = (0_u32..)
            .zip(entries)
            .filter(|(_, entry)| entry.theme == theme)
            .map(|(entry, _)| EntryCheck { entry, papers: 0, placed: 0 })
            .collect();
        for (paper, &placed) in placed.iter().enumerate() {
            for (entry, _) in papers.seeds.document(paper) {
                if let Ok(at) = checks.binary_search_by_key(entry, |check| check.entry) {
                    checks[at].papers += 1;
                    checks[at].placed += u32::from(placed);
                }
            }
        }
        checks
    }
}

fn count(papers: &[bool]) -> u32 {
    papers.iter().filter(|paper| **paper).count() as u32
}

/// Papers in both divided by papers in either; 0 if there are none.
fn jaccard(one: &[bool], other: &[bool]) -> f64 {
    let both = one.iter().zip(other).filter(|(one, other)| **one && **other).count() as f64;
    let either = one.iter().zip(other).filter(|(one, other)| **one || **other).count() as f64;
    if either > 0.0 { both / either } else { 0.0 }
}
