//! Names of themes by a language model that the user runs or pays for. Nothing is sent but by [`name_themes`].

mod answer;
mod chat;
mod name;
mod question;

pub use name::{NameRequest, NamedTheme, NamedThemes, name_themes};
