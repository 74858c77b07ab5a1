//! NumPy arrays (<https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>).

use half::f16;
use ndarray::{Array2, ShapeBuilder};

pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The two-dimensional array in `bytes`: floats of 2, 4 or 8 bytes, in row or column order.
pub(super) fn parse(bytes: &[u8]) -> Result<Array2<f32>, String> {
    let cut = || "the file is truncated".to_owned();
    let major = *bytes.get(MAGIC.len()).ok_or_else(cut)?;
    let width = if major == 1 { 2 } else { 4 };
    let start = MAGIC.len() + 2 + width;
    let length = bytes.get(MAGIC.len() + 2..start).ok_or_else(cut)?;
    let length = length.iter().rev().fold(0_usize, |length, &byte| length << 8 | usize::from(byte));
    let header = bytes.get(start..).and_then(|rest| rest.get(..length)).ok_or_else(cut)?;
    let header = Header::parse(&String::from_utf8_lossy(header))?;
    let values = &bytes[start + length..];
    let [rows, columns] = header.shape;
    let wanted = rows.checked_mul(columns).and_then(|count| count.checked_mul(header.float.bytes()));
    if wanted != Some(values.len()) {
        return Err(format!(
            "its header declares {rows} x {columns} numbers of {} bytes, but {} bytes follow",
            header.float.bytes(),
            values.len()
        ));
    }
    let values: Vec<f32> =
        values.chunks_exact(header.float.bytes()).map(|bytes| header.float.value(bytes)).collect();
    let shape = (rows, columns).set_f(header.by_columns);
    Array2::from_shape_vec(shape, values).map_err(|error| error.to_string())
}

/// Type of the stored values.
#[derive(Clone, Copy)]
enum Float {
    Little16,
    Little32,
    Big32,
    Little64,
    Big64,
}

impl Float {
    fn bytes(self) -> usize {
        match self {
            Self::Little16 => 2,
            Self::Little32 | Self::Big32 => 4,
            Self::Little64 | Self::Big64 => 8,
        }
    }

    /// Decodes a value of [`bytes`](Self::bytes) bytes.
    fn value(self, bytes: &[u8]) -> f32 {
        match self {
            Self::Little16 => f16::from_le_bytes(exactly(bytes)).to_f32(),
            Self::Little32 => f32::from_le_bytes(exactly(bytes)),
            Self::Big32 => f32::from_be_bytes(exactly(bytes)),
            Self::Little64 => f64::from_le_bytes(exactly(bytes)) as f32,
            Self::Big64 => f64::from_be_bytes(exactly(bytes)) as f32,
        }
    }
}

fn exactly<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().expect("chunks of the value's size")
}

struct Header {
    float: Float,
    by_columns: bool,
    shape: [usize; 2],
}

impl Header {
    /// Parses the header, which is a Python dictionary.
    fn parse(text: &str) -> Result<Self, String> {
        let value = |key: &str| {
            let (_, rest) = text.split_once(key)?;
            Some(rest.trim_start().strip_prefix(':')?.trim_start())
        };
        let missing = |key: &str| format!("its header has no {key}");
        let kind = value("'descr'").ok_or_else(|| missing("'descr'"))?;
        let kind = kind.strip_prefix('\'').and_then(|kind| kind.split('\'').next()).unwrap_or(kind);
        let float = match kind {
            "<f2" => Float::Little16,
            "<f4" | "=f4" => Float::Little32,
            ">f4" => Float::Big32,
            "<f8" | "=f8" => Float::Little64,
            ">f8" => Float::Big64,
            other => {
                return Err(format!("its values have type {other}; store them as float32 (astype)"));
            }
        };
        let by_columns =
            value("'fortran_order'").ok_or_else(|| missing("'fortran_order'"))?.starts_with("True");
        let shape = value("'shape'").ok_or_else(|| missing("'shape'"))?;
        let shape = shape.strip_prefix('(').and_then(|shape| shape.split(')').next()).unwrap_or_default();
        let sides: Vec<&str> = shape.split(',').map(str::trim).filter(|side| !side.is_empty()).collect();
        let sides: Option<Vec<usize>> = sides.iter().map(|side| side.parse().ok()).collect();
        match sides.as_deref() {
            Some(&[rows, columns]) => Ok(Self { float, by_columns, shape: [rows, columns] }),
            _ => Err(format!("its shape is ({shape}), not (papers, dimensions)")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, values: &[u8]) -> Vec<u8> {
        let mut bytes = [MAGIC, &[1, 0], &(header.len() as u16).to_le_bytes(), header.as_bytes()].concat();
        bytes.extend_from_slice(values);
        bytes
    }

    fn header(kind: &str, by_columns: &str, shape: &str) -> String {
        format!("{{'descr': '{kind}', 'fortran_order': {by_columns}, 'shape': {shape}, }}   \n")
    }

    #[test]
    fn every_order_of_bytes_and_of_axes_is_read() {
        let wanted = ndarray::array![[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
        let [rows, columns] = [[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]];
        let bytes = |values: [f32; 6], float: Float| -> Vec<u8> {
            values
                .iter()
                .flat_map(|&value| match float {
                    Float::Little16 => f16::from_f32(value).to_le_bytes().to_vec(),
                    Float::Little32 => value.to_le_bytes().to_vec(),
                    Float::Big32 => value.to_be_bytes().to_vec(),
                    Float::Little64 => f64::from(value).to_le_bytes().to_vec(),
                    Float::Big64 => f64::from(value).to_be_bytes().to_vec(),
                })
                .collect()
        };
        for (kind, float) in [
            ("<f2", Float::Little16),
            ("<f4", Float::Little32),
            (">f4", Float::Big32),
            ("<f8", Float::Little64),
            (">f8", Float::Big64),
        ] {
            assert_eq!(parse(&file(&header(kind, "False", "(2, 3)"), &bytes(rows, float))).unwrap(), wanted);
            assert_eq!(
                parse(&file(&header(kind, "True", "(2, 3)"), &bytes(columns, float))).unwrap(),
                wanted
            );
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let refused = |header: &str, values: &[u8]| parse(&file(header, values)).unwrap_err();
        assert!(refused(&header("<i8", "False", "(1, 1)"), &[0; 8]).contains("type <i8"));
        assert!(refused(&header("<f4", "False", "(4,)"), &[0; 16]).contains("its shape is (4,)"));
        assert!(
            refused(&header("<f4", "False", "(2, 2)"), &[0; 12]).contains("2 x 2 numbers of 4 bytes, but 12")
        );
        let vast = format!("({0}, {0})", usize::MAX / 2);
        assert!(refused(&header("<f4", "False", &vast), &[0; 4]).contains("but 4 bytes follow"));
        assert!(refused("{}", &[]).contains("no 'descr'"));
        let whole = file(&header("<f4", "False", "(1, 1)"), &[0; 4]);
        for end in MAGIC.len()..whole.len() {
            assert!(parse(&whole[..end]).is_err(), "{end}");
        }
    }
}
