//! The corpus as a Parquet file.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use polars::prelude::{
    DataFrame, KeyValueMetadata, ParquetCompression, ParquetReader, ParquetWriter, PolarsError, PolarsResult,
    SerReader,
};
use polars_parquet::read::FileMetadata;
use polars_parquet::write::{CompressionOptions, ZstdLevel};

use super::Corpus;
use super::checksum::{Checksum, checksum};
use super::columns::TextColumn;
use super::row_groups::write_rows;
use crate::IngestError;
use crate::input::parquet_directory::read_directory;
use crate::input::parquet_pages::check_pages;

/// The metadata key that distinguishes a corpus from other Parquet files; its value is the format version.
const MARK: &str = "thema:corpus";

/// The version written by this program.
const VERSION: &str = "6";

/// The version before, which lacks further identifiers and dates as given.
const WITHOUT_IDENTIFIERS: &str = "5";

/// The fourth version, which lacks venue, type and language.
const WITHOUT_VENUE: &str = "4";

/// The third version, which lacks countries and funders and does not give the precision of dates.
const WITHOUT_PRECISION: &str = "3";

/// The second version, which lacks keywords and references.
const WITHOUT_REFERENCES: &str = "2";

/// The first version, which also lacks a checksum.
const WITHOUT_CHECKSUM: &str = "1";

/// The metadata key of the [checksum](checksum()).
const CHECKSUM: &str = "thema:blake3";

/// Rows read at once from a corpus in a file.
const AT_ONCE: usize = 65_536;

/// Zstandard's fastest non-negative level: half the time of the default, for a file an eighth larger.
const COMPRESSION_LEVEL: i32 = 1;

