//! Opens any input and dispatches on its first bytes.

use std::fs::File;
use std::io::BufRead;
use std::path::Path;

use super::byte_stream::ByteStream;
use super::{How, Reading};
use crate::input::archive::is_archive;
use crate::input::decompress::is_packed;
use crate::input::find::STANDARD_INPUT;
use crate::input::raw_input::RawInput;
use crate::{Corpus, Format};

impl Reading<'_> {
    /// Reads the input at `path`: a file, the members of an archive, a corpus, or standard input.
    pub(crate) fn read(&mut self, path: &Path, how: &How<'_>) {
        let place = how.home.join(path);
        let opened = RawInput::open(&place).and_then(|mut raw| {
            let head = raw.fill_buf()?;
            let (is_archive, is_parquet) = (is_archive(head), head.starts_with(b"PAR1"));
            let is_skipped = self.thinning.is_some() && place.is_file() && !is_packed(head);
            let mapped = if is_skipped { RawInput::map(&place).ok() } else { None };
            Ok((is_archive, is_parquet, mapped.unwrap_or(raw)))
        });
        let (is_archive, is_parquet, raw) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                return self.lose(path.to_owned(), how.format, format!("cannot open: {error}"));
            }
        };
        let is_file = path.as_os_str() != STANDARD_INPUT;
        if is_archive && is_file {
            drop(raw);
            return self.read_archive(path, how);
        }
        if is_archive {
            let reason = "a zip archive cannot be read from standard input; give the file".to_owned();
            return self.set_aside(path.to_owned(), how.format, reason);
        }
        if is_parquet && place.is_file() {
            match open_parquet(&place, how) {
                Ok((file, true)) => return self.read_corpus(path, file, raw, how),
                Ok((file, false)) if how.format.is_none_or(|format| format == Format::Parquet) => {
                    return self.read_parquet(path, file, raw, how);
                }
                Ok(_) => {}
                Err(error) => {
                    return self.lose(path.to_owned(), how.format, format!("cannot read: {error}"));
                }
            }
        }
        self.read_stream(path, ByteStream::of_file(raw), how);
    }
}

/// Opens the Parquet file at `path` and says whether to read it as a corpus. The same handle is then read, so
/// the file cannot be exchanged after it was recognised.
fn open_parquet(path: &Path, how: &How<'_>) -> std::io::Result<(File, bool)> {
    let mut file = File::open(path)?;
    let is_corpus = how.format != Some(Format::Parquet) && Corpus::is_corpus(&mut file)?;
    Ok((file, is_corpus))
}
