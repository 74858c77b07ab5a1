//! Breaks the scores of a paper down into summands.

use std::collections::BTreeMap;

use thema_themes::identity::StandingTheme;
use thema_themes::{GuidedPapers, GuidedThemes, ScoreEvidence};

use super::explanation::Side;
use crate::Placer;
use crate::placer::Seen;

/// The summands of a score: one per word, and a constant.
#[derive(Default)]
pub(super) struct Summands {
    /// Value by word, and whether the word is a seed entry.
    pub(super) words: BTreeMap<String, (f32, bool)>,
    constant: f32,
}

impl Summands {
    fn add(&mut self, word: String, value: f32, seed: bool) {
        let entry = self.words.entry(word).or_default();
        entry.0 += value;
        entry.1 |= seed;
    }

    pub(super) fn total(&self) -> f32 {
        self.constant + self.words.values().map(|(value, _)| value).sum::<f32>()
    }
}

/// Both sides, and the summands of their scores.
pub(super) type Scores = ((Side, Option<Side>), (Summands, Summands));

/// The first entry of taxonomy theme `theme` (wanted or not), which stands in for the name of a theme without
/// one.
fn entry_of(placer: &Placer, theme: usize) -> String {
    let entries = placer.model().seed_matcher().map_or(&[][..], |matcher| matcher.entries());
    let first = entries.iter().find(|entry| entry.theme as usize == theme && entry.speaks());
    first.map_or_else(String::new, |entry| format!("taxonomy subject with the term \"{}\"", entry.text))
}

fn side(placer: &Placer, theme: u32, score: f32) -> Side {
    let theme = &placer.themes()[theme as usize];
    Side { id: theme.id.clone(), name: theme.name.clone(), score, through: None }
}

/// Scores of a taxonomy. `other` has the score of the best `other = true` theme, or the threshold of the
/// wanted theme. The second side is `rival`, or the best theme that edits have not merged with the first.
pub(super) fn by_taxonomy(
    placer: &Placer,
    guided: &GuidedThemes,
    placed: &Seen,
    rival: Option<u32>,
    are_one: impl Fn(u32, u32) -> bool,
) -> Scores {
    let papers = GuidedPapers { rows: &placed.rows, vectors: placed.vectors.view(), seeds: &placed.seeds };
    let place = guided.place(&papers)[0];
    let scores = guided.scores(&papers);
    let best_wanted = place.theme.or(place.second).map_or(0, |theme| theme as usize);
    let apart = (0..guided.themes())
        .filter(|&theme| !guided.is_wanted(theme))
        .max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))
        .filter(|&theme| scores[theme] >= guided.threshold(best_wanted));
    let look = |theme: Option<u32>| -> (Side, Summands) {
        let index = placer.model().theme_at(theme);
        if let Some(theme) = theme.map(|theme| theme as usize).or(apart) {
            let through = (Some(theme) == apart).then(|| entry_of(placer, theme));
            let summands = taxonomy_summands(placer, guided, placed, theme);
            return (Side { through, ..side(placer, index, scores[theme]) }, summands);
        }
        let least = guided.threshold(best_wanted);
        let through = Some("minimum score for a theme".to_owned());
        (Side { through, ..side(placer, index, least) }, Summands { constant: least, ..Summands::default() })
    };
    let (theme, chosen) = look(place.theme);
    let index = |theme: Option<u32>| placer.model().theme_at(theme);
    let apart_from_first = |theme: &Option<u32>| !are_one(index(place.theme), index(*theme));
    let by_score = |a: &u32, b: &u32| scores[*a as usize].total_cmp(&scores[*b as usize]).then(b.cmp(a));
    let next = || {
        let wanted = (0..guided.themes() as u32).filter(|&theme| guided.is_wanted(theme as usize));
        wanted.filter(|&theme| apart_from_first(&Some(theme))).max_by(by_score).map(Some)
    };
    let themes = || std::iter::once(None).chain((0..guided.themes() as u32).map(Some));
    let rival = rival.and_then(|rival| {
        themes().find(|theme| {
            theme.is_none_or(|theme| guided.is_wanted(theme as usize)) && index(*theme) == rival
        })
    });
    let second = rival.or(Some(place.second)).filter(apart_from_first).or_else(next);
    let (second, other) = second.map(look).unzip();
    ((theme, second), (chosen, other.unwrap_or_default()))
}