impl Corpus {
    /// Writes the corpus as a Parquet file (Zstandard, one row per paper, sorted by key) with a checksum of
    /// its contents. Equal corpora give equal bytes.
    ///
    /// | column | type | meaning |
    /// |---|---|---|
    /// | `submitted`, `updated`, `announced` | int64 | seconds since 1970-01-01T00:00:00Z |
    /// | `submitted_precision`, `updated_precision` | string | precision of the date: `day`, `month` or `year` |
    /// | `version` | uint32 | version described here, from 1 |
    /// | `withdrawn` | boolean | whether the newest version is withdrawn |
    /// | `key` | string | see [`key`](Self::key); unique, never null |
    /// | `arxiv_id`, `doi`, `external_id` | string | identifiers |
    /// | `title`, `abstract` | string | texts; the abstract's paragraphs are separated by line feeds |
    /// | `authors` | string | names separated by `; ` |
    /// | `categories` | string | codes separated by spaces, the primary one first; each ends with `; ` if one is a name of several words |
    /// | `comment`, `journal_reference`, `headline`, `subheadline` | string | texts |
    /// | `keywords` | string | keywords and subject headings separated by `; ` |
    /// | `references` | string | identifiers of what the paper cites, separated by `; ` |
    /// | `countries`, `funders` | string | countries of the authors' institutions, and funders, separated by `; ` |
    /// | `venue` | string | journal, conference or collection, without volume and pages |
    /// | `type` | string | `article`, `preprint`, `conference paper` and the like |
    /// | `language` | string | two-letter code (ISO 639-1) |
    /// | `given_id` | string | the source's spelling of the identifier, if it differs |
    /// | `identifiers` | string | further identifiers, each prefixed by its authority, separated by `; ` |
    /// | `given_date` | string | the source's spelling of the submission date, if that is uncertain |
    /// | `sources` | string | lines `input#ordinal` |
    /// | `format` | string | format of the record that speaks for the paper |
    /// | `records` | string | JSON list of the records, for a paper with several |
    /// | `near_duplicate_of` | string | key of the paper that counts for this one in statistics |
    ///
    /// Missing values are null.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_parquet(&self, out: impl Write) -> io::Result<()> {
        self.write_columns(out).map_err(|error| match error {
            PolarsError::IO { error, .. } => io::Error::new(error.kind(), error.to_string()),
            other => io::Error::other(other),
        })
    }

    fn write_columns(&self, file: impl Write) -> PolarsResult<()> {
        self.write_marked(
            file,
            vec![(MARK.to_owned(), VERSION.to_owned()), (CHECKSUM.to_owned(), checksum(self.frame())?)],
        )
    }

    /// Writes only the table, without version and checksum, for this process to read back.
    pub(super) fn write_bare(&self, file: impl Write) -> PolarsResult<()> {
        self.write_marked(file, Vec::new())
    }

    fn write_marked(&self, file: impl Write, marks: Vec<(String, String)>) -> PolarsResult<()> {
        let level = ZstdLevel::try_new(COMPRESSION_LEVEL)?;
        let mut writer = ParquetWriter::new(file)
            .with_compression(ParquetCompression::Zstd(Some(level)))
            .with_key_value_metadata(Some(KeyValueMetadata::from_static(marks)))
            .batched(self.frame().schema())?;
        let compression = CompressionOptions::Zstd(Some(level));
        write_rows(&mut writer, self.frame(), compression, TextColumn::is_distinct)?;
        writer.finish().map(drop)
    }

    /// Whether `file` is marked as a corpus, of any version.
    ///
    /// # Errors
    /// When the file cannot be read, so that nothing is known about it.
    pub fn is_corpus(file: &mut File) -> io::Result<bool> {
        match catch_unwind(AssertUnwindSafe(|| read_directory(file))) {
            Ok(Ok(directory)) => Ok(value(&directory, MARK).is_some()),
            Ok(Err(error)) if error.kind() != io::ErrorKind::InvalidData => Err(error),
            Ok(Err(_)) | Err(_) => Ok(false),
        }
    }

    /// Reads a file written by [`write_parquet`](Self::write_parquet).
    ///
    /// # Errors
    /// [`IngestError::Open`] if the file cannot be opened, [`IngestError::NotACorpus`] if it is not a corpus
    /// or is damaged.
    pub fn read_parquet(path: &Path) -> Result<Self, IngestError> {
        let file = File::open(path).map_err(|source| IngestError::Open { path: path.to_owned(), source })?;
        Self::read_file(file, path)
    }

    /// Reads a corpus from `file`; errors name it `path`.
    pub(crate) fn read_file(file: File, path: &Path) -> Result<Self, IngestError> {
        // On a damaged file the reader can panic as well as return an error.
        let frame = catch_unwind(AssertUnwindSafe(|| read(file)))
            .map_err(|_| not_a_corpus(path, "damaged"))?
            .map_err(|error| not_a_corpus(path, &error))?;
        let corpus = Self::from_frame(frame).map_err(|error| not_a_corpus(path, &error))?;
        corpus.check(None, path)?;
        Ok(corpus)
    }

    /// Calls `see` with each part of the corpus in `file`, after the whole file was read and its checksum
    /// verified. Errors name the file `path`.
    pub(crate) fn read_in_parts(
        file: &File,
        path: &Path,
        see: &mut dyn FnMut(&Self) -> Result<(), IngestError>,
    ) -> Result<(), IngestError> {
        let corpus = CorpusFile::open(file, path)?;
        let (mut checksum, mut last) = (Checksum::default(), None);
        for first in (0..corpus.len()).step_by(AT_ONCE) {
            let part = corpus.part(first, AT_ONCE)?;
            part.check(last.as_deref(), path)?;
            last = part.len().checked_sub(1).map(|row| part.key(row).to_owned());
            checksum.add(part.frame()).map_err(|error| not_a_corpus(path, &error))?;
        }
        if corpus.checksum.as_ref().is_some_and(|expected| checksum.finish() != *expected) {
            return Err(not_a_corpus(path, DAMAGED));
        }
        (0..corpus.len()).step_by(AT_ONCE).try_for_each(|first| see(&corpus.part(first, AT_ONCE)?))
    }

    /// Refuses tables that cannot be a corpus. `before` is the key of the row before the first.
    pub(crate) fn check(&self, before: Option<&str>, path: &Path) -> Result<(), IngestError> {
        let follows = self.is_empty() || before.is_none_or(|before| before < self.key(0));
        let is_in_order = follows && (1..self.len()).all(|row| self.key(row - 1) < self.key(row));
        let is_titled = (0..self.len()).all(|row| !self.title(row).is_empty() && !self.key(row).is_empty());
        let is_corpus = is_in_order && is_titled;
        is_corpus.then_some(()).ok_or_else(|| not_a_corpus(path, "keys out of order or texts missing"))
    }
}

/// A corpus file that is read part by part.
pub(crate) struct CorpusFile<'a> {
    file: &'a File,
    path: &'a Path,
    directory: Arc<FileMetadata>,
    checksum: Option<String>,
}

impl<'a> CorpusFile<'a> {
    /// Reads the directory of the corpus in `file`; errors name it `path`.
    pub(crate) fn open(file: &'a File, path: &'a Path) -> Result<Self, IngestError> {
        let mut directory_of = cloned(file, path)?;
        let (directory, checksum) = catch_unwind(AssertUnwindSafe(|| checked_directory(&mut directory_of)))
            .map_err(|_| not_a_corpus(path, "damaged"))?
            .map_err(|error| not_a_corpus(path, &error))?;
        Ok(Self { file, path, directory, checksum })
    }

    /// The number of papers.
    pub(crate) fn len(&self) -> usize {
        self.directory.num_rows
    }

