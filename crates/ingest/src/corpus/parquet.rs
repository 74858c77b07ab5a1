//! The corpus as a Parquet file.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use polars::prelude::{
    DataFrame, KeyValueMetadata, ParquetCompression, ParquetReader, ParquetWriter, PolarsError, PolarsResult,
    SerReader,
};
use polars_parquet::write::{CompressionOptions, ZstdLevel};

use super::Corpus;
use super::columns::TextColumn;
use super::row_groups::write_rows;
use crate::IngestError;
use crate::input::parquet_pages::check_pages;

/// The key and value in the file's metadata that tell a corpus from other tables.
const MARK: (&str, &str) = ("thema:corpus", "1");

/// Zstandard's fastest plain level: half the time of its default for a file that is an eighth larger.
const COMPRESSION_LEVEL: i32 = 1;

impl Corpus {
    /// Writes the corpus to a Parquet file (Zstandard, one row a paper in the order of the keys), whole or not at
    /// all. Equal corpora give equal bytes.
    ///
    /// | column | type | meaning |
    /// |---|---|---|
    /// | `submitted`, `updated`, `announced` | int64 | seconds since 1970-01-01T00:00:00Z |
    /// | `version` | uint32 | version described, from 1 |
    /// | `withdrawn` | boolean | whether the newest version is withdrawn |
    /// | `key` | string | see [`key`](Self::key); unique, never null |
    /// | `arxiv_id`, `doi`, `external_id` | string | identifiers |
    /// | `title`, `abstract` | string | texts; the abstract's paragraphs are parted by line feeds |
    /// | `authors` | string | names parted by `; ` |
    /// | `categories` | string | codes parted by blanks, the primary one first |
    /// | `comment`, `journal_reference`, `headline`, `subheadline` | string | texts |
    /// | `given_id` | string | the source's own spelling of the identifier, where it differs |
    /// | `sources` | string | lines `input#ordinal` |
    /// | `format` | string | format of the record that speaks for the paper |
    /// | `records` | string | JSON list of the records of a paper that has several |
    /// | `near_duplicate_of` | string | key of the paper that counts for this one in statistics |
    ///
    /// What is missing is null.
    ///
    /// # Errors
    /// [`IngestError::Write`] when the file cannot be written.
    pub fn write_parquet(&self, path: &Path) -> Result<(), IngestError> {
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let write = || -> io::Result<()> {
            let file = BufWriter::with_capacity(1 << 20, File::create(&partial)?);
            self.write_columns(file).map_err(io::Error::other)?;
            File::open(&partial)?.sync_all()?;
            fs::rename(&partial, path)
        };
        write().map_err(|source| {
            // The error that matters is the first one.
            let _ = fs::remove_file(&partial);
            IngestError::Write { path: path.to_owned(), source }
        })
    }

    fn write_columns(&self, file: BufWriter<File>) -> PolarsResult<()> {
        let level = ZstdLevel::try_new(COMPRESSION_LEVEL)?;
        let mark = KeyValueMetadata::from_static(vec![(MARK.0.to_owned(), MARK.1.to_owned())]);
        let mut writer = ParquetWriter::new(file)
            .with_compression(ParquetCompression::Zstd(Some(level)))
            .with_key_value_metadata(Some(mark))
            .batched(self.frame().schema())?;
        let compression = CompressionOptions::Zstd(Some(level));
        write_rows(&mut writer, self.frame(), compression, TextColumn::is_distinct)?;
        writer.finish().map(drop)
    }

    /// Whether the file at `path` says that it is a corpus, of whatever version.
    #[must_use]
    pub fn is_corpus_file(path: &Path) -> bool {
        let mark =
            || catch_unwind(AssertUnwindSafe(|| version(&mut ParquetReader::new(File::open(path).ok()?))));
        path.is_file() && mark().ok().flatten().is_some()
    }

    /// Reads what [`write_parquet`](Self::write_parquet) wrote.
    ///
    /// # Errors
    /// [`IngestError::Open`] when the file cannot be opened, [`IngestError::NotACorpus`] when it is no corpus or
    /// damaged.
    pub fn read_parquet(path: &Path) -> Result<Self, IngestError> {
        let file = File::open(path).map_err(|source| IngestError::Open { path: path.to_owned(), source })?;
        let not_a_corpus = |reason: String| IngestError::NotACorpus { path: path.to_owned(), reason };
        // A damaged file may lead the reader astray in more ways than it reports.
        let frame = catch_unwind(AssertUnwindSafe(|| read(path, file)))
            .map_err(|_| not_a_corpus("damaged".to_owned()))?
            .map_err(|error| not_a_corpus(error.to_string()))?;
        let corpus = Self::from_frame(frame).map_err(|error| not_a_corpus(error.to_string()))?;
        let is_in_order = (1..corpus.len()).all(|row| corpus.key(row - 1) < corpus.key(row));
        let is_titled =
            (0..corpus.len()).all(|row| !corpus.title(row).is_empty() && !corpus.key(row).is_empty());
        if !is_in_order || !is_titled {
            return Err(not_a_corpus("keys out of order or texts missing".to_owned()));
        }
        Ok(corpus)
    }
}

