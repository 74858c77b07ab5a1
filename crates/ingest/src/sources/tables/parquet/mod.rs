//! Tables as Parquet.

mod directory;
mod guard;
mod slices;
mod table;
#[cfg(test)]
mod tests;
mod types;

use std::fs::File;
use std::io::{BufRead, BufReader, Read};

use directory::Directory;
use polars_buffer::Buffer;
use polars_utils::mmap::MMapSemaphore;
use slices::{slices, thin_slices};
use table::Table;

use super::columns::ColumnMapping;
use crate::sources::pipeline;
use crate::{Format, Sink, Source, SourceError};

/// Largest stream, in bytes. The directory is at the end of the file, so a stream is read whole.
const MAX_BYTES: u64 = 4 << 30;

/// Initial buffer size for a stream, in bytes, so that the buffer does not move while it grows. Unused pages
/// of it are never touched.
const TYPICAL_BYTES: usize = 128 << 20;

/// A Parquet file. Only mapped columns are decoded, many thousand rows at a time.
pub(in crate::sources) struct Parquet {
    columns: ColumnMapping,
}

impl Parquet {
    pub(in crate::sources) const fn new(columns: ColumnMapping) -> Self {
        Self { columns }
    }

    fn malformed(reason: impl Into<String>) -> SourceError {
        SourceError::Malformed { format: Format::Parquet, reason: reason.into() }
    }

    fn read_bytes(&self, bytes: &Buffer<u8>, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let table = Table::new(Directory::read(bytes)?, &self.columns)?;
        let packs = sink.packs();
        let groups = &table.directory.metadata.row_groups;
        let groups = groups.iter().map(|group| (group.num_rows(), group.total_byte_size()));
        let slices = if sink.thins() { thin_slices(groups.map(|(rows, _)| rows)) } else { slices(groups) };
        let mut slices = slices.into_iter();
        let mut ended = Ok(());
        pipeline::run(
            sink,
            &mut ended,
            |ended, _| slices.next().filter(|_| ended.is_ok()),
            |rows| table.read(&rows, packs),
            |ended, sink, made| {
                if ended.is_ok() {
                    *ended = made.map(|mut batch| sink.batch(&mut batch));
                }
            },
        );
        ended
    }
}

impl Source for Parquet {
    fn format(&self) -> Format {
        Format::Parquet
    }

    fn sniff(&self, head: &[u8]) -> bool {
        head.starts_with(b"PAR1")
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let mut bytes = Vec::with_capacity(TYPICAL_BYTES);
        let read = input.take(MAX_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|source| SourceError::Read { byte: bytes.len() as u64, source })?;
        if bytes.len() as u64 > MAX_BYTES {
            let limit = MAX_BYTES >> 30;
            let reason = format!(
                "a Parquet file that is compressed or from a pipe may have {limit} GiB; give the plain file"
            );
            return Err(SourceError::Read { byte: MAX_BYTES, source: std::io::Error::other(reason) });
        }
        self.read_bytes(&Buffer::from(bytes), sink)
    }

    /// Maps the file into memory if possible, so that no memory is allocated for it. If another program
    /// truncates the file meanwhile, the process dies.
    fn read_file(&self, file: File, sink: &mut dyn Sink) -> Result<(), SourceError> {
        match MMapSemaphore::new_from_file(&file) {
            Ok(mapped) => self.read_bytes(&Buffer::from_owner(mapped), sink),
            Err(_) => self.read(&mut BufReader::new(file), sink),
        }
    }
}
