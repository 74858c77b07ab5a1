//! Why a paper of a run is where it is.

use std::collections::BTreeMap;

use anyhow::Context;
use serde::Serialize;
use thema_features::Document;
use thema_themes::identity::StandingTheme;
use thema_themes::{GuidedPapers, GuidedThemes, Place, ScoreEvidence};

use super::model::StoredModel;
use super::placing::PlacedTexts;
use super::texts::StoredText;
use crate::exit::{Classify, Failure};

/// Papers of each of the two themes among which neighbours are looked for.
const CANDIDATES: usize = 4_000;
/// Neighbours given.
const NEIGHBOURS: usize = 5;
/// Contributions that are smaller say nothing.
const LEAST: f32 = 5e-4;

/// Why a paper is in its theme and not in another.
#[derive(Serialize)]
pub(crate) struct Explanation {
    pub(crate) id: String,
    pub(crate) title: String,
    /// `taxonomy` where seed entries decide, `centroid` where nearness does.
    pub(crate) method: &'static str,
    pub(crate) theme: Side,
    pub(crate) second: Option<Side>,
    /// Theme that the run gave the paper while it learned, where that is another.
    pub(crate) theme_of_run: Option<String>,
    /// Words that count, what they add for the theme and for the second, the most telling first.
    pub(crate) contributions: Vec<WordContribution>,
    /// Words without which the second theme would have been chosen; empty where no words would do.
    pub(crate) without: Vec<String>,
    pub(crate) neighbours: Vec<Neighbour>,
}

/// One of the two themes.
#[derive(Clone, Serialize)]
pub(crate) struct Side {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) score: f32,
    /// What a score of `other` is: the theme kept apart that has it, or the least score of the other side.
    pub(crate) through: Option<String>,
}

/// What one word or phrase adds to the two scores.
#[derive(Clone, Serialize)]
pub(crate) struct WordContribution {
    pub(crate) word: String,
    /// Whether the taxonomy names it.
    pub(crate) seed: bool,
    pub(crate) theme: f32,
    pub(crate) second: f32,
}

/// A paper near the explained one.
#[derive(Serialize)]
pub(crate) struct Neighbour {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) theme: String,
    pub(crate) similarity: f32,
}

/// What a score is made up of: words, and what is not of a word.
#[derive(Default)]
struct Summands {
    /// By word: its value, and whether it is a seed entry.
    words: BTreeMap<String, (f32, bool)>,
    constant: f32,
}

impl Summands {
    fn add(&mut self, word: String, value: f32, seed: bool) {
        let entry = self.words.entry(word).or_default();
        entry.0 += value;
        entry.1 |= seed;
    }

    fn total(&self) -> f32 {
        self.constant + self.words.values().map(|(value, _)| value).sum::<f32>()
    }
}

/// Explains the place of paper `id`.
pub(crate) fn explain(model: &StoredModel, id: &str) -> anyhow::Result<Explanation> {
    let row = model
        .state
        .papers
        .iter()
        .position(|paper| paper.id == id)
        .with_context(|| format!("the run holds no paper `{id}`"))
        .classify(Failure::Usage)?;
    let assigned = &model.state.themes.assignments[row];
    let near = candidates(model, &[Some(assigned.theme), assigned.second_theme], row);
    let mut texts = model.texts(|text| text == id || near.contains_key(text))?;
    let text = texts
        .remove(id)
        .with_context(|| format!("the text of `{id}` is missing from the run"))
        .classify(Failure::Input)?;
    let document = text.document();
    let placed = model.place(&[document])?;
    let guided = model
        .themes
        .guided()
        .filter(|_| model.themes.other().is_none_or(|other| placed.places[0].theme <= other));
    let (sides, summands) = match guided {
        Some(guided) => by_taxonomy(model, guided, &placed),
        None => by_centroids(model, &placed),
    };
    let (theme, second) = sides;
    let (chosen, other) = summands;
    let mut contributions: Vec<WordContribution> = chosen
        .words
        .keys()
        .chain(other.words.keys())
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .map(|word| {
            let (a, b) = (chosen.words.get(word), other.words.get(word));
            WordContribution {
                word: word.clone(),
                seed: a.is_some_and(|a| a.1) || b.is_some_and(|b| b.1),
                theme: a.map_or(0.0, |a| a.0),
                second: b.map_or(0.0, |b| b.0),
            }
        })
        .filter(|word| word.theme.abs().max(word.second.abs()) >= LEAST)
        .collect();
    contributions.sort_by(|a, b| {
        (b.theme - b.second).total_cmp(&(a.theme - a.second)).then_with(|| a.word.cmp(&b.word))
    });
    let without =
        if second.is_some() { without(&contributions, theme.score, other.total()) } else { Vec::new() };
    let run_theme = &model.state.themes.themes[assigned.theme as usize];
    Ok(Explanation {
        id: id.to_owned(),
        title: text.title.clone(),
        method: if guided.is_some() { "taxonomy" } else { "centroid" },
        theme_of_run: (run_theme.id != theme.id).then(|| run_theme.name.clone()),
        theme,
        second,
        contributions,
        without,
        neighbours: neighbours(model, &placed, &texts, &near)?,
    })
}

