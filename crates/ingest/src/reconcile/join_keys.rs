//! By what a record can be joined to others, as numbers.

use super::group::identifiers;
use super::normal_form;
use crate::plain;
use crate::records::record_store::{RecordStore, TextField};

/// Shows the hashes of everything by which the record in `row` could become one paper with another, or get the same key as
/// one: equal identifiers, whoever gave them, and an equal title. Records that share none are never joined and
/// are named differently, so they can be reconciled apart.
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
    // A title may join, and names what nothing else tells apart.
    if !text(TextField::Title).is_empty() {
        see(hash(b"title\0", &normal_form(text(TextField::Title))));
    }
}

fn hash(kind: &[u8], text: &str) -> u64 {
    let hash = blake3::Hasher::new().update(kind).update(text.as_bytes()).finalize();
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has more than eight bytes"))
}
