//! Makes papers of spilled records, as [`reconcile`] and [`build`] do for a store in memory. Records that
//! share keys are read together, all others by ranges of names; the papers come out sorted by key.

use std::path::Path;

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use thema_progress::Task;

use crate::corpus::{PartsWriter, build};
use crate::ingest::near_bands::{NearBands, count_near_duplicates};
use crate::ingest::notes::LeftOver;
use crate::ingest::spilling::{RunPiece, Spilled, names};
use crate::reconcile::{Components, Reconciliation, reconcile};
use crate::records::record_block::{pack, unpack};
use crate::records::record_store::{Origin, RecordStore};
use crate::spill::{Piece, Pieces};
use crate::text::dates::Convention;
use crate::{Corpus, CorpusParts, IngestError};

/// Joined papers per piece.
const PIECE: usize = 8_192;

/// Pieces of records read at once.
const AT_ONCE: usize = 32;

/// Most buckets for records that share keys.
const MOST_BUCKETS: usize = 1_024;

/// The result of joining spilled records.
pub(crate) struct Joined {
    pub(crate) corpus: CorpusParts,
    pub(crate) reconciliation: Reconciliation,
    pub(crate) left_over: LeftOver,
}

/// Makes papers of the spilled records. `conventions` are those of the dates of each origin, `near` is the least similarity of near-duplicates.
pub(super) fn join(
    spilled: Spilled,
    origins: &[Origin],
    conventions: &[Option<Convention>],
    budget: usize,
    home: &Path,
    near: Option<f64>,
) -> Result<Joined, IngestError> {
    let Spilled { keys, file, pieces, records } = spilled;
    let mut joining = Joining {
        components: keys.connect()?,
        origins,
        conventions,
        budget,
        file,
        joined: Vec::new(),
        log: Reconciliation::default(),
        left_over: LeftOver::default(),
        progress: Task::new("joined", records as usize),
    };
    joining.join_shared(&pieces)?;
    let bounds = bounds(&pieces, budget / 3);
    let bound = |at: usize| bounds.get(at).copied();
    let mut out =
        Out { writer: PartsWriter::begin(home)?, bands: near.map(|_| NearBands::begin(home)).transpose()? };
    // Write the papers of one range while making those of the next.
    let mut settled = None;
    for at in 0..=bounds.len() {
        let range = Range(at.checked_sub(1).and_then(bound), bound(at));
        let (written, next) = rayon::join(|| out.push(settled), || joining.settle(&pieces, range));
        written?;
        settled = next?;
    }
    out.push(settled)?;
    let Joining { mut log, left_over, .. } = joining;
    let Out { writer, bands } = out;
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
    conventions: &'a [Option<Convention>],
    budget: usize,
    file: Pieces,
    /// Papers of records that share keys, in pieces with their first and last key.
    joined: Vec<(String, String, Piece)>,
    log: Reconciliation,
    left_over: LeftOver,
    progress: Task,
}

/// Where papers are written.
struct Out {
    writer: PartsWriter,
    bands: Option<NearBands>,
}

impl Out {
    fn push(&mut self, papers: Option<Corpus>) -> Result<(), IngestError> {
        let Some(papers) = papers else { return Ok(()) };
        if let Some(bands) = &mut self.bands {
            bands.push(&papers)?;
        }
        self.writer.push(papers)
    }
}

