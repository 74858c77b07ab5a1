//! Titles in the windows of time that trends compare.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::best::Best;
use super::newest_terms::NewestTerms;
use super::placed_paper::PlacedPaper;
use super::shape::TallyShape;
use crate::trends::coarsest;
use crate::{DatePrecision, Newest, Themes, Trend};

/// Maximum number of titles read per theme and window; of more, an even sample is drawn.
const MOST: usize = 20_000;

/// Papers whose titles one task reads.
const BATCH: usize = 8_192;

/// The titles of every theme in the recent window and in the one before. Starts empty, takes batches and can
/// be merged, like [`Tally`](super::Tally).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TitleTally {
    shape: TallyShape,
    /// `None` if no theme has a trend.
    windows: Option<Windows>,
    themes: Vec<OfTheme>,
}

/// Days of the two windows, and the coarsest date precision that they admit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Windows {
    before: i32,
    recent: i32,
    /// First day after the recent window.
    end: Option<i32>,
    coarsest: DatePrecision,
}

/// The titles of one theme.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct OfTheme {
    recent: Best<Title>,
    before: Best<Title>,
}

/// A title, in the order in which titles are drawn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Title {
    /// A number that looks random but is always the same for a row.
    draw: u64,
    row: u32,
    day: i32,
    clear: bool,
    text: String,
}

impl Windows {
    fn of(trend: &Trend) -> Self {
        let change = &trend.change;
        Self {
            before: change.before.start,
            recent: change.recent.start,
            end: trend.periods.iter().map(|period| period.start).find(|&start| start > change.recent.end),
            coarsest: coarsest(trend.unit),
        }
    }
}

impl TitleTally {
    /// A tally of no titles. `themes` are those of the shape, with their trends.
    #[must_use]
    pub fn empty(shape: &TallyShape, themes: &Themes) -> Self {
        let windows = themes.themes.iter().find_map(|theme| theme.trend.as_ref()).map(Windows::of);
        let of_theme = OfTheme { recent: Best::new(MOST), before: Best::new(MOST) };
        Self { shape: shape.clone(), windows, themes: vec![of_theme; themes.themes.len()] }
    }

    /// The titles of papers that are in memory, read in parallel.
    #[must_use]
    pub fn of(shape: &TallyShape, themes: &Themes, papers: &[PlacedPaper<'_>]) -> Self {
        papers
            .par_chunks(BATCH)
            .map(|batch| {
                let mut titles = Self::empty(shape, themes);
                titles.add(batch);
                titles
            })
            .reduce(
                || Self::empty(shape, themes),
                |mut sum, part| {
                    sum.merge(part);
                    sum
                },
            )
    }

    /// Adds the titles of a batch of papers.
    ///
    /// # Panics
    /// If a paper's theme is not in the shape.
    pub fn add(&mut self, batch: &[PlacedPaper<'_>]) {
        let Some(windows) = self.windows else { return };
        for placed in batch.iter().filter(|placed| placed.counts) {
            let fine = placed.paper.date().filter(|date| date.precision <= windows.coarsest);
            let Some(day) = fine
                .map(|date| date.day)
                .filter(|&day| day >= windows.before && windows.end.is_none_or(|end| day < end))
            else {
                continue;
            };
            let theme = placed.assignment.theme as usize;
            let of_theme = &mut self.themes[theme];
            let kept = if day >= windows.recent { &mut of_theme.recent } else { &mut of_theme.before };
            kept.offer(Title {
                draw: scattered(placed.row),
                row: placed.row,
                day,
                clear: self.shape.memberships[theme].is_clear(placed.assignment),
                text: placed.paper.title.clone(),
            });
        }
    }

    /// Adds the titles of another tally of the same themes and windows.
    ///
    /// # Panics
    /// If themes or windows differ.
    pub fn merge(&mut self, other: Self) {
        assert_eq!((&self.shape, self.windows), (&other.shape, other.windows), "tallies of different themes");
        for (sum, part) in self.themes.iter_mut().zip(other.themes) {
            sum.recent.merge(part.recent);
            sum.before.merge(part.before);
        }
    }

    /// Prepares to find the newest terms of a theme among those of all themes.
    pub(super) fn newest_terms(&self) -> NewestTerms {
        let recent = self.themes.iter().flat_map(|theme| theme.recent.sorted());
        NewestTerms::among(recent.map(|title| title.text.as_str()))
    }

    /// Where the theme named `name` is going; `None` if its newest titles contain nothing new.
    pub(super) fn newest(&self, terms: &NewestTerms, theme: usize, name: &str) -> Option<Newest> {
        let OfTheme { recent, before } = &self.themes[theme];
        let (recent, before) = (recent.sorted(), before.sorted());
        let [recent_texts, before_texts] =
            [&recent, &before].map(|kept| kept.iter().map(|title| title.text.as_str()).collect::<Vec<_>>());
        let found = terms.of(name, &recent_texts, &before_texts);
        let first = found.first()?;
        let shows = recent.iter().filter(|title| title.clear && terms.has(&title.text, first));
        let paper =
            shows.max_by_key(|title| (title.day, std::cmp::Reverse(title.row))).map(|title| title.row);
        Some(Newest { terms: found, paper })
    }
}

/// The finaliser of splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
fn scattered(row: u32) -> u64 {
    let mut value = u64::from(row).wrapping_add(0x9e37_79b9_7f4a_7c15);
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
