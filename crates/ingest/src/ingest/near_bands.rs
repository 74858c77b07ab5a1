//! Near-duplicates among more papers than fit in memory: the keys of each band are kept in a file, and the
//! texts of candidate pairs are read some at a time.

use std::path::Path;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::reconcile::near_duplicates::{
    BANDS, are_close, band_keys, distinct, groups, pairs, put_counting_first,
};
use crate::spill::Buckets;
use crate::{Corpus, IngestError, Reconciliation};

/// Papers whose texts are compared at once.
const COMPARED: usize = 65_536;

/// The keys of papers in every band, in unnamed files.
pub(crate) struct NearBands(Buckets);

impl NearBands {
    /// Starts files for the keys in the folder `home`.
    pub(crate) fn begin(home: &Path) -> Result<Self, IngestError> {
        Buckets::begin(home, BANDS).map(Self)
    }

    /// Adds the next papers.
    pub(crate) fn push(&mut self, papers: &Corpus) -> Result<(), IngestError> {
        let keys = band_keys(papers.len(), |row| papers.document(row));
        (0..BANDS).try_for_each(|band| {
            keys.iter().try_for_each(|keys| self.0.append(band, &keys[band].to_le_bytes()))
        })
    }

    /// Groups the papers as [`near_duplicates`](crate::reconcile::near_duplicates::near_duplicates) does.
    /// `select` returns the papers in the given rows, which ascend.
    pub(crate) fn groups(
        self,
        threshold: f64,
        select: impl Fn(&[u32]) -> Result<Corpus, IngestError>,
    ) -> Result<Vec<Vec<u32>>, IngestError> {
        let mut found = Vec::with_capacity(BANDS);
        for keys in self.0.contents() {
            found.push(pairs(keys?.as_chunks().0.iter().map(|&key| u32::from_le_bytes(key))));
        }
        let mut close = Vec::new();
        let mut rest = distinct(&found).into_iter().peekable();
        while rest.peek().is_some() {
            let mut at_once = Vec::new();
            let mut rows = Vec::new();
            while let Some(pair) = rest.next_if(|_| rows.len() < COMPARED) {
                rows.extend([pair.0, pair.1]);
                at_once.push(pair);
            }
            rows.sort_unstable();
            rows.dedup();
            let papers = select(&rows)?;
            let place: FxHashMap<u32, usize> = rows.iter().copied().zip(0..).collect();
            let is_close = |&(first, second): &(u32, u32)| {
                let [first, second] = [first, second].map(|row| papers.document(place[&row]));
                are_close(first, second, threshold)
            };
            close.par_extend(at_once.into_par_iter().filter(is_close));
        }
        Ok(groups(&close))
    }
}

/// Chooses the earliest submitted paper of each group to count for the others. Returns pairs of a
/// near-duplicate and the paper that counts for it, ascending, and adds them to `log`. `papers` are those in
/// `rows`, which ascend.
pub(crate) fn count_near_duplicates(
    groups: Vec<Vec<u32>>,
    rows: &[u32],
    papers: &Corpus,
    log: &mut Reconciliation,
) -> Vec<[u32; 2]> {
    let place = |row: u32| rows.binary_search(&row).expect("a paper of a group");
    let mut pairs = Vec::new();
    for mut group in groups {
        put_counting_first(&mut group, |row| papers.submitted(place(row)));
        let [counting, others @ ..] = group.as_slice() else { continue };
        for &other in others {
            pairs.push([other, *counting]);
            let (input, record) = papers.speaker(place(other)).unwrap_or_default();
            log.push_near_duplicate([*counting, other].map(|row| papers.key(place(row))), input, record);
        }
    }
    pairs.sort_unstable();
    pairs
}