    /// At most `rows` papers from row `first` on. Their checksum is not verified.
    pub(crate) fn part(&self, first: usize, rows: usize) -> Result<Corpus, IngestError> {
        let file = cloned(self.file, self.path)?;
        let read = catch_unwind(AssertUnwindSafe(|| {
            let mut reader = ParquetReader::new(file);
            reader.set_metadata(Arc::clone(&self.directory));
            reader.with_slice(Some((first, rows))).finish().and_then(Corpus::from_frame)
        }));
        read.map_err(|_| not_a_corpus(self.path, "damaged"))?.map_err(|error| not_a_corpus(self.path, &error))
    }
}

fn cloned(file: &File, path: &Path) -> Result<File, IngestError> {
    file.try_clone().map_err(|source| IngestError::Open { path: path.to_owned(), source })
}

/// The reason given when the checksum does not match.
const DAMAGED: &str = "it is corrupted: its texts do not match its checksum; restore it from a copy";

fn not_a_corpus(path: &Path, reason: &(impl ToString + ?Sized)) -> IngestError {
    IngestError::NotACorpus { path: path.to_owned(), reason: reason.to_string() }
}

/// The bytes of `file` in `range`; `None` if the file is too short.
fn read_range(mut file: &File, range: Range<u64>) -> Option<Vec<u8>> {
    if range.start > range.end || range.end > file.metadata().ok()?.len() {
        return None;
    }
    file.seek(SeekFrom::Start(range.start)).ok()?;
    let mut bytes = Vec::with_capacity((range.end - range.start) as usize);
    file.take(range.end - range.start).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn read(mut file: File) -> PolarsResult<DataFrame> {
    let (directory, expected) = checked_directory(&mut file)?;
    let mut reader = ParquetReader::new(file);
    reader.set_metadata(directory);
    let mut frame = reader.set_rechunk(true).finish()?;
    frame.rechunk_mut();
    let is_intact =
        expected.map_or(Ok(true), |expected| Ok::<_, PolarsError>(checksum(&frame)? == expected))?;
    is_intact.then_some(frame).ok_or_else(|| PolarsError::ComputeError(DAMAGED.into()))
}

/// The directory of a corpus and its checksum, which the first version lacks. Refuses other files, and pages
/// that would not fit in memory.
fn checked_directory(file: &mut File) -> PolarsResult<(Arc<FileMetadata>, Option<String>)> {
    let refused = |reason: String| PolarsError::ComputeError(reason.into());
    let directory = read_directory(file)?;
    let version = value(&directory, MARK);
    match version.as_deref() {
        Some(
            VERSION | WITHOUT_IDENTIFIERS | WITHOUT_VENUE | WITHOUT_PRECISION | WITHOUT_REFERENCES
            | WITHOUT_CHECKSUM,
        ) => {}
        Some(other) => {
            let reason = format!("it has version {other}; this program reads up to version {VERSION}");
            return Err(refused(reason));
        }
        None => return Err(refused("it was not written by `thema ingest`".to_owned())),
    }
    let expected = value(&directory, CHECKSUM);
    check_pages(&directory, |range| read_range(file, range).map(Cow::Owned)).map_err(refused)?;
    if expected.is_none() && version.as_deref() != Some(WITHOUT_CHECKSUM) {
        return Err(refused(DAMAGED.to_owned()));
    }
    Ok((Arc::new(directory), expected))
}

/// The metadata value of `key` in a Parquet directory.
fn value(directory: &FileMetadata, key: &str) -> Option<String> {
    let pairs = directory.key_value_metadata().as_ref()?;
    pairs.iter().find(|pair| pair.key == key)?.value.clone()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::IngestParams;

    fn corpus(directory: &Path) -> Corpus {
        let lines = [
            r#"{"id":"2001.00002","title":"On Logs","abstract":"Logs grow.","authors":"Ada One, Bo Two","categories":"cs.DC cs.PF","update_date":"2020-01-01","comments":"This paper has been withdrawn"}"#,
            r#"{"id":"907.529","title":"On Queues","abstract":"Queues wait.","doi":"10.1000/x","versions":[{"version":"v3","created":"2009-07-30"}]}"#,
        ];
        let path = directory.join("papers.jsonl");
        fs::write(&path, lines.join("\n")).unwrap();
        IngestParams::new().run(&[path]).unwrap().corpus
    }

    fn written(corpus: &Corpus) -> Vec<u8> {
        let mut bytes = Vec::new();
        corpus.write_parquet(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn what_is_written_is_read_and_the_bytes_are_the_same() {
        let directory = tempfile::tempdir().unwrap();
        let corpus = corpus(directory.path());
        let path = directory.path().join("corpus.parquet");
        let bytes = written(&corpus);
        fs::write(&path, &bytes).unwrap();
        let read = Corpus::read_parquet(&path).unwrap();
        assert!(read.frame().equals_missing(corpus.frame()));
        assert_eq!((read.key(0), read.key(1)), ("0907.5290", "2001.00002"));
        assert_eq!(read.arxiv_id(0), Some("0907.5290"));
        assert_eq!((read.withdrawn(1), read.withdrawn(0)), (true, false));
        assert_eq!(read.version(0), Some(3));
        assert_eq!(read.authors(1).collect::<Vec<_>>(), ["Ada One", "Bo Two"]);
        assert_eq!((read.authors(0).count(), read.doi(0)), (0, Some("10.1000/x")));
        assert_eq!(written(&read), bytes);
        assert!(Corpus::is_corpus(&mut File::open(&path).unwrap()).unwrap());
    }

    #[test]
    fn parts_are_shown_once_all_is_sound() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("corpus.parquet");
        let bytes = written(&corpus(directory.path()));
        let keys = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            let mut keys = Vec::new();
            let read = Corpus::read_in_parts(&File::open(&path).unwrap(), &path, &mut |part| {
                keys.extend((0..part.len()).map(|row| part.key(row).to_owned()));
                Ok(())
            });
            (read.is_ok(), keys)
        };
        assert_eq!(keys(&bytes), (true, vec!["0907.5290".to_owned(), "2001.00002".to_owned()]));
        let mut refused = 0;
        for bit in (0..8 * bytes.len()).step_by(bytes.len() / 100) {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let (is_read, keys) = keys(&damaged);
            assert_eq!(keys.len(), if is_read { 2 } else { 0 }, "bit {bit}");
            refused += usize::from(!is_read);
        }
        assert!(refused > 100, "{refused}");
    }

    #[test]
    fn how_much_of_a_date_is_known_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let [table, other, path] =
            ["papers.csv", "other.csv", "corpus.parquet"].map(|name| directory.path().join(name));
        let row = |title: &str, published: &str, updated: &str| {
            format!("On {title} that wait in line,They wait.,10.1000/{title},{published},{updated}\n")
        };
        let names = "title,abstract,doi,published,updated\n".to_owned();
        fs::write(
            &table,
            names.clone()
                + &row("bays", "2019", "2020-05")
                + &row("cars", "2019-03", "")
                + &row("days", "2019-03-04", "2020")
                + &row("eggs", "", ""),
        )
        .unwrap();
        let dates = |corpus: &Corpus| -> Vec<String> {
            let said = |date: Option<crate::Timestamp>| date.map(|date| date.to_string()).unwrap_or_default();
            (0..corpus.len())
                .map(|row| format!("{} {}", said(corpus.submitted(row)), said(corpus.updated(row))))
                .collect()
        };
        let read = |paths: &[&Path]| {
            let paths: Vec<_> = paths.iter().map(|path| path.to_path_buf()).collect();
            IngestParams::new().run(&paths).unwrap().corpus
        };
        let expected = ["2019 2020-05", "2019-03 ", "2019-03-04T00:00:00Z 2020", " "];
        assert_eq!(dates(&read(&[&table])), expected);
        fs::write(&path, written(&read(&[&table]))).unwrap();
        assert_eq!(dates(&Corpus::read_parquet(&path).unwrap()), expected);
        // A finer date within the coarser one becomes the paper's, whichever was read first and however
        // often.
        fs::write(&other, names + &row("bays", "2019-07-08", "") + &row("cars", "2018", "")).unwrap();
        let joined = ["2019-07-08T00:00:00Z 2020-05", "2018 ", expected[2], expected[3]];
        assert_eq!(dates(&read(&[&table, &other])), joined);
        let added = read(&[&path, &other]);
        assert_eq!(dates(&added), joined);
        fs::write(&path, written(&added)).unwrap();
        assert_eq!(dates(&read(&[&path, &table])), joined);
    }

    #[test]
    fn what_is_no_corpus_is_refused_and_damage_is_survived() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("corpus.parquet");
        let bytes = written(&corpus(directory.path()));
        for cut in [0, 4, bytes.len() / 2, bytes.len() - 1] {
            fs::write(&path, &bytes[..cut]).unwrap();
            assert!(matches!(Corpus::read_parquet(&path), Err(IngestError::NotACorpus { .. })), "{cut}");
        }
        let intact = corpus(directory.path());
        for bit in (0..8 * bytes.len()).step_by(bytes.len() / 100) {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, damaged).unwrap();
            if let Ok(read) = Corpus::read_parquet(&path) {
                assert!(read.frame().equals_missing(intact.frame()), "bit {bit}");
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
