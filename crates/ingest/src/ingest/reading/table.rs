//! Reads tables that are not read from first byte to last.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

use super::collect::Collected;
use super::{How, Reading};
use crate::ingest::notes::InputSummary;
use crate::input::raw_input::RawInput;
use crate::sources::{Contents, table_source};
use crate::{ArrowTable, Format, source};

impl Reading<'_> {
    /// Reads a Parquet table, which is not read in byte order.
    pub(super) fn read_parquet(&mut self, path: &Path, file: File, raw: RawInput<'_>, how: &How<'_>) {
        let mapped = table_source(Format::Parquet, how.columns);
        let source = mapped.as_deref().unwrap_or_else(|| source(Format::Parquet));
        let collected =
            self.collect(path, Format::Parquet, &raw.counter(), |sink| source.read_file(file, sink));
        let bytes = self.finish(collected, None, raw);
        self.advance(bytes, how);
    }

    /// Reads a table in memory.
    pub(crate) fn read_table(&mut self, table: &ArrowTable, how: &How<'_>) {
        let (path, format) = (PathBuf::from(table.name()), Format::Arrow);
        if table.rows() == 0 {
            return self.set_aside(path, Some(format), "a table without rows".to_owned());
        }
        let mut contents = None;
        let Collected { path, format, records, rejected, date_losses, .. } =
            self.collect(&path, format, &AtomicU64::default(), |sink| {
                contents = Some(table.read(how.columns, sink)?);
                Ok(())
            });
        if let Some(Contents { bytes, blake3 }) = contents {
            let encoding = None;
            self.notes.inputs.push(InputSummary {
                path,
                format,
                encoding,
                bytes,
                blake3,
                records,
                rejected,
                date_losses,
            });
        }
    }
}
