//! The themes of a run's papers.

use std::fs::File;
use std::path::Path;

use polars::prelude::{ParquetReader, PolarsResult, SerReader};

/// The themes of a run's papers, without the other columns.
pub(crate) struct Whereabouts {
    pub(crate) ids: Vec<String>,
    pub(crate) themes: Vec<u32>,
    pub(crate) second_themes: Vec<Option<u32>>,
    pub(crate) scores: Vec<f32>,
    pub(crate) margins: Vec<f32>,
    /// Whether the paper counts, that is, no near-duplicate counts for it.
    pub(crate) counted: Vec<bool>,
}

impl Whereabouts {
    /// Reads these columns of the table at `path`.
    pub(crate) fn read(path: &Path) -> PolarsResult<Self> {
        let columns =
            ["id", "theme", "second_theme", "score", "margin", "counted"].map(str::to_owned).to_vec();
        let table = ParquetReader::new(File::open(path)?).with_columns(Some(columns)).finish()?;
        let floats = |name: &str| -> PolarsResult<Vec<f32>> {
            Ok(table.column(name)?.f32()?.iter().map(|value| value.unwrap_or(0.0)).collect())
        };
        Ok(Self {
            ids: table.column("id")?.str()?.iter().map(|id| id.unwrap_or_default().to_owned()).collect(),
            themes: table.column("theme")?.u32()?.iter().map(|theme| theme.unwrap_or(0)).collect(),
            second_themes: table.column("second_theme")?.u32()?.iter().collect(),
            scores: floats("score")?,
            margins: floats("margin")?,
            counted: table.column("counted")?.bool()?.iter().map(|counted| counted == Some(true)).collect(),
        })
    }
}
