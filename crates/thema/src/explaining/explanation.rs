//! Why a paper of a run is where it is.

use std::path::Path;

use serde::Serialize;
use thema_ingest::readable_title;
use thema_report::{consistently, names};
use thema_themes::Assignment;

use super::edited::Edited;
use super::neighbours::{Neighbour, candidates, neighbours};
use super::scores::{by_centroids, by_taxonomy};
use crate::paper_ids::position_of;
use crate::run_model::{FILES, RunModel};
use crate::{Error, Fault, Result};

/// Contributions that are smaller say nothing.
const LEAST: f32 = 5e-4;

/// Why a paper is in its theme and not in another.
#[derive(Serialize)]
pub struct Explanation {
    /// Identifier of the paper.
    pub id: String,
    /// Title of the paper.
    pub title: String,
    /// `taxonomy` where seed entries decide, `centroid` where nearness does.
    pub method: &'static str,
    /// Whether it belongs to the corpus at all.
    pub fit: Fit,
    /// How probable it is that the theme holds; `None` where too few papers could say.
    pub confidence: Option<Confidence>,
    /// The theme that the model gives it.
    pub theme: Side,
    /// The second-best theme.
    pub second: Option<Side>,
    /// Theme that the run gave the paper while it learned, where that is another.
    pub theme_of_run: Option<String>,
    /// Theme that edits put the paper in, apart from those that it stood with.
    pub theme_of_edits: Option<String>,
    /// Whether edits leave the paper out of the report.
    pub is_left_out: bool,
    /// Words that count, what they add for the theme and for the second, the most telling first.
    pub contributions: Vec<WordContribution>,
    /// Words without which the second theme would have been chosen; empty where no words would do.
    pub without: Vec<String>,
    /// The nearest papers of both themes, the nearest first.
    pub neighbours: Vec<Neighbour>,
}

/// How familiar the words of a paper are in the corpus.
#[derive(Clone, Serialize)]
pub struct Fit {
    /// Distinct words, stop words aside.
    pub words: u32,
    /// Those of them that the corpus knows.
    pub known_words: u32,
    /// Share of the corpus's papers of that length whose words are as unfamiliar, in [0, 1].
    pub typicality: f32,
    /// Language by ISO 639-3 code, where it is another than the corpus's.
    pub language: Option<&'static str>,
    /// Why the paper is set aside, where it is.
    pub outlier: Option<&'static str>,
}

/// The probability that a paper is of its theme, and what it rests on.
#[derive(Clone, Serialize)]
pub struct Confidence {
    /// The probability, in [0, 1].
    pub probability: f32,
    /// Factor of it that words decide: that the text belongs to the corpus at all.
    pub belonging: f32,
    /// Standard deviations by which the paper lies nearer to its theme than that theme's papers on average.
    pub deviations: f32,
    /// Cosine with its theme less that with the next.
    pub lead: f32,
}

/// One of the two themes.
#[derive(Clone, Serialize)]
pub struct Side {
    /// Identifier of the theme.
    pub id: String,
    /// Name of the theme.
    pub name: String,
    /// Score of the paper.
    pub score: f32,
    /// What a score of `other` is: the theme kept apart that has it, or the least score of the other side.
    pub through: Option<String>,
}

/// What one word or phrase adds to the two scores.
#[derive(Clone, Serialize)]
pub struct WordContribution {
    /// The word or phrase.
    pub word: String,
    /// Whether the taxonomy names it.
    pub seed: bool,
    /// What it adds to the score of the theme.
    pub theme: f32,
    /// What it adds to the score of the second.
    pub second: f32,
}

/// Explains the place of paper `id` of the run directory `run`.
///
/// # Errors
/// [`Fault::Settings`] if the run holds no such paper, [`Fault::Input`] if it cannot be read.
pub fn explain(run: &Path, id: &str) -> Result<Explanation> {
    let model = RunModel::of(run)?;
    consistently(model.run(), &FILES, |_| explained(&model, id))
}

fn explained(model: &RunModel, id: &str) -> Result<Explanation> {
    let placer = model.placer()?;
    let papers = model.whereabouts()?;
    let row = position_of(&papers.ids, id)
        .ok_or_else(|| Error::new(Fault::Settings, format!("the run holds no paper `{id}`")))?;
    let id = papers.ids[row].as_str();
    let theme_of_run = papers.themes[row];
    let near = candidates(&papers, &[Some(theme_of_run), papers.second_themes[row]], row);
    let mut texts = model.texts(|text| text == id || near.contains_key(text))?;
    let text = texts
        .remove(id)
        .ok_or_else(|| Error::new(Fault::Input, format!("the text of `{id}` is missing from the run")))?;
    let placed = placer.look(&[text.document()])?;
    let judgement = placer.standing().judge(&[text.document()])[0];
    let fit = Fit {
        words: judgement.words,
        known_words: judgement.known_words,
        typicality: judgement.typicality,
        language: judgement.language,
        outlier: placed.assignments[0].outlier.map(names::outlier),
    };
    let nearness = placer.standing().nearness_of(placed.vectors.view(), &placed.assignments)[0];
    let confidence = placed.assignments[0].probability.map(|probability| Confidence {
        probability,
        belonging: judgement.belonging,
        deviations: nearness[0],
        lead: nearness[1],
    });
    let guided = placer
        .standing()
        .guided()
        .filter(|_| placer.standing().other().is_none_or(|other| placed.assignments[0].theme <= other));
    let of_run = Assignment { theme: theme_of_run, ..placed.assignments[0].clone() };
    let edited = Edited::read(model, &placer, &text, &of_run)?;
    let are_one = |a: u32, b: u32| {
        let themes = placer.themes();
        edited.are_one(&themes[a as usize], &themes[b as usize])
    };
    let (sides, summands) = match guided {
        Some(guided) => by_taxonomy(&placer, guided, &placed, are_one),
        None => by_centroids(&placer, &placed, are_one),
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
    let run_theme = &placer.themes()[theme_of_run as usize];
    let neighbours = neighbours(&placer, &placed, &texts, (&papers, &near))?;
    Ok(Explanation {
        id: id.to_owned(),
        title: readable_title(&text.title).into_owned(),
        fit,
        confidence,
        method: if guided.is_some() { "taxonomy" } else { "centroid" },
        theme_of_run: (run_theme.id != theme.id).then(|| edited.name(run_theme.name.clone())),
        theme: edited.side(theme),
        second: second.map(|side| edited.side(side)),
        theme_of_edits: edited.theme.clone(),
        is_left_out: edited.is_left_out,
        contributions,
        without,
        neighbours: neighbours.into_iter().map(|neighbour| edited.neighbour(neighbour)).collect(),
    })
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
