//! How a person's edits change the explanation of a paper.

use std::collections::BTreeMap;

use thema_features::Document;
use thema_themes::{Assignment, Edit, Paper};

use super::explanation::Side;
use super::neighbours::Neighbour;
use crate::editing::{EditFile, edit_batch};
use crate::paper_ids::rows_of;
use crate::run_model::RunModel;
use crate::texts::StoredText;
use crate::{Placer, Result, ThemeName};

/// The themes after edits, and where the edits put the paper.
pub(super) struct Edited {
    /// The current theme by learned name; for a merged theme, the one it was merged into.
    themes: BTreeMap<String, ThemeName>,
    /// The theme that the report has the paper in.
    pub(super) place: ThemeName,
    /// Whether edits moved the paper away from the rest of its theme.
    pub(super) is_moved: bool,
    /// Whether edits leave the paper out.
    pub(super) is_left_out: bool,
}

impl Edited {
    /// Reads the edits of the run, which placed the paper by `assignment`.
    ///
    /// # Errors
    /// As [`EditFile::read`].
    pub(super) fn read(
        model: &RunModel,
        placer: &Placer,
        text: &StoredText,
        assignment: &Assignment,
    ) -> Result<Self> {
        let edits = EditFile::read(model.run())?.edits;
        let learned = placer.themes();
        // One empty paper per theme follows the paper, to show what the edits make of each theme.
        let of_theme = |theme: u32| Assignment { theme, ..assignment.clone() };
        let places = std::iter::once(assignment.theme).chain(0..learned.len() as u32).map(of_theme).collect();
        let mut papers = vec![Paper::default(); learned.len() + 1];
        papers[0].id.clone_from(&text.id);
        let mut documents = vec![Document::new("", ""); papers.len()];
        documents[0] = text.document();
        let (themes, places, _) = edit_batch(&edits, placer, (&papers, &documents), places);
        let place = |row: usize| &themes[places[row].theme as usize];
        let became = learned.iter().zip(1..).map(|(theme, row)| (theme.name.clone(), place(row).clone()));
        let of_run = assignment.theme as usize;
        let excludes = |edit: &Edit| {
            matches!(edit, Edit::Exclude { .. }) && !rows_of(edit.papers().iter(), &papers[..1]).is_empty()
        };
        Ok(Self {
            themes: became.collect(),
            place: place(0).clone(),
            is_moved: place(0).id != place(of_run + 1).id,
            is_left_out: edits.edits.iter().any(excludes),
        })
    }

    /// The current name of a theme.
    pub(super) fn name(&self, learned: String) -> String {
        self.themes.get(&learned).map_or(learned, |now| now.name.clone())
    }

    /// Whether two learned themes are now one.
    pub(super) fn are_one(&self, one: &ThemeName, other: &ThemeName) -> bool {
        let now = |theme: &ThemeName| self.themes.get(&theme.name).map(|now| now.id.clone());
        now(one) == now(other)
    }

    /// The side with its theme's current id and name.
    pub(super) fn side(&self, side: Side) -> Side {
        let id = self.themes.get(&side.name).map_or(side.id, |now| now.id.clone());
        Side { id, name: self.name(side.name), through: side.through.map(|name| self.name(name)), ..side }
    }

    /// The neighbour with its theme's current name.
    pub(super) fn neighbour(&self, neighbour: Neighbour) -> Neighbour {
        Neighbour { theme: self.name(neighbour.theme), ..neighbour }
    }
}
