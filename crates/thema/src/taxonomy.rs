//! Taxonomy files.

use std::path::Path;

use thema_themes::{Taxonomy, TaxonomyProblem, ThemeError};

use crate::{Error, Fault, Result};

/// The taxonomy in a file, or every problem in the file.
///
/// # Errors
/// [`Fault::Settings`] if the file cannot be read.
pub fn check_taxonomy(path: &Path) -> Result<std::result::Result<Taxonomy, Vec<TaxonomyProblem>>> {
    let source = read_taxonomy(path)?;
    match Taxonomy::parse(&source) {
        Ok(taxonomy) => Ok(Ok(taxonomy)),
        Err(ThemeError::InvalidTaxonomy { problems }) => Ok(Err(problems)),
        Err(other) => Err(other.into()),
    }
}

/// Reads a taxonomy file.
pub(crate) fn read_taxonomy(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|error| {
        let path = path.display();
        let said =
            format!("cannot read the taxonomy {path}: {error}; check the path, and that you may read it");
        Error::new(Fault::Settings, said)
    })
}
