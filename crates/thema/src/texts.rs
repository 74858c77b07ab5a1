//! The texts of a run's papers, kept in its folder. Updates find new themes and near-duplicates with them, and `explain`
//! shows them.

use std::io::{self, BufRead, BufReader, Read, Write};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thema_features::{Document, NOTES};
use thema_ingest::{Corpus, divided::near};
use thema_progress::Task;

use crate::papers::document;

/// Name of the file in a run directory.
pub(crate) const TEXTS: &str = "model/texts.jsonl.zst";
/// Papers per Zstandard frame.
const FRAME: usize = 8_192;
/// Frames compressed in parallel.
const GROUP: usize = 8;
/// Compression level: the fastest.
const LEVEL: i32 = 1;

/// Papers read at once.
const AT_ONCE: usize = 4_096;

/// The text of one paper of a run.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct StoredText {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) r#abstract: String,
    /// Missing if all are empty, and in runs of earlier versions.
    #[serde(default)]
    notes: [String; NOTES],
    /// The authors' names, separated by `; `. Missing if unknown, and in runs of earlier versions.
    #[serde(default)]
    authors: String,
}

impl StoredText {
    /// The text in the form features take.
    pub(crate) fn document(&self) -> Document<'_> {
        Document::new(&self.title, &self.r#abstract).with_notes(self.notes.each_ref().map(String::as_str))
    }

    /// What tells whether the paper is a near-duplicate of another.
    pub(crate) fn near(&self) -> near::Document<'_> {
        near::Document { texts: [&self.title, &self.r#abstract], authors: &self.authors }
    }
}

/// The text of one paper as it is written.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct PaperText<'a> {
    pub(crate) id: &'a str,
    title: &'a str,
    r#abstract: &'a str,
    #[serde(skip_serializing_if = "are_empty")]
    notes: [&'a str; NOTES],
    #[serde(skip_serializing_if = "str::is_empty")]
    authors: &'a str,
}

impl<'a> PaperText<'a> {
    /// The text of the paper in a row of a corpus.
    pub(crate) fn of(corpus: &'a Corpus, row: usize) -> Self {
        let Document { title, body, notes } = document(corpus, row);
        let authors = corpus.document(row).authors;
        Self { id: corpus.key(row), title, r#abstract: body, notes, authors }
    }

    /// The text in the form features take.
    pub(crate) fn document(self) -> Document<'a> {
        Document { title: self.title, body: self.r#abstract, notes: self.notes }
    }
}

fn are_empty(notes: &[&str; NOTES]) -> bool {
    *notes == [""; NOTES]
}

/// Writes the texts of `papers` papers as JSON lines, in frames compressed on all cores; `text` returns that
/// of a paper. Concatenated frames are one valid file.
pub(crate) fn write_texts<'a>(
    papers: usize,
    text: impl Fn(usize) -> PaperText<'a> + Sync,
    out: &mut dyn Write,
) -> io::Result<()> {
    let frame = |start: usize| -> io::Result<Vec<u8>> {
        let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL)?;
        encoder.include_checksum(true)?;
        let mut line = Vec::new();
        for text in (start..papers.min(start + FRAME)).map(&text) {
            line.clear();
            serde_json::to_writer(&mut line, &text)?;
            line.push(b'\n');
            encoder.write_all(&line)?;
        }
        encoder.finish()
    };
    let progress = Task::new("texts", papers);
    for group in (0..papers).step_by(FRAME).collect::<Vec<_>>().chunks(GROUP) {
        for packed in group.par_iter().map(|&start| frame(start)).collect::<Vec<_>>() {
            let packed = packed?;
            out.write_all(&packed)?;
            progress.advance(FRAME);
        }
    }
    Ok(())
}

/// Reads the file and passes its papers to `see`, some at a time and in order.
pub(crate) fn read_texts(packed: impl Read, mut see: impl FnMut(Vec<StoredText>)) -> io::Result<()> {
    let mut lines = BufReader::new(zstd::Decoder::new(packed)?).lines();
    loop {
        let some: Vec<String> = lines.by_ref().take(AT_ONCE).collect::<io::Result<_>>()?;
        if some.is_empty() {
            return Ok(());
        }
        let texts = some.par_iter().map(|line| serde_json::from_str(line).map_err(io::Error::from));
        see(texts.collect::<io::Result<_>>()?);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_in_their_order() {
        let papers = 2 * FRAME + 3;
        let ids: Vec<String> = (0..papers).map(|row| row.to_string()).collect();
        let text = |row: usize| PaperText {
            id: &ids[row],
            title: "A \"title\"",
            r#abstract: &ids[row],
            notes: ["", "", "", if row == 0 { "a note" } else { "" }],
            authors: if row == 1 { "Ada Ash; Ben Birch" } else { "" },
        };
        let mut file = Vec::new();
        write_texts(papers, text, &mut file).unwrap();
        let mut read = Vec::new();
        read_texts(file.as_slice(), |mut texts| read.append(&mut texts)).unwrap();
        assert_eq!(
            read.iter().map(|text| &text.r#abstract).collect::<Vec<_>>(),
            ids.iter().collect::<Vec<_>>()
        );
        assert_eq!(
            (read[0].document().notes, read[1].document().notes),
            (["", "", "", "a note"], [""; NOTES])
        );
        assert_eq!((read[0].near().authors, read[1].near().authors), ("", "Ada Ash; Ben Birch"));
    }
}
