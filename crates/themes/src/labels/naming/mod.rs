//! Names as papers write them: complete phrases in the form and case of the field, one per group or two that
//! complement each other.

mod adjectives;
mod authors;
mod bearings;
mod candidates;
mod draw;
mod everyday;
mod grammar;
mod group_names;
mod known_subjects;
mod pairing;
mod parent_names;
mod part;
mod phrases;
mod runs;
mod subjects;
mod support;
mod surfaces;
#[cfg(test)]
mod tests;
mod texts;
mod typicality;
mod words;
mod written_parts;

pub use bearings::Meanings;
pub use group_names::Naming;
pub(crate) use pairing::capitalised;
pub(crate) use parent_names::in_a_row;
pub use subjects::Subjects;
