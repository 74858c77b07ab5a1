//! Stores a projection.

use std::io::{Read, Write};

use ndarray::Array2;

use crate::Projection;
use thema_features::FeatureError;
use thema_features::storage::{
    Container, floats_from_bytes, numbers_from_bytes, numbers_to_bytes, write_container,
};

impl Projection {
    /// Writes the table in a versioned, checksummed format that [`load`](Self::load) reads back exactly; the
    /// course of learning is not stored.
    ///
    /// # Errors
    /// [`FeatureError::Storage`] if `out` fails.
    pub fn save(&self, out: impl Write) -> Result<(), FeatureError> {
        let (terms, dimensions) = self.table().dim();
        let shape = numbers_to_bytes(&[terms as u32, dimensions as u32]);
        let table: Vec<u8> = self.table().iter().flat_map(|value| value.to_le_bytes()).collect();
        write_container(out, &[("shape", &shape), ("table", &table)])
    }

    /// Reads a projection written by [`save`](Self::save).
    ///
    /// # Errors
    /// [`FeatureError::Storage`] if `input` cannot be read, [`FeatureError::NewerModel`] if a later version
    /// wrote it, [`FeatureError::DamagedModel`] with the reason if it is not a complete projection.
    pub fn load(input: impl Read) -> Result<Self, FeatureError> {
        let container = Container::read(input)?;
        let shape = numbers_from_bytes(container.section("shape")?)?;
        let values = floats_from_bytes(container.section("table")?)?;
        let [terms, dimensions] = shape[..] else {
            return Err(FeatureError::damaged("its shape is not two numbers"));
        };
        let table = Array2::from_shape_vec((terms as usize, dimensions as usize), values)
            .map_err(|_| FeatureError::damaged("its table does not have the stated size"))?;
        Self::from_table(table)
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use crate::Projection;
    use thema_features::FeatureError;

    #[test]
    fn projections_come_back_and_damage_is_named() {
        let table = Array2::from_shape_fn((7, 3), |(i, j)| (i * 3 + j) as f32 * 0.37 - 2.0);
        let projection = Projection::from_table(table).unwrap();
        let mut bytes = Vec::new();
        projection.save(&mut bytes).unwrap();
        assert_eq!(Projection::load(bytes.as_slice()).unwrap(), projection);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Projection::load(damaged.as_slice()).is_err(), "byte {at}");
            assert!(Projection::load(&bytes[..at]).is_err(), "{at} bytes");
        }
        assert!(matches!(Projection::load(&b"themes"[..]), Err(FeatureError::DamagedModel { .. })));
    }
}
