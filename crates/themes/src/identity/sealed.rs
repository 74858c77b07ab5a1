//! Files that hold a value with its kind, version and checksum.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ThemeError;

/// Version of the files that this program writes, and the latest that it reads.
const VERSION: u32 = 1;

/// Writes `thema KIND VERSION HASH`, a line feed and the value as JSON. The hash is BLAKE3 of the JSON.
pub(super) fn write<T: Serialize>(kind: &str, value: &T, out: &mut dyn Write) -> io::Result<()> {
    let mut hasher = blake3::Hasher::new();
    // Serialised twice, so that the JSON is never in memory as a whole.
    serde_json::to_writer(io::BufWriter::with_capacity(1 << 16, &mut hasher), value)?;
    writeln!(out, "thema {kind} {VERSION} {}", hasher.finalize().to_hex())?;
    serde_json::to_writer(out, value).map_err(io::Error::from)
}

/// Reads what [`write()`] wrote.
///
/// # Errors
/// [`ThemeError::NewerModel`] for a file of a later version, [`ThemeError::DamagedModel`] for a file of
/// another kind or an incomplete one, [`ThemeError::Read`] if the file cannot be read.
pub(super) fn read<T: DeserializeOwned>(kind: &str, path: &Path) -> Result<T, ThemeError> {
    let bytes = std::fs::read(path)
        .map_err(|error| ThemeError::Read { path: path.to_path_buf(), reason: error.to_string() })?;
    parse(kind, &bytes, path)
}

fn parse<T: DeserializeOwned>(kind: &str, bytes: &[u8], path: &Path) -> Result<T, ThemeError> {
    let damaged = |reason: &str| ThemeError::DamagedModel { path: path.to_path_buf(), reason: reason.into() };
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(|| damaged("it has no header"))?;
    let header = std::str::from_utf8(&bytes[..end]).map_err(|_| damaged("it has no header"))?;
    let [program, found_kind, version, hash] = header.split(' ').collect::<Vec<_>>()[..] else {
        return Err(damaged("it has no header"));
    };
    if program != "thema" || found_kind != kind {
        return Err(damaged(&format!("it does not contain {kind}")));
    }
    let version: u32 = version.parse().map_err(|_| damaged("its version is not a number"))?;
    if version == 0 {
        return Err(damaged("its version is 0"));
    }
    if version > VERSION {
        return Err(ThemeError::NewerModel { path: path.to_path_buf(), found: version, supported: VERSION });
    }
    let body = &bytes[end + 1..];
    if blake3::hash(body).to_hex().as_str() != hash {
        return Err(damaged("its checksum does not match its content"));
    }
    serde_json::from_slice(body).map_err(|error| damaged(&error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(bytes: &[u8]) -> Result<Vec<f32>, ThemeError> {
        parse("numbers", bytes, Path::new("m"))
    }

    #[test]
    fn values_come_back_and_damage_is_named() {
        let mut bytes = Vec::new();
        write("numbers", &[0.1_f32, -2.5], &mut bytes).unwrap();
        assert_eq!(parsed(&bytes).unwrap(), [0.1, -2.5]);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(parsed(&damaged).is_err(), "byte {at}");
            assert!(parsed(&bytes[..at]).is_err(), "{at} bytes");
        }
        let newer = String::from_utf8(bytes).unwrap().replacen(" 1 ", " 2 ", 1);
        assert!(matches!(parsed(newer.as_bytes()), Err(ThemeError::NewerModel { found: 2, .. })));
        assert!(parse::<Vec<f32>>("others", newer.as_bytes(), Path::new("m")).is_err());
    }
}
