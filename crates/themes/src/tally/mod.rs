//! Counts over placed papers, and what themes and reports learn from them.
//!
//! A tally starts empty, takes batches of placed papers, and can be merged with the tallies of other batches.
//! The result is the same however the papers were split and in whatever order they came, so batches can be
//! counted in parallel, on one machine or several, and the report is made from the sum. There are two
//! tallies, one after the other: a [`Tally`] of places and dates, whose trends determine which windows of
//! time to compare, and a [`TitleTally`] of the titles in those windows.

mod best;
mod category_dates;
mod corpus_tally;
mod exact_sum;
mod facet_tally;
mod membership;
mod movement;
mod newest_terms;
mod placed_paper;
mod shape;
mod stray_dates;
mod theme_tally;
mod title_tally;

pub use corpus_tally::Tally;
pub use facet_tally::FacetTally;
pub use membership::Membership;
pub use placed_paper::PlacedPaper;
pub use shape::TallyShape;
pub use stray_dates::StrayDates;
pub use theme_tally::ThemeTally;
pub use title_tally::TitleTally;
