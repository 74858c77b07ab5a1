//! The two central traits of this crate: where records come from and where they go.

use std::fs::File;
use std::io::{BufRead, BufReader};

use serde::{Deserialize, Serialize};

use crate::{Format, Record, RecordBatch, SourceError};

/// Where a record, or something that could not be read as one, began in its input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Position {
    /// Ordinal of the record in its input, from 1; counts only records that were read if parts of the input
    /// were skipped.
    pub record: u64,
    /// Line in the decompressed input, from 1; `None` for formats without lines, and after skipped parts.
    pub line: Option<u64>,
    /// Byte offset in the decompressed input.
    pub byte: u64,
}

/// A format that recognises itself and streams its records.
pub trait Source: Send + Sync {
    /// The format's name.
    fn format(&self) -> Format;

    /// Whether an input that begins with `head` (its first decompressed bytes, up to 64 KiB, possibly cut
    /// inside a character) has this format.
    fn sniff(&self, head: &[u8]) -> bool;

    /// The column names of a table that begins with `head`, or the keys of its first object; empty for
    /// formats that are not tables.
    fn column_names(&self, _head: &[u8]) -> Vec<String> {
        Vec::new()
    }

    /// Streams every record of `input` to `sink` in input order, and a reject for each thing that could not
    /// be read as a record.
    ///
    /// # Errors
    /// Only for what ends the whole input: a read error, or input that is not in this format at all.
    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError>;

    /// Streams every record of `file`, an uncompressed file on disk. Calls [`read`](Self::read) from the
    /// current position, unless the format is better read in another order.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    fn read_file(&self, file: File, sink: &mut dyn Sink) -> Result<(), SourceError> {
        self.read(&mut BufReader::new(file), sink)
    }
}

/// Receives the records of one input as they are read.
pub trait Sink {
    /// Receives one record.
    fn record(&mut self, position: Position, record: Record);

    /// Whether [`batch`](Self::batch) takes records that are already cleaned and packed.
    fn packs(&self) -> bool {
        false
    }

    /// Whether only some pieces of an input are [wanted](Self::wants_piece), so that pieces should be small.
    fn thins(&self) -> bool {
        false
    }

    /// Whether the next piece of the input is wanted. No batch follows for a piece that is not.
    fn wants_piece(&self) -> bool {
        true
    }

    /// Called for each piece, wanted or not. Batches of wanted pieces arrive in order.
    fn meet_piece(&mut self) {}

    /// Whether the sink takes no more, so that reading on is useless.
    fn has_ended(&self) -> bool {
        false
    }

    /// Receives many records and rejects that were parsed on other threads. Passes them on one by one, unless
    /// the sink [packs](Sink::packs) and overrides this. Whatever remains in the batch is discarded.
    fn batch(&mut self, batch: &mut RecordBatch) {
        batch.unpack(self);
    }

    /// Receives the position of something that could not be read as a record, and the reason: a lower-case
    /// fragment that says what is wrong and, where it helps, what to do.
    fn reject(&mut self, position: Position, reason: String);
}
