//! The two traits that carry this crate: where records come from and where they go.

use std::fs::File;
use std::io::{BufRead, BufReader};

use serde::{Deserialize, Serialize};

use crate::{Format, Record, RecordBatch, SourceError};

/// Where in an input a record, or what could not be read as one, began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Position {
    /// Ordinal of the record in its input, from 1; among those that were looked at, where parts of the input were passed over.
    pub record: u64,
    /// Line in the decompressed input, from 1; `None` for formats without lines, and behind parts that were passed over.
    pub line: Option<u64>,
    /// Byte offset in the decompressed input.
    pub byte: u64,
}

/// A format of abstracts that recognises itself and streams its records.
pub trait Source: Send + Sync {
    /// The format's name.
    fn format(&self) -> Format;

    /// Whether an input that begins with `head` (its first decompressed bytes, up to 64 KiB, possibly cut
    /// inside a character) is of this format.
    fn sniff(&self, head: &[u8]) -> bool;

    /// The names of the columns of a table that begins with `head`, or the keys of the first object of one; none for a format
    /// that is no table.
    fn column_names(&self, _head: &[u8]) -> Vec<String> {
        Vec::new()
    }

    /// Streams every record of `input` to `sink` in the order of the input, and what could not be read as a
    /// record as a reject.
    ///
    /// # Errors
    /// Only for what ends the whole input: it cannot be read further, or it is not of this format at all.
    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError>;

    /// Streams every record of `file`, which lies on disk as it is: [`read`](Self::read) from where it stands, unless the
    /// format is better read in another order.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    fn read_file(&self, file: File, sink: &mut dyn Sink) -> Result<(), SourceError> {
        self.read(&mut BufReader::new(file), sink)
    }
}

/// Takes the records of one input as they are read.
pub trait Sink {
    /// Takes one record.
    fn record(&mut self, position: Position, record: Record);

    /// Whether [`batch`](Self::batch) takes records that are cleaned and packed already.
    fn packs(&self) -> bool {
        false
    }

    /// Whether only some pieces of an input are [wanted](Self::wants_piece), so that they should be small.
    fn thins(&self) -> bool {
        false
    }

    /// Whether the next piece of an input is wanted; of one that is not no batch is to come.
    fn wants_piece(&self) -> bool {
        true
    }

    /// Takes notice of the next piece, wanted or not. The batches of those that are wanted come in their order.
    fn meet_piece(&mut self) {}

    /// Takes many records, and rejects among them, that were parsed on other threads: one by one, unless the sink
    /// [packs](Self::packs) and does it otherwise. What is left in the batch is forgotten.
    fn batch(&mut self, batch: &mut RecordBatch) {
        batch.unpack(self);
    }

    /// Takes the place and the reason of something that could not be read as a record. `reason` is a
    /// lower-case fragment that says what is wrong and, where it helps, what to do.
    fn reject(&mut self, position: Position, reason: String);
}
