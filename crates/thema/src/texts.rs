//! The texts of a run's papers, kept in its folder. They are used to label new themes and by `explain`.

use std::io::{self, BufRead, BufReader, Read, Write};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thema_features::{Document, NOTES};
use thema_progress::Task;

/// Name of the file in a run directory.
pub(crate) const TEXTS: &str = "model/texts.jsonl.zst";
/// Papers per Zstandard frame.
const FRAME: usize = 8_192;
/// Frames compressed in parallel.
const GROUP: usize = 8;
/// Compression level: the fastest.
const LEVEL: i32 = 1;

/// The text of one paper of a run.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct StoredText {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) r#abstract: String,
    /// Missing if all are empty, and in runs of earlier versions.
    #[serde(default)]
    notes: [String; NOTES],
}

impl StoredText {
    /// Parses a line of the file.
    pub(crate) fn parse(line: &str) -> io::Result<Self> {
        serde_json::from_str(line).map_err(io::Error::from)
    }

    /// The text in the form features take.
    pub(crate) fn document(&self) -> Document<'_> {
        Document::new(&self.title, &self.r#abstract).with_notes(self.notes.each_ref().map(String::as_str))
    }
}

/// A line of the file as written.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    title: &'a str,
    r#abstract: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<[&'a str; NOTES]>,
}

impl<'a> Line<'a> {
    fn of(id: &'a str, document: Document<'a>) -> Self {
        let Document { title, body, notes } = document;
        Self { id, title, r#abstract: body, notes: (notes != [""; NOTES]).then_some(notes) }
    }
}

/// Writes the texts of `papers` papers as JSON lines, in frames compressed on all cores; `text` returns the
/// id and text of a paper. Concatenated frames are one valid file.
pub(crate) fn write_texts<'a>(
    papers: usize,
    text: impl Fn(usize) -> (&'a str, Document<'a>) + Sync,
    out: &mut dyn Write,
) -> io::Result<()> {
    let frame = |start: usize| -> io::Result<Vec<u8>> {
        let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL)?;
        encoder.include_checksum(true)?;
        let mut line = Vec::new();
        for (id, document) in (start..papers.min(start + FRAME)).map(&text) {
            line.clear();
            serde_json::to_writer(&mut line, &Line::of(id, document))?;
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

/// Decompresses `packed` and returns its lines.
pub(crate) fn lines(packed: impl Read) -> io::Result<impl Iterator<Item = io::Result<String>>> {
    Ok(BufReader::new(zstd::Decoder::new(packed)?).lines())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_in_their_order() {
        let papers = 2 * FRAME + 3;
        let ids: Vec<String> = (0..papers).map(|row| row.to_string()).collect();
        let text = |row: usize| (ids[row].as_str(), Document::new("A \"title\"", ids[row].as_str()));
        let mut file = Vec::new();
        write_texts(papers, text, &mut file).unwrap();
        let whole = lines(file.as_slice()).unwrap();
        let whole = whole.map(|line| StoredText::parse(&line.unwrap()).unwrap().r#abstract);
        assert_eq!(whole.collect::<Vec<_>>(), ids);
    }
}
