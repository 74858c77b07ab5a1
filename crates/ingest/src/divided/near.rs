//! Near-duplicates among papers whose texts are spread over many places.
//!
//! Every part of a corpus yields the band keys of its papers ([`entries`]). The entries of one bucket are
//! brought together and yield [`pairs`] of papers that may be near-duplicates; the texts and authors of a pair
//! decide whether they are ([`are_close`]). [`count`] turns the remaining pairs of rows into groups in which one
//! paper counts.

use super::packing::not_rows;
use crate::ingest::count_near_duplicates;
pub use crate::reconcile::near_duplicates::Document;
use crate::reconcile::near_duplicates::{self as reconciling, ALONE, BANDS, band_keys};
use crate::{Corpus, IngestError, Reconciliation};

/// Bytes of an entry: a key and a row.
const ENTRY: usize = 8;

/// The band keys of `papers`, each followed by the paper's row, grouped into at most `buckets` buckets per
/// band. The first paper is in row `first` of the corpus.
///
/// # Panics
/// When `buckets` is 0.
#[must_use]
pub fn entries(papers: &Corpus, first: u32, buckets: u32) -> Vec<(u32, Vec<u8>)> {
    let mut of_bucket = vec![Vec::new(); BANDS * buckets as usize];
    for (row, keys) in (first..).zip(band_keys(papers.len(), |row| papers.document(row))) {
        for (band, key) in (0..).zip(keys).filter(|&(_, key)| key != ALONE) {
            let entries: &mut Vec<u8> = &mut of_bucket[(band * buckets + key % buckets) as usize];
            entries.extend(key.to_le_bytes());
            entries.extend(row.to_le_bytes());
        }
    }
    (0..).zip(of_bucket).filter(|(_, entries)| !entries.is_empty()).collect()
}

/// The candidate pairs of rows in one bucket, from all its entries.
///
/// # Errors
/// [`IngestError::NotATable`] for other bytes.
pub fn pairs<'a>(entries: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<[u32; 2]>, IngestError> {
    let mut keyed = Vec::new();
    for entries in entries {
        let (whole, []) = entries.as_chunks::<ENTRY>() else {
            return Err(not_rows("entries of bands", "an entry is truncated"));
        };
        let number = |bytes: [u8; 4]| u32::from_le_bytes(bytes);
        keyed.extend(
            whole.iter().map(|&[a, b, c, d, e, f, g, h]| (number([a, b, c, d]), number([e, f, g, h]))),
        );
    }
    Ok(reconciling::pairs_of(keyed).into_iter().map(|(first, second)| [first, second]).collect())
}

/// Whether two papers are near-duplicates: the three-word shingles of their texts have a Jaccard similarity of
/// at least `least`, and they have an author in common or the authors of one are unknown.
#[must_use]
pub fn are_close(first: Document<'_>, second: Document<'_>, least: f64) -> bool {
    reconciling::are_close(first, second, least)
}

/// The rows of all papers that are in a pair, ascending.
#[must_use]
pub fn rows(close: &[[u32; 2]]) -> Vec<u32> {
    let mut rows = close.concat();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Pairs of a near-duplicate and the paper that counts for it, ascending; also adds them to `log`. `close`
/// are the pairs of near-duplicates, and `papers` those in their [`rows`].
///
/// # Panics
/// When `papers` are not the papers in [`rows`] of `close`.
pub fn count(close: &[[u32; 2]], papers: &Corpus, log: &mut Reconciliation) -> Vec<[u32; 2]> {
    let pairs: Vec<(u32, u32)> = close.iter().map(|&[first, second]| (first, second)).collect();
    let counted = count_near_duplicates(reconciling::groups(&pairs), &rows(close), papers, log);
    log.rows.sort_unstable();
    counted
}
