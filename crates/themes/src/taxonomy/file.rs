//! A taxonomy file as written, with the position of every value.

use serde::Deserialize;
use toml::Spanned;

/// The file as written, with the position of every value.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TaxonomyFile {
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) description: String,
    #[serde(default)]
    pub(super) categories: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) theme: Vec<Spanned<ThemeTable>>,
}

/// One `[[theme]]` table as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThemeTable {
    pub(super) key: Spanned<String>,
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) description: String,
    #[serde(default)]
    pub(super) terms: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) phrases: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) excluded: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) required: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) other: bool,
}
