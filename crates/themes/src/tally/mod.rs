//! What is counted of placed papers, and what themes and reports learn from it.
//!
//! A tally starts empty, takes batches of placed papers, and adds up with the tallies of other batches: the result is the
//! same however the papers were split and in whatever order they came. So batches can be counted side by side, on one
//! machine or on many, and the report is finished from the sum. There are two, one after the other: a [`Tally`] of places
//! and dates, whose trends say which windows of time to compare, and a [`TitleTally`] of the titles in those windows.

mod best;
mod corpus_tally;
mod exact_sum;
mod facet_tally;
mod membership;
mod movement;
mod newest_terms;
mod placed_paper;
mod shape;
mod theme_tally;
mod title_tally;

pub use corpus_tally::Tally;
pub use facet_tally::FacetTally;
pub use placed_paper::PlacedPaper;
pub use shape::TallyShape;
pub use theme_tally::ThemeTally;
pub use title_tally::TitleTally;
