//! The texts of a run's papers, kept in its folder: what labels newborn themes, what `explain` shows, and where a large
//! run finds again what it does not hold in memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thema_features::Document;
use thema_progress::Task;

/// The file in a run directory.
pub(crate) const TEXTS: &str = "model/texts.jsonl.zst";
/// Papers of one Zstandard frame.
const FRAME: usize = 8_192;
/// Frames that are packed or read side by side.
const GROUP: usize = 8;
/// Level of compression: the fastest.
const LEVEL: i32 = 1;

/// The text of one paper of a run.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct StoredText {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) r#abstract: String,
}

impl StoredText {
    /// The text in a line of the file.
    pub(crate) fn parse(line: &str) -> io::Result<Self> {
        serde_json::from_str(line).map_err(io::Error::from)
    }

    /// The text as features see it.
    pub(crate) fn document(&self) -> Document<'_> {
        Document { title: &self.title, body: &self.r#abstract }
    }
}

/// A line of the file as it is written.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    title: &'a str,
    r#abstract: &'a str,
}

/// Writes the texts of `papers` papers as JSON lines, in frames that all cores pack; `text` gives id and text of a paper.
/// The sizes of the frames come back. Frames that follow each other are one file.
pub(crate) fn write_texts<'a>(
    papers: usize,
    text: impl Fn(usize) -> (&'a str, Document<'a>) + Sync,
    out: &mut dyn Write,
) -> io::Result<Vec<u64>> {
    let frame = |start: usize| -> io::Result<Vec<u8>> {
        let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL)?;
        encoder.include_checksum(true)?;
        for (id, document) in (start..papers.min(start + FRAME)).map(&text) {
            serde_json::to_writer(
                &mut encoder,
                &Line { id, title: document.title, r#abstract: document.body },
            )?;
            encoder.write_all(b"\n")?;
        }
        encoder.finish()
    };
    let progress = Task::new("texts", papers);
    let mut sizes = Vec::new();
    for group in (0..papers).step_by(FRAME).collect::<Vec<_>>().chunks(GROUP) {
        for packed in group.par_iter().map(|&start| frame(start)).collect::<Vec<_>>() {
            let packed = packed?;
            out.write_all(&packed)?;
            sizes.push(packed.len() as u64);
            progress.advance(FRAME);
        }
    }
    Ok(sizes)
}

/// The texts of a run that is being made.
pub(crate) struct TextFile {
    path: PathBuf,
    sizes: Vec<u64>,
}

impl TextFile {
    /// The file in the folder of a run, whose frames are of the sizes that [`write_texts`] gave.
    pub(crate) fn new(run: &Path, sizes: Vec<u64>) -> Self {
        Self { path: run.join(TEXTS), sizes }
    }

    /// The texts of the papers in `rows`, which ascend, some frames at a time.
    pub(crate) fn read<'a>(
        &'a self,
        rows: &'a [u32],
    ) -> impl Iterator<Item = io::Result<Vec<StoredText>>> + 'a {
        let group = |row: u32| row as usize / (GROUP * FRAME);
        rows.chunk_by(move |&a, &b| group(a) == group(b)).map(|rows| {
            let frames: Vec<&[u32]> =
                rows.chunk_by(|&a, &b| a as usize / FRAME == b as usize / FRAME).collect();
            let texts: io::Result<Vec<_>> = frames.par_iter().map(|rows| self.frame(rows)).collect();
            Ok(texts?.into_iter().flatten().collect())
        })
    }

    /// The texts of the papers in `rows`, which are of one frame.
    fn frame(&self, rows: &[u32]) -> io::Result<Vec<StoredText>> {
        let number = rows[0] as usize / FRAME;
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.sizes[..number].iter().sum()))?;
        let mut wanted = rows.iter().map(|&row| row as usize % FRAME).peekable();
        let mut texts = Vec::with_capacity(rows.len());
        for (row, line) in lines(file.take(self.sizes[number]))?.enumerate() {
            let line = line?;
            if wanted.next_if_eq(&row).is_some() {
                texts.push(StoredText::parse(&line)?);
            }
        }
        Ok(texts)
    }
}

/// The lines in packed bytes.
pub(crate) fn lines(packed: impl Read) -> io::Result<impl Iterator<Item = io::Result<String>>> {
    Ok(BufReader::new(zstd::Decoder::new(packed)?).lines())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_again_by_their_rows() {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("model")).unwrap();
        let papers = 2 * FRAME + 3;
        let ids: Vec<String> = (0..papers).map(|row| row.to_string()).collect();
        let text =
            |row: usize| (ids[row].as_str(), Document { title: "A \"title\"", body: ids[row].as_str() });
        let mut file = File::create(home.path().join(TEXTS)).unwrap();
        let sizes = write_texts(papers, text, &mut file).unwrap();
        assert_eq!(sizes.len(), 3);
        let texts = TextFile::new(home.path(), sizes);
        let wanted = [3, FRAME as u32 - 1, 2 * FRAME as u32, 2 * FRAME as u32 + 2];
        let mut found = Vec::new();
        for texts in texts.read(&wanted) {
            found.extend(texts.unwrap().iter().map(|text| text.id.parse::<u32>().unwrap()));
        }
        assert_eq!(found, wanted);
        let whole = lines(File::open(home.path().join(TEXTS)).unwrap()).unwrap();
        let whole = whole.map(|line| StoredText::parse(&line.unwrap()).unwrap().r#abstract);
        assert_eq!(whole.collect::<Vec<_>>(), ids);
    }
}