impl Joining<'_> {
    /// Reads the records that share keys, bucket by bucket, and makes papers of them.
    fn join_shared(&mut self, pieces: &[RunPiece]) -> Result<(), IngestError> {
        let shared = self.components.shared();
        if shared == 0 {
            return Ok(());
        }
        let bytes: usize = pieces.iter().map(|piece| piece.bytes).sum();
        let of_shared = bytes as f64 * shared as f64 / self.components.len().max(1) as f64;
        let buckets = (2.0 * of_shared / self.budget as f64) as usize + 1;
        let mut buckets: Vec<Vec<Piece>> = vec![Vec::new(); buckets.min(MOST_BUCKETS)];
        let mut store = RecordStore::of_origins(self.origins);
        let mut numbers = Vec::new();
        for pieces in pieces.chunks(AT_ONCE) {
            let pieces: Vec<Piece> = pieces.iter().map(|piece| piece.piece).collect();
            numbers.extend(self.read(&pieces, &mut store, |number| self.components.is_shared(number))?);
            if store.size() > self.budget / 2 {
                self.bucket(&store, &numbers, &mut buckets)?;
                store.clear();
                numbers.clear();
            }
        }
        self.bucket(&store, &numbers, &mut buckets)?;
        drop(store);
        for pieces in buckets {
            let mut store = RecordStore::of_origins(self.origins);
            self.read(&pieces, &mut store, |_| true)?;
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

    /// Spills records into the bucket of their component.
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

    /// Makes papers of the records in a range of names that share no key, and merges in the joined papers in
    /// that range; `None` if there are no papers.
    fn settle(&mut self, pieces: &[RunPiece], range: Range<'_>) -> Result<Option<Corpus>, IngestError> {
        let mut store = RecordStore::of_origins(self.origins);
        let touching = pieces.iter().filter(|piece| range.touches(&piece.low, &piece.high));
        let (inside, across): (Vec<&RunPiece>, Vec<&RunPiece>) =
            touching.partition(|piece| range.holds(&piece.low) && range.holds(&piece.high));
        let alone = |number: u32| !self.components.is_shared(number);
        for pieces in inside.chunks(AT_ONCE) {
            let pieces: Vec<Piece> = pieces.iter().map(|piece| piece.piece).collect();
            self.read(&pieces, &mut store, alone)?;
        }
        for piece in across {
            let mut of_piece = RecordStore::default();
            let numbers = self.read(&[piece.piece], &mut of_piece, alone)?;
            let held = names(&of_piece).into_iter().zip(numbers).filter(|(name, _)| range.holds(name));
            let held: FxHashSet<u32> = held.map(|(_, number)| number).collect();
            self.read(&[piece.piece], &mut store, |number| held.contains(&number))?;
        }
        let mut papers = if store.len() > 0 { vec![self.papers(store)] } else { Vec::new() };
        for (low, high, piece) in &self.joined {
            if range.touches(low, high) {
                papers.push(range.of(&Corpus::unpack(&self.file, piece)?));
            }
        }
        let is_sorted = papers.len() < 2;
        let papers = Corpus::joined(papers);
        Ok(if is_sorted { papers } else { papers.map(|papers| papers.sorted()) })
    }

    /// Reads into `store` the records of some pieces whose numbers `wanted` accepts, and returns these
    /// numbers.
    fn read(
        &self,
        pieces: &[Piece],
        store: &mut RecordStore,
        wanted: impl Fn(u32) -> bool + Sync,
    ) -> Result<Vec<u32>, IngestError> {
        let read: Vec<Result<(RecordStore, Vec<u32>), IngestError>> = pieces
            .par_iter()
            .map(|piece| {
                let mut of_piece = RecordStore::default();
                let numbers = unpack(&self.file.read(piece)?, &mut of_piece, &wanted);
                let numbers =
                    numbers.ok_or_else(|| self.file.damaged("its records are truncated".to_owned()))?;
                of_piece.settle_dates(self.conventions);
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
        self.progress.advance(store.len());
        let papers = reconcile(&store);
        self.left_over.add(&store, papers.left_over());
        let (corpus, log) = build(store, &papers, None);
        self.log.add(log);
        corpus
    }
}

/// Names that cut the records into ranges of about `bytes` each.
fn bounds(pieces: &[RunPiece], bytes: usize) -> Vec<&str> {
    let mut sorted: Vec<&RunPiece> = pieces.iter().collect();
    sorted.sort_by(|a, b| a.low.cmp(&b.low));
    let mut bounds: Vec<&str> = Vec::new();
    let mut before = 0;
    for piece in sorted {
        if before > bytes && bounds.last().is_none_or(|last| *last < piece.low.as_str()) {
            bounds.push(&piece.low);
            before = 0;
        }
        before += piece.bytes;
    }
    bounds
}

/// Names from the first bound (inclusive) to the second (exclusive).
#[derive(Clone, Copy)]
struct Range<'a>(Option<&'a str>, Option<&'a str>);

impl Range<'_> {
    fn holds(self, name: &str) -> bool {
        self.0.is_none_or(|low| name >= low) && self.1.is_none_or(|high| name < high)
    }

    /// Whether the range may contain a name between `low` and `high`.
    fn touches(self, low: &str, high: &str) -> bool {
        self.0.is_none_or(|from| high >= from) && self.1.is_none_or(|to| low < to)
    }

    /// The papers whose keys are in the range.
    fn of(self, papers: &Corpus) -> Corpus {
        let below = |bound: &str| {
            let (mut from, mut to) = (0, papers.len());
            while from < to {
                let middle = usize::midpoint(from, to);
                if papers.key(middle) < bound { from = middle + 1 } else { to = middle }
            }
            from
        };
        papers.slice(self.0.map_or(0, below)..self.1.map_or(papers.len(), below))
    }
}

/// Pairs of a near-duplicate and the paper that counts for it, ascending; also adds them to `log`.
fn near_duplicates(
    bands: NearBands,
    least: f64,
    corpus: &CorpusParts,
    log: &mut Reconciliation,
) -> Result<Vec<[u32; 2]>, IngestError> {
    let groups = bands.groups(least, |rows| corpus.select(rows))?;
    let mut rows: Vec<u32> = groups.concat();
    rows.sort_unstable();
    Ok(count_near_duplicates(groups, &rows, &corpus.select(&rows)?, log))
}
