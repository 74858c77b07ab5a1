//! Identifiers that gave way to others.

use std::iter::successors;

use rustc_hash::FxHashMap;

use super::group::identifiers;
use crate::records::record_store::{RecordStore, TextField};

/// Longest way from an identifier to what it is now; a list that leads in a circle is left after it.
const LONGEST: usize = 64;

/// Which identifier took the place of which.
pub(super) struct Merges<'a>(FxHashMap<&'a [u8], &'a [u8]>);

impl<'a> Merges<'a> {
    /// Those that records in `rows` tell of, which have neither a title nor an abstract; of two for one identifier the first in
    /// the order of the bytes.
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

    /// What `identifier` became, step by step.
    pub(super) fn of(&self, identifier: &[u8]) -> impl Iterator<Item = &'a [u8]> {
        successors(self.0.get(identifier).copied(), |now| self.0.get(now).copied()).take(LONGEST)
    }
}
