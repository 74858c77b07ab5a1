//! The theme that the report has a paper in, and how the paper came there.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io;

use serde::Serialize;
use thema_report::text_cell;
use thema_themes::identity::StandingTheme;

use super::edited::Edited;
use crate::error::Blame;
use crate::paper_table::Whereabouts;
use crate::run_model::{RECONCILIATION, RunModel};
use crate::{Fault, Placer, Result};

/// The theme of a paper as `papers.csv` has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// Identifier of the theme.
    pub id: String,
    /// Name of the theme.
    pub name: String,
    /// Its score when the run placed it.
    pub score: f32,
    /// How far that score was ahead of the second theme's.
    pub margin: f32,
    /// Name of the second theme then, unless edits made the two themes one.
    pub second: Option<String>,
    /// Why the paper is there, if not by its words alone.
    pub because: Option<Because>,
    /// The paper that counts for it, if it is a near-duplicate and the run says of which.
    pub counted_by: Option<String>,
}

/// Why a paper is in a theme, if not by its words alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Because {
    /// An edit moved it.
    Edit,
    /// It has the place of the paper that counts for it.
    NearDuplicate,
    /// An update found the theme.
    FoundLater,
    /// An update found the theme that its words are nearest to, and did not move it there.
    NearestFoundLater,
    /// No theme took it when it was placed with the papers near it.
    LeftOver,
    /// It was placed with the papers near it, or before updates changed the themes.
    Neighbours,
}

impl Place {
    /// The place of the paper in `row`, whose words alone are nearest to theme `nearest`.
    pub(super) fn of(
        (model, placer): (&RunModel, &Placer),
        (papers, row): (&Whereabouts, usize),
        edited: &Edited,
        nearest: u32,
    ) -> Result<Self> {
        let of_run = papers.themes[row];
        let name = |theme: u32| &placer.themes()[theme as usize];
        let standing = placer.model().standing().themes();
        let is_late = |theme: u32| standing.get(theme as usize).is_some_and(StandingTheme::is_found_later);
        let because = if edited.is_moved {
            Some(Because::Edit)
        } else if !papers.counted[row] {
            Some(Because::NearDuplicate)
        } else if edited.are_one(name(of_run), name(nearest)) {
            None
        } else if is_late(of_run) {
            Some(Because::FoundLater)
        } else if is_late(nearest) {
            Some(Because::NearestFoundLater)
        } else if placer.model().other() == Some(of_run) {
            Some(Because::LeftOver)
        } else {
            Some(Because::Neighbours)
        };
        let second = papers.second_themes[row].map(|second| edited.name(name(second).name.clone()));
        let second = second.filter(|second| *second != edited.place.name);
        let counted_by = if papers.counted[row] { None } else { counting(model, papers, row)? };
        let (id, name) = (edited.place.id.clone(), edited.place.name.clone());
        let (score, margin) = (papers.scores[row], papers.margins[row]);
        Ok(Self { id, name, score, margin, second, because, counted_by })
    }
}

/// The paper that counts for the near-duplicate in `row`, by the log of what was joined.
fn counting(model: &RunModel, papers: &Whereabouts, row: usize) -> Result<Option<String>> {
    let path = model.run().join(RECONCILIATION);
    let blame = || path.display().to_string();
    let file = match File::open(&path) {
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.blame_for(Fault::Input, blame)?,
    };
    let mut kept_for = BTreeMap::new();
    for line in csv::Reader::from_reader(file).into_deserialize() {
        let Line { reason, kept, dropped } = line.blame_for(Fault::Input, blame)?;
        if reason == "near-duplicate" {
            kept_for.insert(dropped, kept);
        }
    }
    let counting = papers.ids.iter().zip(&papers.counted).filter(|(_, counted)| **counted);
    let counting: BTreeMap<Cow<'_, str>, &String> = counting.map(|(id, _)| (text_cell(id), id)).collect();
    // The paper that was kept may itself be a near-duplicate of one that the run had before.
    let mut id = text_cell(&papers.ids[row]).into_owned();
    while let Some(kept) = kept_for.remove(&id) {
        if let Some(&counts) = counting.get(kept.as_str()) {
            return Ok(Some(counts.clone()));
        }
        id = kept;
    }
    Ok(None)
}

/// What a line of the log says of a near-duplicate.
#[derive(serde::Deserialize)]
struct Line {
    reason: String,
    kept: String,
    dropped: String,
}
