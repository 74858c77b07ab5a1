//! Near-duplicates among papers whose texts lie in many places.
//!
//! Every part of a corpus gives the keys of its papers in every band of their signatures ([`entries`]), those of one bucket come together and
//! give [`pairs`] of papers that may be near-duplicates, and the texts of a pair tell whether they are ([`similarity`]). What is left are pairs of
//! rows, which [`count`] makes into groups of which one paper counts.

use rayon::prelude::*;

use super::packing::not_rows;
use crate::ingest::count_near_duplicates;
use crate::reconcile::near_duplicates::{self as reconciling, ALONE, BANDS, bands};
use crate::{Corpus, IngestError, Reconciliation};

/// Bytes of an entry: a key and a row.
const ENTRY: usize = 8;

/// The keys of papers in all bands, each with the paper's row, by buckets: at most `buckets` for every band. The papers stand in the
/// corpus from row `first` on.
///
/// # Panics
/// When there are no buckets.
#[must_use]
pub fn entries(papers: &Corpus, first: u32, buckets: u32) -> Vec<(u32, Vec<u8>)> {
    let of_paper =
        |hashes: &mut Vec<u64>, row: usize| bands([papers.title(row), papers.abstract_text(row)], hashes);
    let keys: Vec<[u32; BANDS]> = (0..papers.len()).into_par_iter().map_init(Vec::new, of_paper).collect();
    let mut of_bucket = vec![Vec::new(); BANDS * buckets as usize];
    for (row, keys) in (first..).zip(keys) {
        for (band, key) in (0..).zip(keys).filter(|&(_, key)| key != ALONE) {
            let entries: &mut Vec<u8> = &mut of_bucket[(band * buckets + key % buckets) as usize];
            entries.extend(key.to_le_bytes());
            entries.extend(row.to_le_bytes());
        }
    }
    (0..).zip(of_bucket).filter(|(_, entries)| !entries.is_empty()).collect()
}

/// Pairs of rows that one bucket brings together, from all its entries.
///
/// # Errors
/// [`IngestError::NotATable`] for other bytes.
pub fn pairs<'a>(entries: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<[u32; 2]>, IngestError> {
    let mut keyed = Vec::new();
    for entries in entries {
        let (whole, []) = entries.as_chunks::<ENTRY>() else {
            return Err(not_rows("entries of bands", "an entry is cut short"));
        };
        let number = |bytes: [u8; 4]| u32::from_le_bytes(bytes);
        keyed.extend(
            whole.iter().map(|&[a, b, c, d, e, f, g, h]| (number([a, b, c, d]), number([e, f, g, h]))),
        );
    }
    Ok(reconciling::pairs_of(keyed).into_iter().map(|(first, second)| [first, second]).collect())
}

/// How like two papers are, by title and abstract: the Jaccard similarity of their shingles of three words.
#[must_use]
pub fn similarity(first: [&str; 2], second: [&str; 2]) -> f64 {
    reconciling::similarity(first, second)
}

/// Rows of all papers that are in a pair, ascending.
#[must_use]
pub fn rows(close: &[[u32; 2]]) -> Vec<u32> {
    let mut rows = close.concat();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Papers for which others count, each before the one that counts, ascending, and the log tells of them. `close` are the pairs of
/// near-duplicates, and `papers` those in their [`rows`].
///
/// # Panics
/// When there are other papers.
pub fn count(close: &[[u32; 2]], papers: &Corpus, log: &mut Reconciliation) -> Vec<[u32; 2]> {
    let pairs: Vec<(u32, u32)> = close.iter().map(|&[first, second]| (first, second)).collect();
    let counted = count_near_duplicates(reconciling::groups(&pairs), &rows(close), papers, log);
    log.rows.sort_unstable();
    counted
}
