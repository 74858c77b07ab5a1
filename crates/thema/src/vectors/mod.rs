//! The user's own vectors, such as sentence embeddings, used instead of learned ones.

mod missing;
mod npy;
mod of_papers;
mod parquet;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use ndarray::{Array2, Axis};
use thema_report::VectorsFile;

use crate::error::Blame;
use crate::{Error, Fault, Result};

pub(crate) use missing::{completed, predict_from_words};

/// Most dimensions of a vector.
const MOST_DIMENSIONS: usize = 8_192;
/// Largest file, in bytes; the file is read whole.
const MOST_BYTES: u64 = 32 << 30;

/// A vector for every record of an input, or for every paper by its identifier. A vector of zeros counts as missing:
/// the paper's words predict it.
#[derive(Clone, Debug)]
pub struct Vectors {
    rows: Array2<f32>,
    ids: Option<Vec<String>>,
    file: VectorsFile,
}

impl Vectors {
    /// Vectors in the order of the records, including rejected ones; shape (records, dimensions). Reports
    /// call them `name`.
    ///
    /// # Errors
    /// [`Fault::Settings`] if there are none, they have more than 8,192 dimensions, or a value is not finite.
    pub fn new(name: impl Into<String>, rows: Array2<f32>) -> Result<Self> {
        let name = name.into();
        Self::of(&name.clone(), name, rows)
    }

    /// As [`new`](Self::new); messages begin with `shown`.
    fn of(shown: &str, name: String, rows: Array2<f32>) -> Result<Self> {
        let refused = |reason: String| Err(Error::new(Fault::Settings, format!("{shown}: {reason}")));
        let (count, dimensions) = rows.dim();
        if count == 0 || dimensions == 0 {
            return refused("there are no vectors".to_owned());
        }
        if dimensions > MOST_DIMENSIONS {
            return refused(format!(
                "the vectors have {dimensions} dimensions; at most {MOST_DIMENSIONS} are allowed"
            ));
        }
        let finite = |row: ndarray::ArrayView1<'_, f32>| row.iter().all(|value| value.is_finite());
        if let Some(row) = rows.axis_iter(Axis(0)).position(|row| !finite(row)) {
            return refused(format!("vector {} has a value that is not a finite number", row + 1));
        }
        let rows = if rows.is_standard_layout() { rows } else { rows.as_standard_layout().into_owned() };
        let mut hasher = blake3::Hasher::new();
        for row in rows.axis_iter(Axis(0)) {
            let bytes: Vec<u8> = row.iter().flat_map(|value| value.to_le_bytes()).collect();
            hasher.update(&bytes);
        }
        let blake3 = hasher.finalize().to_hex().to_string();
        let file = VectorsFile { name, rows: count as u64, dimensions: dimensions as u64, blake3 };
        Ok(Self { rows, ids: None, file })
    }

    /// The same vectors matched to papers by identifier, in any spelling: `ids[i]` is the paper of row `i`.
    ///
    /// # Errors
    /// [`Fault::Settings`] if the numbers of identifiers and vectors differ.
    pub fn of_ids(self, ids: Vec<String>) -> Result<Self> {
        if ids.len() != self.rows.nrows() {
            let reason =
                format!("{}: {} identifiers for {} vectors", self.file.name, ids.len(), self.rows.nrows());
            return Err(Error::new(Fault::Settings, reason));
        }
        Ok(Self { ids: Some(ids), ..self })
    }

    /// Reads `path`: a two-dimensional NumPy array (`.npy`), or a Parquet table with either one column of
    /// lists of numbers or columns of numbers, and optionally a column `id`.
    ///
    /// # Errors
    /// [`Fault::Settings`] if the file cannot be read, has another format, or is refused by
    /// [`new`](Self::new).
    pub fn read(path: &Path) -> Result<Self> {
        let name = || path.display().to_string();
        let bytes = read_whole(path).blame_for(Fault::Settings, name)?;
        let (rows, ids) = if bytes.starts_with(npy::MAGIC) {
            (npy::parse(&bytes), None)
        } else if bytes.starts_with(parquet::MAGIC) {
            match parquet::parse(bytes) {
                Ok((rows, ids)) => (Ok(rows), ids),
                Err(reason) => (Err(reason), None),
            }
        } else {
            (Err("neither a NumPy array (.npy) nor a Parquet file".to_owned()), None)
        };
        let rows = rows.map_err(|reason| Error::new(Fault::Settings, format!("{}: {reason}", name())))?;
        let file_name = path.file_name().map_or_else(name, |name| name.to_string_lossy().into_owned());
        let vectors = Self::of(&name(), file_name, rows)?;
        match ids {
            Some(ids) => vectors.of_ids(ids),
            None => Ok(vectors),
        }
    }

    /// The manifest's entry for them.
    pub(crate) fn file(&self) -> VectorsFile {
        self.file.clone()
    }
}

fn read_whole(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(std::io::Error::other(format!("more than {} GiB", MOST_BYTES >> 30)));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(rows: Array2<f32>) -> String {
        Vectors::new("v.npy", rows).unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_vector_is_refused() {
        assert_eq!(refusal(Array2::zeros((0, 3))), "v.npy: there are no vectors");
        assert_eq!(refusal(Array2::zeros((3, 0))), "v.npy: there are no vectors");
        assert!(refusal(Array2::zeros((1, 8_193))).contains("at most 8192"));
        let mut rows = Array2::ones((3, 2));
        rows[[1, 1]] = f32::INFINITY;
        assert_eq!(refusal(rows), "v.npy: vector 2 has a value that is not a finite number");
        let vectors = Vectors::new("v.npy", Array2::ones((2, 2))).unwrap();
        assert!(
            vectors.of_ids(vec!["a".into()]).unwrap_err().to_string().contains("1 identifiers for 2 vectors")
        );
    }

    #[test]
    fn equal_vectors_have_one_hash() {
        let rows = Array2::from_shape_fn((3, 4), |(row, at)| (row * 4 + at) as f32);
        let columns = Array2::from_shape_vec((4, 3), rows.t().iter().copied().collect()).unwrap();
        let turned = columns.reversed_axes();
        assert!(!turned.is_standard_layout());
        assert_eq!(Vectors::new("v", rows).unwrap().file, Vectors::new("v", turned).unwrap().file);
    }

    #[test]
    fn a_file_of_another_kind_is_named() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("vectors.txt");
        std::fs::write(&path, "0.1 0.2").unwrap();
        let refused = Vectors::read(&path).unwrap_err();
        assert_eq!(refused.fault(), Fault::Settings);
        assert!(
            refused.to_string().ends_with("neither a NumPy array (.npy) nor a Parquet file"),
            "{refused}"
        );
    }
}