fn taxonomy_summands(placer: &Placer, guided: &GuidedThemes, placed: &Seen, theme: usize) -> Summands {
    let entries = guided.seeds().matcher().entries();
    let vector = |term: u32| placer.projection().table().row(term as usize).to_vec();
    let mut summands = Summands::default();
    for part in guided.contributions(placed.rows.row(0), &vector, (&placed.seeds, 0), theme) {
        match part.evidence {
            ScoreEvidence::Seed(entry) => {
                let text = &entries[entry as usize].text;
                let known = placer.features().term_id(text).map(|term| placer.features().surface(term));
                summands.add(known.unwrap_or(text).to_owned(), part.value, true);
            }
            ScoreEvidence::Term(term) => {
                summands.add(placer.features().surface(term).to_owned(), part.value, false);
            }
            ScoreEvidence::Preference => summands.constant += part.value,
        }
    }
    summands
}

/// Cosines with the centroid of the nearest theme and of `rival`, or of the next one that is not Other and that edits have
/// not merged with it.
pub(super) fn by_centroids(
    placer: &Placer,
    placed: &Seen,
    rival: Option<u32>,
    are_one: impl Fn(u32, u32) -> bool,
) -> Scores {
    let place = &placed.assignments[0];
    let centroids: Vec<Vec<f32>> =
        placer.model().standing().themes().iter().map(StandingTheme::centroid).collect();
    let chosen = centroid_summands(placer, placed, &centroids[place.theme as usize]);
    let theme = side(placer, place.theme, chosen.total());
    // What is left over has nothing in common that a cosine could measure.
    let apart = |theme: &u32| !are_one(place.theme, *theme) && placer.model().other() != Some(*theme);
    let next = || {
        let others = (0..centroids.len() as u32).filter(apart);
        let scored = others
            .map(|theme| (centroid_summands(placer, placed, &centroids[theme as usize]).total(), theme));
        scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, theme)| theme)
    };
    let Some(second) = rival.or(place.second_theme).filter(apart).or_else(next) else {
        return ((theme, None), (chosen, Summands::default()));
    };
    let other = centroid_summands(placer, placed, &centroids[second as usize]);
    ((theme, Some(side(placer, second, other.total()))), (chosen, other))
}

fn centroid_summands(placer: &Placer, placed: &Seen, centroid: &[f32]) -> Summands {
    let row = placed.rows.row(0);
    let table = placer.projection().table();
    let dot = |a: &[f32]| -> f32 { a.iter().zip(centroid).map(|(a, b)| a * b).sum() };
    let mut sum = vec![0.0_f32; centroid.len()];
    for (&term, &weight) in row.indices.iter().zip(row.values) {
        sum.iter_mut().zip(table.row(term as usize)).for_each(|(sum, value)| *sum += weight * value);
    }
    let length = |vector: &[f32]| vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    let norm = length(&sum);
    let apart: Vec<f32> =
        placed.vectors.row(0).iter().zip(placer.model().mean()).map(|(a, b)| a - b).collect();
    let scale = 1.0 / length(&apart).max(f32::MIN_POSITIVE);
    let mut summands = Summands { constant: -scale * dot(placer.model().mean()), ..Summands::default() };
    if norm > 0.0 {
        for (&term, &weight) in row.indices.iter().zip(row.values) {
            let value = scale * weight * dot(&table.row(term as usize).to_vec()) / norm;
            summands.add(placer.features().surface(term).to_owned(), value, false);
        }
    }
    summands
}
