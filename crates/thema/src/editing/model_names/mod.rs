//! Theme names from a language model that the user runs or pays for. Only [`name_themes`] sends anything.

mod answer;
mod chat;
mod name;
mod question;

pub use name::{NameRequest, NamedTheme, NamedThemes, name_themes};
