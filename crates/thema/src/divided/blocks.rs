//! Values as bytes to send from one process to another.

use std::io::BufReader;

use serde::Serialize;
use serde::de::DeserializeOwned;
use thema_features::storage::{Container, write_container};

use crate::error::Blame;
use crate::{Error, Fault, Result};

/// Compression level of zstd: the lowest regular one.
const LEVEL: i32 = 1;

/// Packs sections into one block with a checksum.
pub(super) fn block(sections: &[(&str, &[u8])]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    write_container(&mut bytes, sections)?;
    Ok(bytes)
}

/// Opens a block made by [`block`].
pub(super) fn opened(block: &[u8]) -> Result<Container<'_>> {
    Container::of(block).blame_for(Fault::Input, || "a block of a divided run".to_owned())
}

/// A value as compressed JSON.
pub(super) fn packed<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    let text = serde_json::to_vec(value).blame(Fault::Internal)?;
    zstd::bulk::compress(&text, LEVEL).blame(Fault::Internal)
}

/// The value that [`packed`] compressed.
pub(super) fn unpacked<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let text = zstd::Decoder::new(bytes).map_err(|error| damaged(&error.to_string()))?;
    serde_json::from_reader(BufReader::new(text)).map_err(|error| damaged(&error.to_string()))
}

pub(super) fn damaged(reason: &str) -> Error {
    Error::new(Fault::Input, format!("a block of a divided run is corrupted: {reason}"))
}