/// The bytes of `file` in `range`; `None` when it has not so many.
fn read_range(mut file: &File, range: Range<u64>) -> Option<Vec<u8>> {
    if range.start > range.end || range.end > file.metadata().ok()?.len() {
        return None;
    }
    file.seek(SeekFrom::Start(range.start)).ok()?;
    let mut bytes = Vec::with_capacity((range.end - range.start) as usize);
    file.take(range.end - range.start).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn read(path: &Path, file: File) -> PolarsResult<DataFrame> {
    let bytes = File::open(path)?;
    let mut reader = ParquetReader::new(file);
    match version(&mut reader).as_deref() {
        Some(mark) if mark == MARK.1 => {
            check_pages(reader.get_metadata()?, |range| read_range(&bytes, range).map(Cow::Owned))
                .map_err(|reason| PolarsError::ComputeError(reason.into()))?;
            reader.set_rechunk(true).finish()
        }
        Some(other) => Err(PolarsError::ComputeError(
            format!("it is of version {other} and this program reads version {}", MARK.1).into(),
        )),
        None => Err(PolarsError::ComputeError("it was not written by `thema ingest`".into())),
    }
}

/// The version of a corpus in the file's metadata.
fn version(reader: &mut ParquetReader<File>) -> Option<String> {
    let pairs = reader.get_metadata().ok()?.key_value_metadata().as_ref()?;
    pairs.iter().find(|pair| pair.key == MARK.0)?.value.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IngestParams;

    fn corpus(directory: &Path) -> Corpus {
        let lines = [
            r#"{"id":"2001.00002","title":"On Logs","abstract":"Logs grow.","authors":"Ada One, Bo Two","categories":"cs.DC cs.PF","update_date":"2020-01-01","comments":"This paper has been withdrawn"}"#,
            r#"{"id":"907.529","title":"On Queues","abstract":"Queues wait.","doi":"10.1000/x","versions":[{"version":"v3","created":"2009-07-30"}]}"#,
        ];
        let path = directory.join("papers.jsonl");
        fs::write(&path, lines.join("\n")).unwrap();
        IngestParams::new().run(&[path], &|_| {}).unwrap().corpus
    }

    #[test]
    fn what_is_written_is_read_and_the_bytes_are_the_same() {
        let directory = tempfile::tempdir().unwrap();
        let corpus = corpus(directory.path());
        let path = directory.path().join("corpus.parquet");
        corpus.write_parquet(&path).unwrap();
        let bytes = fs::read(&path).unwrap();
        let read = Corpus::read_parquet(&path).unwrap();
        assert!(read.frame().equals_missing(corpus.frame()));
        assert_eq!((read.key(0), read.key(1)), ("2001.00002", "907.529"));
        assert_eq!(read.arxiv_id(1), Some("0907.5290"));
        assert_eq!((read.withdrawn(0), read.withdrawn(1)), (true, false));
        assert_eq!(read.version(1), Some(3));
        assert_eq!(read.authors(0).collect::<Vec<_>>(), ["Ada One", "Bo Two"]);
        assert_eq!((read.authors(1).count(), read.doi(1)), (0, Some("10.1000/x")));
        read.write_parquet(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn what_is_no_corpus_is_refused_and_damage_is_survived() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("corpus.parquet");
        corpus(directory.path()).write_parquet(&path).unwrap();
        let bytes = fs::read(&path).unwrap();
        for cut in [0, 4, bytes.len() / 2, bytes.len() - 1] {
            fs::write(&path, &bytes[..cut]).unwrap();
            assert!(matches!(Corpus::read_parquet(&path), Err(IngestError::NotACorpus { .. })), "{cut}");
        }
        for at in (4..bytes.len()).step_by(7) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0xff;
            fs::write(&path, damaged).unwrap();
            if let Ok(read) = Corpus::read_parquet(&path) {
                assert_eq!(read.len(), 2);
            }
        }
        let missing = directory.path().join("missing");
        assert!(matches!(Corpus::read_parquet(&missing), Err(IngestError::Open { .. })));
        assert!(matches!(
            Corpus::read_parquet(&directory.path().join("papers.jsonl")),
            Err(IngestError::NotACorpus { .. })
        ));
    }
}
