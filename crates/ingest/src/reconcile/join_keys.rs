//! The keys by which a record can be joined to others, as hashes.

use super::group::identifiers;
use super::normal_form;
use crate::plain;
use crate::records::record_store::{RecordStore, TextField};

/// Calls `see` with a hash of everything by which the record in `row` could be joined to another or get the
/// same key as another: identifiers, whoever issued them, and the title. Records that share no hash are never
/// joined and get different keys, so they can be reconciled separately.
pub(crate) fn join_keys(store: &RecordStore, row: u32, mut see: impl FnMut(u64)) {
    let text = |field| store.text(row, field);
    for field in [TextField::ArxivId, TextField::GivenId, TextField::ExternalId] {
        if !text(field).is_empty() {
            see(hash(b"", plain(text(field)).trim()));
        }
    }
    if !text(TextField::Doi).is_empty() {
        see(hash(b"doi:", plain(text(TextField::Doi)).trim()));
    }
    for identifier in identifiers(store, row) {
        see(hash(b"", plain(identifier).trim()));
    }
    // A title can join records, and the key of a paper without identifiers is made from it.
    if !text(TextField::Title).is_empty() {
        see(hash(b"title\0", &normal_form(text(TextField::Title))));
    }
}

fn hash(kind: &[u8], text: &str) -> u64 {
    let hash = blake3::Hasher::new().update(kind).update(text.as_bytes()).finalize();
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has more than eight bytes"))
}
