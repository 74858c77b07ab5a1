//! `thema assign`: the themes of papers by the model of a run, which stays as it is.

use std::io::Write;

use anyhow::Context;
use serde::Serialize;

use crate::arguments::{AssignArguments, GlobalArguments};
use crate::configuration::Settings;
use crate::exit::{Classify, Failure, Status};
use crate::pipeline::{self, StoredModel};
use crate::progress::{Stages, Unit};

/// One placed paper.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    theme_id: &'a str,
    theme: &'a str,
    score: f32,
    margin: f32,
    second_theme: Option<&'a str>,
    title: &'a str,
}

/// Places papers and prints a CSV table, or one JSON object a line.
pub(crate) fn assign(
    global: &GlobalArguments,
    arguments: &AssignArguments,
    settings: &Settings,
) -> anyhow::Result<Status> {
    let model = StoredModel::load(&arguments.model)?;
    let mut stages = Stages::new(global.quiet || global.json);
    let ingested = pipeline::read(settings, &arguments.input, &mut stages)?;
    let documents = pipeline::documents(&ingested.corpus);
    let placed = stages.run("place", Unit::Items, |_| model.place(&documents))?;
    let papers = pipeline::papers(&ingested.corpus);
    let themes = &model.state.themes.themes;
    let rows: Vec<Row<'_>> = papers
        .iter()
        .zip(&placed.places)
        .map(|(paper, place)| Row {
            id: &paper.id,
            theme_id: &themes[place.theme as usize].id,
            theme: &themes[place.theme as usize].key,
            score: place.score,
            margin: place.margin,
            second_theme: place.second.map(|second| themes[second as usize].key.as_str()),
            title: &paper.title,
        })
        .collect();
    print(global, &rows).context("standard output").classify(Failure::Output)?;
    Ok(Status::Done)
}

fn print(global: &GlobalArguments, rows: &[Row<'_>]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if global.json {
        for row in rows {
            serde_json::to_writer(&mut out, row)?;
            writeln!(out)?;
        }
        return Ok(());
    }
    let mut csv = csv::Writer::from_writer(out);
    for row in rows {
        csv.serialize(row)?;
    }
    csv.flush()?;
    Ok(())
}
