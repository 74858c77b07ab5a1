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
mod holders;
mod pairing;
mod parent_names;
mod part;
mod phrases;
mod runs;
mod subjects;
mod surfaces;
#[cfg(test)]
mod tests;
mod texts;
mod typicality;
mod words;

pub use bearings::Meanings;
pub use group_names::Naming;
pub use subjects::Subjects;
