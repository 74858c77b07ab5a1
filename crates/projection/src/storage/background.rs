//! Stores a background model.

use std::io::{Read, Write};

use serde::{Deserialize, Serialize};

use crate::BackgroundModel;
use crate::background::{Provenance, QuantizedRows};
use thema_features::FeatureError;
use thema_features::storage::{
    Container, floats_from_bytes, numbers_from_bytes, numbers_to_bytes, strings_from_bytes, strings_to_bytes,
    write_container,
};

/// The part stored as readable JSON.
#[derive(Serialize, Deserialize)]
struct Settings {
    provenance: Provenance,
    documents: u64,
    dimensions: u32,
}

impl BackgroundModel {
    /// Writes the model in a versioned, checksummed format that [`load`](Self::load) reads back exactly.
    ///
    /// # Errors
    /// [`FeatureError::Storage`] if `out` fails.
    pub fn save(&self, out: impl Write) -> Result<(), FeatureError> {
        let settings = Settings {
            provenance: self.provenance().clone(),
            documents: self.documents(),
            dimensions: self.dimensions() as u32,
        };
        let settings = serde_json::to_vec(&settings).map_err(std::io::Error::from)?;
        let terms = strings_to_bytes(self.terms().iter().map(|term| &**term));
        let frequencies = numbers_to_bytes(self.frequencies());
        let scales: Vec<u8> = self.vectors().scales().iter().flat_map(|scale| scale.to_le_bytes()).collect();
        write_container(
            out,
            &[
                ("settings", &settings),
                ("terms", &terms),
                ("df", &frequencies),
                ("scales", &scales),
                ("nibbles", self.vectors().packed()),
            ],
        )
    }

    /// Reads a model written by [`save`](Self::save).
    ///
    /// # Errors
    /// [`FeatureError::Storage`] if `input` cannot be read, [`FeatureError::NewerModel`] if a later version
    /// wrote it, [`FeatureError::DamagedModel`] with the reason if it is not a complete background model.
    pub fn load(input: impl Read) -> Result<Self, FeatureError> {
        let container = Container::read(input)?;
        let settings: Settings = serde_json::from_slice(container.section("settings")?)
            .map_err(|error| FeatureError::damaged(&format!("its settings cannot be read: {error}")))?;
        let terms = strings_from_bytes(container.section("terms")?)?;
        let frequencies = numbers_from_bytes(container.section("df")?)?;
        let scales = floats_from_bytes(container.section("scales")?)?;
        let packed = container.section("nibbles")?.to_vec();
        let damaged = |error: FeatureError| FeatureError::damaged(&error.to_string());
        let vectors =
            QuantizedRows::from_parts(settings.dimensions as usize, scales, packed).map_err(damaged)?;
        Self::from_parts(settings.provenance, settings.documents, terms, frequencies, vectors)
            .map_err(damaged)
    }
}

#[cfg(test)]
mod tests {
    use crate::background::{Provenance, QuantizedRows};
    use crate::{BackgroundModel, Projection};

    #[test]
    fn models_come_back_and_damage_is_named() {
        let table = ndarray::array![[0.7, 0.1, -0.2], [0.0, 1.4, 0.3]];
        let provenance = Provenance { name: "test".into(), source: "by hand".into() };
        let terms = vec!["graph".into(), "deep learn".into()];
        let vectors = QuantizedRows::new(table.view());
        let model = BackgroundModel::from_parts(provenance, 1000, terms, vec![100, 20], vectors).unwrap();
        let mut bytes = Vec::new();
        model.save(&mut bytes).unwrap();
        let back = BackgroundModel::load(bytes.as_slice()).unwrap();
        assert_eq!(back, model);
        assert_eq!(back.id("deep learn"), Some(1));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(BackgroundModel::load(damaged.as_slice()).is_err(), "byte {at}");
        }
        let mut other = Vec::new();
        Projection::from_table(table).unwrap().save(&mut other).unwrap();
        assert!(BackgroundModel::load(other.as_slice()).is_err());
    }
}
