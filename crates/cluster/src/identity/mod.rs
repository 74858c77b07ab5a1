//! Themes that outlive a run: their ids, the matching of two runs, what became of each theme, and new papers in an
//! old run.

mod diff;
mod event;
mod ids;
mod matching;
mod optimal_assignment;
mod standing;
mod update;

pub use diff::{MovedPaper, RunDiff, RunView, ThemeMatch};
pub use event::{EventKind, ThemeEvent};
pub use ids::ThemeIds;
pub use matching::{ThemeProfile, match_themes};
pub use standing::{StandingTheme, StandingThemes};
pub use update::{NewPaper, Update, UpdateParams, UpdateValidParams, UpdatedPaper};