/// Rows of papers of the given themes by id, at most so many a theme, evenly spaced.
fn candidates(model: &StoredModel, themes: &[Option<u32>], row: usize) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for theme in themes.iter().flatten() {
        let papers = &model.state.themes.themes[*theme as usize].papers;
        let taken = papers.len().min(CANDIDATES);
        for index in 0..taken {
            let paper = papers[index * papers.len() / taken] as usize;
            if paper != row {
                found.insert(model.state.papers[paper].id.clone(), paper);
            }
        }
    }
    found
}

fn side(model: &StoredModel, theme: u32, score: f32) -> Side {
    let theme = &model.state.themes.themes[theme as usize];
    Side { id: theme.id.clone(), name: theme.name.clone(), score, through: None }
}

/// Scores of a taxonomy: `other` has the score of the theme kept apart, or the least score of the wanted theme.
fn by_taxonomy(
    model: &StoredModel,
    guided: &GuidedThemes,
    placed: &PlacedTexts,
) -> ((Side, Option<Side>), (Summands, Summands)) {
    let papers = GuidedPapers { rows: &placed.rows, vectors: placed.vectors.view(), seeds: &placed.seeds };
    let placement = guided.place(&papers)[0];
    let scores = guided.scores(&papers);
    let wanted = |place: Place| match place {
        Place::Theme(theme) => Some(theme as usize),
        Place::Other => None,
    };
    let best_wanted = wanted(placement.place).or(wanted(placement.second)).unwrap_or(0);
    let apart = (0..guided.themes())
        .filter(|&theme| !guided.is_wanted(theme))
        .max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))
        .filter(|&theme| scores[theme] >= guided.threshold(best_wanted));
    let look = |place: Place| -> (Side, Summands) {
        let index = model.themes.theme_at(place);
        if let Some(theme) = wanted(place).or(apart) {
            let through = (place == Place::Other).then(|| model.theme_name(theme));
            let summands = taxonomy_summands(model, guided, placed, theme);
            return (Side { through, ..side(model, index, scores[theme]) }, summands);
        }
        let least = guided.threshold(best_wanted);
        let through = Some("least score of a paper".to_owned());
        (Side { through, ..side(model, index, least) }, Summands { constant: least, ..Summands::default() })
    };
    let (theme, chosen) = look(placement.place);
    let (second, other) = look(placement.second);
    ((theme, Some(second)), (chosen, other))
}

fn taxonomy_summands(
    model: &StoredModel,
    guided: &GuidedThemes,
    placed: &PlacedTexts,
    theme: usize,
) -> Summands {
    let entries = guided.seeds().matcher().entries();
    let vector = |term: u32| model.projection.table().row(term as usize).to_vec();
    let mut summands = Summands::default();
    for part in guided.contributions(placed.rows.row(0), &vector, (&placed.seeds, 0), theme) {
        match part.evidence {
            ScoreEvidence::Seed(entry) => {
                let text = &entries[entry as usize].text;
                let known = model.features.term_id(text).map(|term| model.features.surface(term));
                summands.add(known.unwrap_or(text).to_owned(), part.value, true);
            }
            ScoreEvidence::Term(term) => {
                summands.add(model.features.surface(term).to_owned(), part.value, false);
            }
            ScoreEvidence::Preference => summands.constant += part.value,
        }
    }
    summands
}

