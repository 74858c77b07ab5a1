//! Themes that outlive a run: their ids, matching between two runs, what became of each theme, and placing
//! new papers in an old run.

mod diff;
mod event;
mod fading;
mod found_later;
mod gathering;
mod ids;
mod joining;
mod matching;
mod merger;
mod optimal_assignment;
mod remembered;
mod run_state;
mod sealed;
mod standing;
#[cfg(test)]
mod testing;
mod theme_model;
mod update;
mod update_params;

pub use diff::{MovedPaper, RunDiff, RunView, ThemeMatch};
pub use event::{EventKind, ThemeEvent};
pub use gathering::GatheredPaper;
pub use ids::ThemeIds;
pub use matching::{ThemeProfile, match_themes};
pub use merger::Merger;
pub(crate) use merger::take_out;
pub use run_state::{DateCounts, RunState};
pub use standing::{StandingTheme, StandingThemes};
pub use theme_model::{Coming, ThemeModel};
pub use update::{NewPaper, Update, UpdatedPaper};
pub use update_params::{UpdateParams, UpdateValidParams};
