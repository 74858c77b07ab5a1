//! Labels of groups of papers: coherent terms by class-based TF-IDF that do not repeat each other, a short
//! name, and the papers that represent the group.

mod candidates;
mod direction;
mod distinguishing;
mod forms;
mod group_frequencies;
mod label;
mod name;
mod name_terms;
mod naming;
mod representatives;
mod sampled_texts;
mod selection;
mod windows;

pub use distinguishing::distinguishing_terms;
pub use group_frequencies::GroupFrequencies;
pub use label::{Label, LabelInput, LabelParams, LabelValidParams, TermText};
pub use name_terms::NameTerms;
pub use naming::{Meanings, Naming, Subjects};
pub(crate) use naming::{capitalised, in_a_row};
pub(crate) use representatives::{REPRESENTATIVES, evident_first, representatives};
pub use sampled_texts::SampledTexts;
