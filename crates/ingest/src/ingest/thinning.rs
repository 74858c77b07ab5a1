//! A thin, even draw of the inputs: every nth of their pieces, so that inputs of any size yield a bounded
//! number of records.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use crate::ingest::notes::InputNotes;
use crate::records::record_store::RecordStore;
use crate::{Corpus, Format, IngestError, Position, Record, RecordBatch, Reject};

/// Records per piece, for inputs that deliver records one by one.
const PIECE: usize = 32;

/// How much of the inputs was read, if not all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thinned {
    /// The share of the inputs' pieces that was kept, between 0 and 1.
    pub share: f64,
    /// The number of records in all pieces, extrapolated from those kept.
    pub records: u64,
}

/// Keeps every piece until there are too many records, then every second piece, every fourth and so on.
/// Pieces are counted over all inputs, so every part of every input gets its share, whatever its size, format
/// and compression.
pub(crate) struct Thinning {
    /// Most records kept.
    most: usize,
    /// One piece in this many is kept; a power of two.
    every: u64,
    /// Pieces seen so far.
    met: u64,
    /// Numbers of the wanted pieces that have not arrived yet.
    awaited: VecDeque<u64>,
    kept: Vec<Kept>,
    inputs: Vec<ThinnedInput>,
    /// Records that arrived one by one and do not yet fill a piece.
    unfinished: RecordBatch,
}

struct Kept {
    piece: u64,
    input: usize,
    content: Content,
}

enum Content {
    Records(Box<RecordBatch>),
    Papers(Box<Corpus>),
}

impl Content {
    fn len(&self) -> usize {
        match self {
            Self::Records(batch) => batch.len() + batch.rejects().len(),
            Self::Papers(corpus) => corpus.len(),
        }
    }
}

struct ThinnedInput {
    path: PathBuf,
    format: Format,
    /// The number of the input in the record store.
    origin: u32,
}

