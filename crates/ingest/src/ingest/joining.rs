//! Records on the disk into papers, as [`reconcile`] and [`build`] make those of a store: what shares a key is
//! read together, everything else by the parts that it lies in, and the papers come in the order of their keys.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;

use crate::corpus::{PartsWriter, build};
use crate::ingest::spill::{KeyPart, KeyParts, Spilled};
use crate::reconcile::{Components, NearBands, Reconciliation, reconcile};
use crate::records::record_block::{pack, unpack};
use crate::records::record_store::{Origin, RecordStore};
use crate::spill::{Piece, Pieces};
use crate::{Corpus, CorpusParts, IngestError};

/// Papers of a piece of those that were joined.
const PIECE: usize = 8_192;

/// Most buckets of records that are joined.
const MOST_BUCKETS: usize = 1_024;

/// Abstracts of papers that are not there, by input: the first one, and how many.
#[derive(Default)]
pub(crate) struct LeftOver(pub(crate) BTreeMap<u32, (u64, u64)>);

impl LeftOver {
    /// Adds the records in some rows of a store.
    pub(crate) fn add(&mut self, store: &RecordStore, rows: &[u32]) {
        for &row in rows {
            let facts = &store.facts[row as usize];
            let of_input = self.0.entry(facts.input).or_insert((facts.ordinal, 0));
            *of_input = (of_input.0.min(facts.ordinal), of_input.1 + 1);
        }
    }
}

/// What records on the disk became.
pub(crate) struct Joined {
    pub(crate) corpus: CorpusParts,
    pub(crate) reconciliation: Reconciliation,
    pub(crate) left_over: LeftOver,
}

/// Makes papers of records; `near` is the least similarity of near-duplicates.
pub(super) fn join(
    spilled: Spilled,
    origins: &[Origin],
    budget: usize,
    home: &Path,
    near: Option<f64>,
) -> Result<Joined, IngestError> {
    let Spilled { keys, file, parts, .. } = spilled;
    let mut joining = Joining {
        components: keys.connect()?,
        origins,
        budget,
        file,
        joined: Vec::new(),
        writer: PartsWriter::begin(home)?,
        bands: near.map(|_| NearBands::begin(home)).transpose()?,
        log: Reconciliation::default(),
        left_over: LeftOver::default(),
    };
    joining.join_shared(&parts)?;
    for (at, part) in parts.parts.iter().enumerate() {
        joining.settle(part, parts.range(at))?;
    }
    let Joining { writer, bands, mut log, left_over, .. } = joining;
    let mut corpus = writer.finish()?;
    if let Some((bands, least)) = bands.zip(near) {
        let pairs = near_duplicates(bands, least, &corpus, &mut log)?;
        corpus.set_near_duplicates(pairs);
    }
    log.rows.sort_unstable();
    Ok(Joined { corpus, reconciliation: log, left_over })
}

struct Joining<'a> {
    components: Components,
    origins: &'a [Origin],
    budget: usize,
    file: Pieces,
    /// Papers of records that share keys, in pieces that know their first and their last key.
    joined: Vec<(String, String, Piece)>,
    writer: PartsWriter,
    bands: Option<NearBands>,
    log: Reconciliation,
    left_over: LeftOver,
}

