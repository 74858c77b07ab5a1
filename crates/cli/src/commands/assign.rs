//! `thema assign`: places papers with the model of a run, without changing the run.

use std::io::Write;

use serde::Serialize;
use thema::{Assigned, Result, text_cell, unread_inputs};

use super::Session;
use super::misfits::warn_of;
use crate::arguments::{AssignArguments, GlobalArguments};
use crate::configuration::{inputs, with_vectors};
use crate::exit::Status;
use crate::output::print_raw;

/// One placed paper.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    theme_id: &'a str,
    theme: &'a str,
    score: f32,
    margin: f32,
    second_theme: Option<&'a str>,
    probability: Option<f32>,
    outlier: Option<&'static str>,
    title: &'a str,
}

/// Places papers and prints a CSV table, or one JSON object per line.
pub(crate) fn assign(global: &GlobalArguments, arguments: &AssignArguments) -> Result<Status> {
    let session = Session::begin(global, None)?;
    let inputs = with_vectors(inputs(&arguments.input), arguments.vectors.as_deref())?;
    let assigned = session.work(|engine| engine.assign(&arguments.model, &inputs))?;
    warn_of(&assigned.misfits);
    print_raw(|out| if global.json { json(&assigned, out) } else { csv(&assigned, out) })?;
    Ok(Status::with_unread(unread_inputs(&assigned.rejects)))
}

fn rows(assigned: &Assigned) -> impl Iterator<Item = Row<'_>> {
    let Assigned { papers, assignments, themes, .. } = assigned;
    papers.iter().zip(assignments).map(|(paper, place)| Row {
        id: &paper.id,
        theme_id: &themes[place.theme as usize].id,
        theme: &themes[place.theme as usize].key,
        score: place.score,
        margin: place.margin,
        second_theme: place.second_theme.map(|second| themes[second as usize].key.as_str()),
        probability: place.probability,
        outlier: place.outlier.map(thema::outlier_name),
        title: &paper.title,
    })
}

fn json(assigned: &Assigned, out: &mut dyn Write) -> std::io::Result<()> {
    for row in rows(assigned) {
        serde_json::to_writer(&mut *out, &row)?;
        writeln!(out)?;
    }
    Ok(())
}

fn csv(assigned: &Assigned, out: &mut dyn Write) -> std::io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    for row in rows(assigned) {
        let [id, theme_id, theme, title] = [row.id, row.theme_id, row.theme, row.title].map(text_cell);
        let second_theme = row.second_theme.map(text_cell);
        let row = Row {
            id: &id,
            theme_id: &theme_id,
            theme: &theme,
            second_theme: second_theme.as_deref(),
            title: &title,
            ..row
        };
        csv.serialize(row).map_err(std::io::Error::from)?;
    }
    csv.flush()
}
