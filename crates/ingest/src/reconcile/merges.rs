//! Identifiers merged into others.

use std::iter::successors;

use rustc_hash::FxHashMap;

use super::group::identifiers;
use crate::records::record_store::{RecordStore, TextField};

/// Most merges that are followed from one identifier, so that a cycle in the list ends.
const LONGEST: usize = 64;

/// Maps each merged identifier to the one that replaced it.
pub(super) struct Merges<'a>(FxHashMap<&'a [u8], &'a [u8]>);

impl<'a> Merges<'a> {
    /// The merges among the records in `rows`: those with neither title nor abstract. If an identifier has
    /// two replacements, the first in byte order wins.
    pub(super) fn among(store: &'a RecordStore, rows: &[u32]) -> Self {
        let mut merges: FxHashMap<&[u8], &[u8]> = FxHashMap::default();
        for &row in rows.iter().filter(|&&row| store.bytes(row, TextField::Abstract).is_empty()) {
            if let Some(now) = identifiers(store, row).next() {
                let known = merges.entry(store.bytes(row, TextField::ExternalId)).or_insert(now.as_bytes());
                *known = (*known).min(now.as_bytes());
            }
        }
        Self(merges)
    }

    /// The identifiers that successively replaced `identifier`.
    pub(super) fn of(&self, identifier: &[u8]) -> impl Iterator<Item = &'a [u8]> {
        successors(self.0.get(identifier).copied(), |now| self.0.get(now).copied()).take(LONGEST)
    }
}
