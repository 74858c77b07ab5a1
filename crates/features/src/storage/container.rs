//! The container format of stored models.
//!
//! All numbers are little endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `thema-fm` |
//! | 4 | version of the format |
//! | 4 | number of sections |
//! | 16 per section | name, padded with zeros, and length of the section |
//! | | the sections, one after another |
//! | 32 | BLAKE3 hash of everything before |

use std::borrow::Cow;
use std::io::{Read, Write};

use crate::FeatureError;

const MAGIC: &[u8; 8] = b"thema-fm";
/// The version written, and the latest that can be read.
const VERSION: u32 = 1;
const NAME: usize = 8;
const PREFIX: usize = MAGIC.len() + 4 + 4;
const ENTRY: usize = NAME + 8;
const HASH: usize = blake3::OUT_LEN;
const MOST_SECTIONS: usize = 64;

/// Writes sections, each with a name of up to 8 bytes.
///
/// # Errors
/// [`FeatureError::Storage`] if `out` fails.
pub fn write_container(mut out: impl Write, sections: &[(&str, &[u8])]) -> Result<(), FeatureError> {
    let mut head = Vec::with_capacity(PREFIX + ENTRY * sections.len());
    head.extend_from_slice(MAGIC);
    head.extend_from_slice(&VERSION.to_le_bytes());
    head.extend_from_slice(&(sections.len() as u32).to_le_bytes());
    for (name, content) in sections {
        let mut padded = [0; NAME];
        padded[..name.len()].copy_from_slice(name.as_bytes());
        head.extend_from_slice(&padded);
        head.extend_from_slice(&(content.len() as u64).to_le_bytes());
    }
    let mut hasher = blake3::Hasher::new();
    for bytes in std::iter::once(head.as_slice()).chain(sections.iter().map(|(_, content)| *content)) {
        hasher.update(bytes);
        out.write_all(bytes)?;
    }
    out.write_all(hasher.finalize().as_bytes())?;
    Ok(out.flush()?)
}

/// The sections of a stored model whose version, hash and bounds have been checked.
pub struct Container<'b> {
    bytes: Cow<'b, [u8]>,
    /// Name and range of every section.
    sections: Vec<([u8; NAME], std::ops::Range<usize>)>,
}

impl Container<'static> {
    /// Reads a container to its end.
    ///
    /// # Errors
    /// [`FeatureError::Storage`] if `input` cannot be read, [`FeatureError::NewerModel`] for a later format
    /// version, [`FeatureError::DamagedModel`] for anything else not written by [`write_container`].
    pub fn read(mut input: impl Read) -> Result<Self, FeatureError> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        Self::checked(Cow::Owned(bytes))
    }
}

impl<'b> Container<'b> {
    /// A container in memory.
    ///
    /// # Errors
    /// As [`read`](Container::read).
    pub fn of(bytes: &'b [u8]) -> Result<Self, FeatureError> {
        Self::checked(Cow::Borrowed(bytes))
    }

    fn checked(bytes: Cow<'b, [u8]>) -> Result<Self, FeatureError> {
        if !bytes.starts_with(MAGIC) {
            return Err(FeatureError::damaged("it does not start like a model"));
        }
        let number =
            |at: usize| -> Option<u32> { Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?)) };
        let (Some(version), Some(count)) = (number(MAGIC.len()), number(MAGIC.len() + 4)) else {
            return Err(FeatureError::damaged("it is truncated"));
        };
        if version > VERSION {
            return Err(FeatureError::NewerModel { found: version, supported: VERSION });
        }
        let body = bytes.len().saturating_sub(HASH);
        if body < PREFIX || blake3::hash(&bytes[..body]).as_bytes() != &bytes[body..] {
            return Err(FeatureError::damaged("its checksum does not match"));
        }
        let sections = directory(&bytes[..body], count as usize)
            .ok_or_else(|| FeatureError::damaged("its sections do not match its length"))?;
        Ok(Self { bytes, sections })
    }

    /// The section `name`.
    ///
    /// # Errors
    /// [`FeatureError::DamagedModel`] if there is none.
    pub fn section(&self, name: &str) -> Result<&[u8], FeatureError> {
        self.find(name).ok_or_else(|| FeatureError::damaged(&format!("it has no section `{name}`")))
    }

    /// The section `name`, if there is one.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&[u8]> {
        let of_name = |found: &[u8; NAME]| {
            let length = found.iter().position(|&byte| byte == 0).unwrap_or(NAME);
            &found[..length] == name.as_bytes()
        };
        let (_, range) = self.sections.iter().find(|(found, _)| of_name(found))?;
        Some(&self.bytes[range.clone()])
    }
}

/// Names and ranges of the sections; `None` if they do not fill `bytes` exactly.
fn directory(bytes: &[u8], count: usize) -> Option<Vec<([u8; NAME], std::ops::Range<usize>)>> {
    if count > MOST_SECTIONS {
        return None;
    }
    let mut start = PREFIX + ENTRY * count;
    let mut sections = Vec::with_capacity(count);
    for entry in bytes.get(PREFIX..start)?.chunks_exact(ENTRY) {
        let (name, length) = entry.split_at(NAME);
        let length = usize::try_from(u64::from_le_bytes(length.try_into().ok()?)).ok()?;
        let end = start.checked_add(length)?;
        sections.push((name.try_into().ok()?, start..end));
        start = end;
    }
    (start == bytes.len()).then_some(sections)
}

#[cfg(test)]
mod tests {
    use super::{Container, MAGIC, write_container};
    use crate::FeatureError;

    fn stored() -> Vec<u8> {
        let mut bytes = Vec::new();
        write_container(&mut bytes, &[("first", b"one"), ("empty", b""), ("eightlet", b"three")]).unwrap();
        bytes
    }

    #[test]
    fn sections_come_back() {
        let bytes = stored();
        let container = Container::of(&bytes).unwrap();
        assert_eq!(container.section("first").unwrap(), b"one");
        assert_eq!(container.section("empty").unwrap(), b"");
        assert_eq!(container.section("eightlet").unwrap(), b"three");
        assert!(matches!(container.section("fir"), Err(FeatureError::DamagedModel { .. })));
    }

    #[test]
    fn every_flipped_byte_and_every_cut_is_noticed() {
        let bytes = stored();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x20;
            assert!(Container::read(damaged.as_slice()).is_err(), "byte {at}");
            assert!(Container::read(&bytes[..at]).is_err(), "cut at {at}");
        }
        let mut longer = bytes;
        longer.push(0);
        assert!(Container::read(longer.as_slice()).is_err());
    }

    #[test]
    fn a_newer_version_is_named() {
        let mut bytes = stored();
        bytes[MAGIC.len()] = 2;
        let error = Container::read(bytes.as_slice()).err().unwrap();
        assert_eq!(error.to_string(), "the model has format version 2; this program reads up to version 1");
    }

    #[test]
    fn a_hostile_directory_is_refused() {
        for (at, value) in [(12, 200_u8), (12, 4), (24, 255), (31, 255)] {
            let mut bytes = stored();
            bytes[at] = value;
            let body = bytes.len() - 32;
            let hash = blake3::hash(&bytes[..body]);
            bytes[body..].copy_from_slice(hash.as_bytes());
            assert!(
                matches!(Container::read(bytes.as_slice()), Err(FeatureError::DamagedModel { .. })),
                "{at}"
            );
        }
    }
}
