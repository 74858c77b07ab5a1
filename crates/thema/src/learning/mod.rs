//! Learns themes from the papers of a corpus. Each stage has a file and takes the previous stage's result and
//! the settings. The result is a [`Placer`](crate::Placer) and the themes of the papers learned from.

mod background;
mod clusters;
mod discovery;
mod features;
mod finish;
mod guided;
mod learn;
mod naming;
mod newborn;
mod quality;
mod style;
mod vocabulary;
mod wordless;

pub(crate) use background::learn_background;
pub(crate) use discovery::{Arrivals, Discovery, discover};
pub(crate) use guided::{CheckedThemes, check_guided, choose_taxonomy};
pub use learn::Learned;
pub(crate) use learn::{Lesson, learn};
pub(crate) use newborn::{Newborn, label_newborn};
pub(crate) use wordless::rows_with_words;
