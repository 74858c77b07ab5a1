//! Reads archives; every member is an input of its own.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::byte_stream::ByteStream;
use super::{How, Reading};
use crate::ingest::recognition::kind_of_archive_without_records;
use crate::input::archive::Archive;
use crate::input::raw_input::RawInput;

impl Reading<'_> {
    /// Reads the members of the archive at `path`.
    pub(super) fn read_archive(&mut self, path: &Path, how: &How<'_>) {
        let mut archive = match Archive::open(&how.home.join(path)) {
            Ok(archive) => archive,
            Err(error) => {
                return self.lose(path.to_owned(), how.format, format!("cannot open: {error}"));
            }
        };
        let (taken, budget, before) =
            (archive.counter(), archive.budget(), self.notes.inputs.len() + self.notes.rejects.len());
        if let Some(reason) = archive.names().find_map(|name| kind_of_archive_without_records(&name)) {
            return self.set_aside(path.to_owned(), how.format, reason.to_owned());
        }
        for index in 0..archive.len() {
            if self.has_failed() {
                return;
            }
            match archive.member(index) {
                Ok(None) => {}
                Ok(Some((name, member))) => {
                    // The name is only for reports and may contain anything, even `..`.
                    let shown = PathBuf::from(format!("{}/{}", path.display(), name.display()));
                    let (raw, budget, taken) =
                        (RawInput::new(Box::new(member)), budget.clone(), taken.clone());
                    self.read_stream(&shown, ByteStream { raw, budget, taken }, how);
                }
                Err(error) => {
                    let reason = format!("cannot open member {}: {error}", index + 1);
                    self.lose(path.to_owned(), how.format, reason);
                }
            }
        }
        self.bytes_before += taken.load(Ordering::Relaxed);
        if self.notes.inputs.len() + self.notes.rejects.len() == before {
            self.set_aside(path.to_owned(), how.format, "an archive without files".to_owned());
        }
    }
}