impl Thinning {
    /// Keeps at most `most` records, and at least half as many if there are more.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most,
            every: 1,
            met: 0,
            awaited: VecDeque::new(),
            kept: Vec::new(),
            inputs: Vec::new(),
            unfinished: RecordBatch::new(true),
        }
    }

    /// Whether all pieces were kept.
    pub(crate) fn is_whole(&self) -> bool {
        self.every == 1
    }

    /// Starts an input: the pieces that follow belong to it.
    pub(crate) fn begin_input(&mut self, path: &Path, format: Format, origin: u32) {
        self.inputs.push(ThinnedInput { path: path.to_owned(), format, origin });
        self.awaited.clear();
    }

    /// Makes a piece of the last records of an input.
    pub(crate) fn end_input(&mut self) {
        let last = std::mem::replace(&mut self.unfinished, RecordBatch::new(true));
        let content = Content::Records(Box::new(last));
        if content.len() > 0 {
            let is_wanted = self.wants_piece();
            self.meet_piece();
            if is_wanted {
                self.keep(content);
            }
        }
    }

    /// Whether the next piece is wanted.
    pub(crate) fn wants_piece(&self) -> bool {
        self.met.is_multiple_of(self.every)
    }

    /// Counts the next piece.
    pub(crate) fn meet_piece(&mut self) {
        if self.wants_piece() {
            self.awaited.push_back(self.met);
        }
        self.met += 1;
    }

    /// Takes the records of the next wanted piece.
    pub(crate) fn keep_records(&mut self, batch: &mut RecordBatch) {
        self.keep(Content::Records(Box::new(std::mem::replace(batch, RecordBatch::new(true)))));
    }

    /// Takes papers as the next wanted piece.
    pub(crate) fn keep_papers(&mut self, corpus: Corpus) {
        self.keep(Content::Papers(Box::new(corpus)));
    }

    /// Takes one record, or the reason that something is not one.
    pub(crate) fn push(&mut self, position: Position, parsed: Result<Record, String>) {
        self.unfinished.push(position, parsed);
        if self.unfinished.len() + self.unfinished.rejects().len() == PIECE {
            self.end_input();
        }
    }

    fn keep(&mut self, content: Content) {
        let awaited = self.awaited.pop_front();
        // The piece may have been wanted before the interval was doubled.
        let Some(piece) = awaited.filter(|piece| piece.is_multiple_of(self.every)) else { return };
        self.kept.push(Kept { piece, input: self.inputs.len() - 1, content });
        while self.kept.len() > 1
            && self.kept.iter().map(|kept| kept.content.len()).sum::<usize>() > self.most
        {
            self.every *= 2;
            self.kept.retain(|kept| kept.piece.is_multiple_of(self.every));
        }
    }

    /// Moves the kept records to `store` and their rejects to `notes`, after all inputs are read; returns how
    /// much of the inputs was kept.
    ///
    /// # Errors
    /// When the papers of a corpus are damaged.
    pub(crate) fn settle(
        self,
        store: &mut RecordStore,
        notes: &mut InputNotes,
    ) -> Result<Thinned, IngestError> {
        let share = self.kept.len() as f64 / self.met.max(1) as f64;
        for Kept { input, content, .. } in self.kept {
            let ThinnedInput { path, format, origin } = &self.inputs[input];
            let (records, rejected) = match content {
                Content::Records(mut batch) => {
                    let records = batch.len() as u64;
                    let rejects = batch.append_to(store, *origin);
                    let before = notes.rejects.len();
                    notes.rejects.extend(rejects.map(|(position, reason)| Reject {
                        path: path.clone(),
                        format: Some(*format),
                        position: Some(position),
                        reason,
                        unread: false,
                        unlisted: 0,
                    }));
                    (records, (notes.rejects.len() - before) as u64)
                }
                Content::Papers(corpus) => {
                    let damaged = |reason| IngestError::NotACorpus { path: path.clone(), reason };
                    (store.push_corpus(&corpus).map_err(damaged)?, 0)
                }
            };
            if let Some(summary) = notes.inputs.iter_mut().find(|summary| summary.path == *path) {
                summary.records += records;
                summary.rejected += rejected;
                let dates = store.dates_of(*origin);
                summary.date_losses = dates.losses(dates.convention());
            }
        }
        Ok(Thinned { share, records: (store.len() as f64 / share).round() as u64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The records kept from inputs with these numbers of records, delivered one by one, as ordinals over all
    /// inputs.
    fn kept(inputs: &[usize], most: usize) -> (Vec<u64>, Thinned) {
        let (mut store, mut notes) = (RecordStore::default(), InputNotes::default());
        let mut thinning = Thinning::new(most);
        let mut number = 0;
        for records in inputs {
            thinning.begin_input(Path::new("papers"), Format::Ris, 0);
            for _ in 0..*records {
                let record = Record { title: format!("On queues, {number}"), ..Record::default() };
                thinning.push(Position { record: number, ..Position::default() }, Ok(record));
                number += 1;
            }
            thinning.end_input();
        }
        let thinned = thinning.settle(&mut store, &mut notes).unwrap();
        (store.facts.iter().map(|facts| facts.ordinal).collect(), thinned)
    }

    #[test]
    fn few_records_are_kept_whole_and_many_thinned_evenly() {
        let (whole, thinned) = kept(&[100, 1, 99], 200);
        assert!(whole.into_iter().eq(0..200));
        assert_eq!(thinned, Thinned { share: 1.0, records: 200 });
        let (thin, thinned) = kept(&[50_000, 3, 50_000], 2_000);
        assert!((1_000..=2_000).contains(&thin.len()), "{}", thin.len());
        assert!((99_000..=101_000).contains(&thinned.records), "{thinned:?}");
        for tenth in 0..10 {
            let of_tenth = thin.iter().filter(|&&number| number / 10_001 == tenth).count();
            assert!((thin.len() / 20..=thin.len() / 6).contains(&of_tenth), "{of_tenth} of tenth {tenth}");
        }
    }

    #[test]
    fn small_inputs_are_drawn_among_too() {
        let (thin, thinned) = kept(&[3].repeat(4_000), 1_000);
        assert!((500..=1_000).contains(&thin.len()) && thinned.records == 12_000, "{thinned:?}");
    }

    #[test]
    fn pieces_that_come_late_are_dropped_where_they_are_wanted_no_more() {
        let mut thinning = Thinning::new(PIECE);
        thinning.begin_input(Path::new("papers"), Format::Ris, 0);
        let batch = |first: usize| {
            let mut batch = RecordBatch::new(true);
            for number in first..first + PIECE {
                let record = Record { title: format!("On queues, {number}"), ..Record::default() };
                batch.push(Position { record: number as u64, ..Position::default() }, Ok(record));
            }
            batch
        };
        (0..4).for_each(|_| thinning.meet_piece());
        (0..4).for_each(|piece| thinning.keep_records(&mut batch(piece * PIECE)));
        let pieces: Vec<u64> = thinning.kept.iter().map(|kept| kept.piece).collect();
        assert_eq!((pieces, thinning.every), (vec![0], 4));
    }
}