impl Joining<'_> {
    /// Reads the records that share keys, bucket by bucket, and makes papers of them.
    fn join_shared(&mut self, parts: &KeyParts) -> Result<(), IngestError> {
        let shared = self.components.shared();
        if shared == 0 {
            return Ok(());
        }
        let bytes: usize = parts.parts.iter().map(|part| part.bytes).sum();
        let of_shared = bytes as f64 * shared as f64 / self.components.len().max(1) as f64;
        let buckets = (2.0 * of_shared / self.budget as f64) as usize + 1;
        let mut buckets: Vec<Vec<Piece>> = vec![Vec::new(); buckets.min(MOST_BUCKETS)];
        let mut store = RecordStore::of_origins(self.origins);
        let mut numbers = Vec::new();
        for part in &parts.parts {
            for pieces in part.pieces.chunks(2 * rayon::current_num_threads()) {
                numbers.extend(self.read(pieces, true, &mut store)?);
                if store.size() > self.budget / 2 {
                    self.bucket(&store, &numbers, &mut buckets)?;
                    store.clear();
                    numbers.clear();
                }
            }
        }
        self.bucket(&store, &numbers, &mut buckets)?;
        drop(store);
        for pieces in buckets {
            let mut store = RecordStore::of_origins(self.origins);
            self.read(&pieces, true, &mut store)?;
            let papers = self.papers(store);
            for first in (0..papers.len()).step_by(PIECE) {
                let piece = papers.slice(first..papers.len().min(first + PIECE));
                let [low, high] = [0, piece.len() - 1].map(|row| piece.key(row).to_owned());
                let piece = piece.pack(&mut self.file)?;
                self.joined.push((low, high, piece));
            }
        }
        Ok(())
    }

    /// Puts records aside by the component that they are of.
    fn bucket(
        &mut self,
        store: &RecordStore,
        numbers: &[u32],
        buckets: &mut [Vec<Piece>],
    ) -> Result<(), IngestError> {
        let mut of_bucket: Vec<Vec<u32>> = vec![Vec::new(); buckets.len()];
        for (row, &number) in (0_u32..).zip(numbers) {
            // Fibonacci hashing: components are numbered by their first record.
            let spread = u64::from(self.components.of(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            of_bucket[spread as usize % buckets.len()].push(row);
        }
        let pieces =
            self.file.append_all(&of_bucket, |rows| pack(store, rows, |row| numbers[row as usize]))?;
        for ((bucket, piece), rows) in buckets.iter_mut().zip(pieces).zip(of_bucket) {
            bucket.extend((!rows.is_empty()).then_some(piece));
        }
        Ok(())
    }

    /// Makes papers of the records of a part that share no key, puts those of the joined ones that lie in `range` between
    /// them, and writes all. A part that is too large is parted once more.
    fn settle(&mut self, part: &KeyPart, range: (Option<&str>, Option<&str>)) -> Result<(), IngestError> {
        if part.bytes > self.budget
            && let Some(parts) = self.parted(part)?
        {
            for (at, smaller) in parts.parts.iter().enumerate() {
                let (low, high) = parts.range(at);
                self.settle(smaller, (low.or(range.0), high.or(range.1)))?;
            }
            return Ok(());
        }
        let mut store = RecordStore::of_origins(self.origins);
        self.read(&part.pieces, false, &mut store)?;
        let mut papers = if store.len() > 0 { vec![self.papers(store)] } else { Vec::new() };
        for (low, high, piece) in &self.joined {
            if range.0.is_none_or(|from| high.as_str() >= from) && range.1.is_none_or(|to| low.as_str() < to)
            {
                papers.push(within(&Corpus::unpack(&self.file, piece)?, range));
            }
        }
        let is_sorted = papers.len() < 2;
        let Some(mut papers) = Corpus::joined(papers) else { return Ok(()) };
        if !is_sorted {
            papers = papers.sorted();
        }
        if let Some(bands) = &mut self.bands {
            bands.push(&papers)?;
        }
        self.writer.push(papers)
    }

    /// Smaller parts of a part; `None` where all its records are called the same.
    fn parted(&mut self, part: &KeyPart) -> Result<Option<KeyParts>, IngestError> {
        let mut parts: Option<KeyParts> = None;
        for pieces in part.pieces.chunks(part.pieces.len().div_ceil(1 + part.bytes / self.budget)) {
            let mut store = RecordStore::of_origins(self.origins);
            let numbers = self.read(pieces, false, &mut store)?;
            if store.len() == 0 {
                continue;
            }
            let parts = parts.get_or_insert_with(|| KeyParts::of_store(&store));
            parts.add_store(&mut self.file, &store, |row| numbers[row as usize])?;
        }
        Ok(parts.filter(|parts| parts.parts.len() > 1))
    }

    /// Adds the records of some pieces that share a key, or do not; gives their numbers.
    fn read(&self, pieces: &[Piece], shared: bool, store: &mut RecordStore) -> Result<Vec<u32>, IngestError> {
        let wanted = |number: u32| self.components.is_shared(number) == shared;
        let read: Vec<Result<(RecordStore, Vec<u32>), IngestError>> = pieces
            .par_iter()
            .map(|piece| {
                let mut of_piece = RecordStore::default();
                let numbers = unpack(&self.file.read(piece)?, &mut of_piece, wanted);
                let numbers = numbers.ok_or_else(|| self.file.damaged("records cut short".to_owned()))?;
                Ok((of_piece, numbers))
            })
            .collect();
        let mut numbers = Vec::new();
        for of_piece in read {
            let (mut records, of_piece) = of_piece?;
            store.absorb(&mut records);
            numbers.extend(of_piece);
        }
        Ok(numbers)
    }

    fn papers(&mut self, store: RecordStore) -> Corpus {
        let papers = reconcile(&store);
        self.left_over.add(&store, papers.left_over());
        let (corpus, log) = build(store, &papers, None);
        self.log.add(log);
        corpus
    }
}

/// The papers whose keys lie in `range`: from the first on, below the second.
fn within(papers: &Corpus, (low, high): (Option<&str>, Option<&str>)) -> Corpus {
    let below = |bound: &str| {
        let (mut from, mut to) = (0, papers.len());
        while from < to {
            let middle = usize::midpoint(from, to);
            if papers.key(middle) < bound { from = middle + 1 } else { to = middle }
        }
        from
    };
    papers.slice(low.map_or(0, below)..high.map_or(papers.len(), below))
}

/// Papers for which others count, each before the one that counts, ascending; the log tells of them.
fn near_duplicates(
    bands: NearBands,
    least: f64,
    corpus: &CorpusParts,
    log: &mut Reconciliation,
) -> Result<Vec<[u32; 2]>, IngestError> {
    let groups = bands.groups(least, |rows| corpus.select(rows))?;
    let mut rows: Vec<u32> = groups.concat();
    rows.sort_unstable();
    let papers = corpus.select(&rows)?;
    let place = |row: u32| rows.binary_search(&row).expect("a paper of a group");
    let mut pairs = Vec::new();
    for mut group in groups {
        group.sort_by_key(|&row| {
            let submitted = papers.submitted(place(row));
            (submitted.is_none(), submitted, row)
        });
        let [counting, others @ ..] = group.as_slice() else { continue };
        for &other in others {
            pairs.push([other, *counting]);
            let (input, record) = papers.speaker(place(other)).unwrap_or_default();
            log.push_near_duplicate([*counting, other].map(|row| papers.key(place(row))), input, record);
        }
    }
    pairs.sort_unstable();
    Ok(pairs)
}
