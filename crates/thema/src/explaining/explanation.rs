//! Why a paper of a run is in its theme.

use std::path::Path;

use serde::Serialize;
use thema_ingest::readable_title;
use thema_report::{consistently, names};
use thema_themes::Assignment;

use super::edited::Edited;
use super::neighbours::{Neighbour, candidates, neighbours};
use super::place::Place;
use super::scores::{by_centroids, by_taxonomy};
use crate::paper_ids::position_of;
use crate::run_model::{FILES, RunModel};
use crate::{Error, Fault, Result};

/// Smaller contributions are left out.
const LEAST: f32 = 5e-4;

/// Why a paper is in its theme and not in another.
#[derive(Serialize)]
pub struct Explanation {
    /// Identifier of the paper.
    pub id: String,
    /// Title of the paper.
    pub title: String,
    /// `taxonomy` if seed entries decide, `centroid` if similarity does.
    pub method: &'static str,
    /// Whether it belongs to the corpus at all.
    pub fit: Fit,
    /// The probability that the theme is right; `None` if too few papers were available to estimate it.
    pub confidence: Option<Confidence>,
    /// The theme that the report has it in.
    pub in_report: Place,
    /// The theme that the model gives it by its words alone.
    pub theme: Side,
    /// The theme of the report, if the words alone are nearest to another one and it has a score and is not Other; else the
    /// second-best theme.
    pub second: Option<Side>,
    /// Whether edits exclude the paper from the report.
    pub is_left_out: bool,
    /// Words that count, with what they add to the scores of both themes, strongest first.
    pub contributions: Vec<WordContribution>,
    /// Words without which the second theme would have won; empty if no words suffice.
    pub without: Vec<String>,
    /// The nearest papers of both themes, nearest first.
    pub neighbours: Vec<Neighbour>,
}

/// How familiar the corpus is with the words of a paper.
#[derive(Clone, Serialize)]
pub struct Fit {
    /// Distinct words, excluding stop words.
    pub words: u32,
    /// Those of them that occur in the corpus.
    pub known_words: u32,
    /// Share of the corpus's papers of similar length whose words are at least as unfamiliar, 0 to 1.
    pub typicality: f32,
    /// ISO 639-3 code of the language, if it differs from the corpus's.
    pub language: Option<&'static str>,
    /// Why the paper is an outlier, if it is one.
    pub outlier: Option<&'static str>,
}

/// The probability that a paper belongs to its theme, and the evidence for it.
#[derive(Clone, Serialize)]
pub struct Confidence {
    /// The probability, 0 to 1.
    pub probability: f32,
    /// The factor that comes from words: the probability that the text belongs to the corpus.
    pub belonging: f32,
    /// How much nearer the paper is to its theme than that theme's average paper, in standard deviations.
    pub deviations: f32,
    /// Cosine with its theme minus the cosine with the next theme.
    pub lead: f32,
}

/// One of the two themes compared.
#[derive(Clone, Serialize)]
pub struct Side {
    /// Identifier of the theme.
    pub id: String,
    /// Name of the theme.
    pub name: String,
    /// Score of the paper.
    pub score: f32,
    /// For a side that is `other`, where its score comes from: the `other = true` theme that has it, or the
    /// wanted theme's threshold.
    pub through: Option<String>,
}

/// What one word or phrase adds to both scores.
#[derive(Clone, Serialize)]
pub struct WordContribution {
    /// The word or phrase.
    pub word: String,
    /// Whether it is a taxonomy entry.
    pub seed: bool,
    /// Added to the score of the theme.
    pub theme: f32,
    /// Added to the score of the second theme.
    pub second: f32,
}

/// Explains the place of paper `id` in the run directory `run`.
///
/// # Errors
/// [`Fault::Settings`] if the run has no such paper, [`Fault::Input`] if the run cannot be read.
pub fn explain(run: &Path, id: &str) -> Result<Explanation> {
    let model = RunModel::of(run)?;
    consistently(model.run(), &FILES, |_| explained(&model, id))
}

fn explained(model: &RunModel, id: &str) -> Result<Explanation> {
    let placer = model.placer()?;
    let papers = model.whereabouts()?;
    let row = position_of(&papers.ids, id).ok_or_else(|| {
        Error::new(Fault::Settings, format!("the run has no paper `{id}`; papers.csv lists those it has"))
    })?;
    let id = papers.ids[row].as_str();
    let theme_of_run = papers.themes[row];
    let near = candidates(&papers, &[Some(theme_of_run), papers.second_themes[row]], row);
    let mut texts = model.texts(|text| text == id || near.contains_key(text))?;
    let text = texts
        .remove(id)
        .ok_or_else(|| Error::new(Fault::Input, format!("the text of `{id}` is missing from the run")))?;
    let placed = placer.look(&[text.document()])?;
    let judgement = placer.model().judge(&[text.document()])[0];
    let fit = Fit {
        words: judgement.words,
        known_words: judgement.known_words,
        typicality: judgement.typicality,
        language: judgement.language,
        outlier: placed.assignments[0].outlier.map(names::outlier),
    };
    let nearness = placer.model().nearness_of(placed.vectors.view(), &placed.assignments)[0];
    let confidence = placed.assignments[0].probability.map(|probability| Confidence {
        probability,
        belonging: judgement.belonging,
        deviations: nearness[0],
        lead: nearness[1],
    });
    let guided = placer
        .model()
        .guided()
        .filter(|_| placer.model().other().is_none_or(|other| placed.assignments[0].theme <= other));
    let of_run = Assignment { theme: theme_of_run, ..placed.assignments[0].clone() };
    let edited = Edited::read(model, &placer, &text, &of_run)?;
    let are_one = |a: u32, b: u32| {
        let themes = placer.themes();
        edited.are_one(&themes[a as usize], &themes[b as usize])
    };
    let nearest = placed.assignments[0].theme;
    let in_report = Place::of((model, &placer), (&papers, row), &edited, nearest)?;
    let compared = (0..).zip(placer.themes()).find(|(_, theme)| theme.id == in_report.id);
    let rival = compared.map(|(theme, _)| theme).filter(|&theme| !are_one(theme, nearest));
    let rival = rival.filter(|&theme| placer.model().other() != Some(theme));
    let (sides, summands) = match guided {
        Some(guided) => by_taxonomy(&placer, guided, &placed, rival, are_one),
        None => by_centroids(&placer, &placed, rival, are_one),
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
    let neighbours = neighbours(&placer, &placed, &texts, (&papers, &near))?;
    Ok(Explanation {
        id: id.to_owned(),
        title: readable_title(&text.title).into_owned(),
        fit,
        confidence,
        method: if guided.is_some() { "taxonomy" } else { "centroid" },
        in_report,
        theme: edited.side(theme),
        second: second.map(|side| edited.side(side)),
        is_left_out: edited.is_left_out,
        contributions,
        without,
        neighbours: neighbours.into_iter().map(|neighbour| edited.neighbour(neighbour)).collect(),
    })
}

/// The shortest prefix of the contributions without which the second score would be higher; empty if there is
/// none.
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