/// Cosines with the centroids of the two nearest themes.
fn by_centroids(model: &StoredModel, placed: &PlacedTexts) -> ((Side, Option<Side>), (Summands, Summands)) {
    let place = &placed.places[0];
    let centroids: Vec<Vec<f32>> =
        model.themes.standing().themes().iter().map(StandingTheme::centroid).collect();
    let chosen = centroid_summands(model, placed, &centroids[place.theme as usize]);
    let theme = side(model, place.theme, chosen.total());
    let Some(second) = place.second else { return ((theme, None), (chosen, Summands::default())) };
    let other = centroid_summands(model, placed, &centroids[second as usize]);
    ((theme, Some(side(model, second, other.total()))), (chosen, other))
}

fn centroid_summands(model: &StoredModel, placed: &PlacedTexts, centroid: &[f32]) -> Summands {
    let row = placed.rows.row(0);
    let table = model.projection.table();
    let dot = |a: &[f32]| -> f32 { a.iter().zip(centroid).map(|(a, b)| a * b).sum() };
    let mut sum = vec![0.0_f32; centroid.len()];
    for (&term, &weight) in row.indices.iter().zip(row.values) {
        sum.iter_mut().zip(table.row(term as usize)).for_each(|(sum, value)| *sum += weight * value);
    }
    let length = |vector: &[f32]| vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    let norm = length(&sum);
    let apart: Vec<f32> = placed.vectors.row(0).iter().zip(model.themes.mean()).map(|(a, b)| a - b).collect();
    let scale = 1.0 / length(&apart).max(f32::MIN_POSITIVE);
    let mut summands = Summands { constant: -scale * dot(model.themes.mean()), ..Summands::default() };
    if norm > 0.0 {
        for (&term, &weight) in row.indices.iter().zip(row.values) {
            let value = scale * weight * dot(&table.row(term as usize).to_vec()) / norm;
            summands.add(model.features.surface(term).to_owned(), value, false);
        }
    }
    summands
}

/// The fewest of the most telling words without which the second score would be the higher.
fn without(contributions: &[WordContribution], score: f32, second: f32) -> Vec<String> {
    let mut margin = score - second;
    let mut words = Vec::new();
    for word in contributions {
        let gain = word.theme - word.second;
        if margin < 0.0 || gain <= 0.0 {
            break;
        }
        margin -= gain;
        words.push(word.word.clone());
    }
    if margin < 0.0 { words } else { Vec::new() }
}

fn neighbours(
    model: &StoredModel,
    placed: &PlacedTexts,
    texts: &BTreeMap<String, StoredText>,
    near: &BTreeMap<String, usize>,
) -> anyhow::Result<Vec<Neighbour>> {
    let texts: Vec<&StoredText> = texts.values().collect();
    let documents: Vec<Document<'_>> = texts.iter().map(|text| text.document()).collect();
    let vectors = model.projection.project(&model.features.transform(&documents)?)?;
    let vectors = model.themes.centred(vectors.view());
    let own = model.themes.centred(placed.vectors.view());
    let cosines = vectors.dot(&own.row(0));
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by(|&a, &b| cosines[b].total_cmp(&cosines[a]).then_with(|| texts[a].id.cmp(&texts[b].id)));
    let theme_of = |id: &str| {
        let assignment = near.get(id).map(|&row| &model.state.themes.assignments[row]);
        assignment.map_or_else(String::new, |assignment| {
            model.state.themes.themes[assignment.theme as usize].name.clone()
        })
    };
    Ok(order
        .into_iter()
        .take(NEIGHBOURS)
        .map(|index| Neighbour {
            id: texts[index].id.clone(),
            title: texts[index].title.clone(),
            theme: theme_of(&texts[index].id),
            similarity: cosines[index],
        })
        .collect())
}
