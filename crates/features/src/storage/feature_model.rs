//! Stores a feature model.

use std::io::{Read, Write};

use serde::{Deserialize, Serialize};

use super::string_table::{numbers_from_bytes, numbers_to_bytes, strings_from_bytes, strings_to_bytes};
use super::{Container, write_container};
use crate::{
    DocumentFrequencies, FeatureError, FeatureModel, FeatureParams, FeatureValidParams, MeanLengths,
    Vocabulary,
};

/// The part stored as readable JSON.
#[derive(Serialize, Deserialize)]
struct Settings {
    params: FeatureValidParams,
    documents: u64,
    mean_lengths: MeanLengths,
}

impl FeatureModel {
    /// Writes the model in a versioned, checksummed format that [`load`](Self::load) reads back exactly.
    ///
    /// # Errors
    /// [`FeatureError::Storage`] if `out` fails.
    pub fn save(&self, out: impl Write) -> Result<(), FeatureError> {
        let settings = Settings {
            params: self.params().clone(),
            documents: self.document_frequencies().documents(),
            mean_lengths: self.mean_lengths(),
        };
        let settings = serde_json::to_vec(&settings).map_err(std::io::Error::from)?;
        let vocabulary = self.vocabulary();
        let ids = 0..vocabulary.len() as u32;
        let terms = strings_to_bytes(ids.clone().map(|id| vocabulary.term(id)));
        let surfaces = strings_to_bytes(ids.map(|id| vocabulary.surface(id)));
        let frequencies = numbers_to_bytes(self.document_frequencies().frequencies());
        write_container(
            out,
            &[("settings", &settings), ("terms", &terms), ("surfaces", &surfaces), ("df", &frequencies)],
        )
    }

    /// Reads a model written by [`save`](Self::save).
    ///
    /// # Errors
    /// [`FeatureError::Storage`] if `input` cannot be read, [`FeatureError::NewerModel`] if a later version
    /// wrote it, [`FeatureError::DamagedModel`] with the reason if it is not a complete model.
    pub fn load(input: impl Read) -> Result<Self, FeatureError> {
        let container = Container::read(input)?;
        let settings: Settings = serde_json::from_slice(container.section("settings")?)
            .map_err(|error| FeatureError::damaged(&format!("its settings cannot be read: {error}")))?;
        let terms = strings_from_bytes(container.section("terms")?)?;
        let surfaces = strings_from_bytes(container.section("surfaces")?)?;
        let frequencies = numbers_from_bytes(container.section("df")?)?;
        if surfaces.len() != terms.len() || frequencies.len() != terms.len() {
            return Err(FeatureError::damaged("its terms, forms and frequencies differ in number"));
        }
        let well_formed =
            |term: &str| term.split(' ').count() <= 3 && term.split(' ').all(|stem| !stem.is_empty());
        if let Some(term) = terms.iter().find(|term| !well_formed(term)) {
            return Err(FeatureError::damaged(&format!("`{}` is not a term", term.escape_debug())));
        }
        let mut vocabulary = Vocabulary::new(terms);
        for (id, surface) in surfaces.into_iter().enumerate() {
            vocabulary.set_surface(id as u32, surface);
        }
        let frequencies = DocumentFrequencies::new(settings.documents, frequencies)
            .map_err(|error| FeatureError::damaged(&error.to_string()))?;
        let params = FeatureParams::from(settings.params)
            .check()
            .map_err(|error| FeatureError::damaged(&error.to_string()))?;
        Ok(Self::from_parts(params, vocabulary, frequencies, settings.mean_lengths))
    }
}
