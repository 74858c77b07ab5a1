//! Collects the records of one input into the store, and notes the outcome.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Reading, reason};
use crate::ingest::collecting::Collecting;
use crate::ingest::notes::InputSummary;
use crate::input::name::input_name;
use crate::input::raw_input::RawInput;
use crate::records::record_store::Origin;
use crate::{DateLosses, Format, Reject, Sink, SourceError, TextEncoding};

/// The outcome of reading one input.
pub(super) struct Collected {
    pub(super) path: PathBuf,
    pub(super) format: Format,
    pub(super) records: u64,
    pub(super) rejected: u64,
    pub(super) date_losses: Option<DateLosses>,
    /// Whether a reject already says why the input was not read to its end.
    is_told: bool,
}

impl Reading<'_> {
    /// Collects what `read` delivers of the input at `path`; `taken` counts its bytes.
    pub(super) fn collect(
        &mut self,
        path: &Path,
        format: Format,
        taken: &AtomicU64,
        read: impl FnOnce(&mut dyn Sink) -> Result<(), SourceError>,
    ) -> Collected {
        let origin = self.store.begin_input(Origin { path: input_name(path), format });
        if let Some(thinning) = &mut self.thinning {
            thinning.begin_input(path, format, origin);
        }
        let mut sink = Collecting {
            store: &mut self.store,
            bound: self.bound.as_mut(),
            thinning: self.thinning.as_mut(),
            rejects: &mut self.notes.rejects,
            path,
            format,
            origin,
            taken,
            bytes_before: self.bytes_before,
            total_bytes: self.total_bytes,
            records: 0,
            rejected: 0,
        };
        let ended = read(&mut sink);
        let (records, rejected) = (sink.records, sink.rejected);
        if let Some(thinning) = &mut self.thinning {
            thinning.end_input();
        }
        let path = path.to_owned();
        let dates = self.store.dates_of(origin);
        let date_losses = dates.losses(dates.convention());
        let Err(error) = ended else {
            return Collected { path, format, records, rejected, date_losses, is_told: false };
        };
        self.notes.rejects.push(Reject {
            path: path.clone(),
            format: Some(format),
            position: error.position(),
            reason: reason(&error),
            unread: error.leaves_unread(),
            unlisted: 0,
        });
        Collected { path, format, records, rejected: rejected + 1, date_losses, is_told: true }
    }

    /// Notes an input whose records are all collected, and returns its size in bytes. Reads the rest of the
    /// input first, because a format may stop early and the hash covers the whole; not if the run has failed.
    pub(super) fn finish(
        &mut self,
        collected: Collected,
        encoding: Option<TextEncoding>,
        raw: RawInput<'_>,
    ) -> u64 {
        if self.has_failed() {
            return 0;
        }
        let Collected { path, format, records, mut rejected, date_losses, is_told } = collected;
        let taken = raw.counter();
        let blake3 = raw.finish().unwrap_or_else(|error| {
            if !is_told {
                self.lose(path.clone(), Some(format), format!("cannot read to the end: {error}"));
                rejected += 1;
            }
            None
        });
        let bytes = taken.load(Ordering::Relaxed);
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
        bytes
    }
}
