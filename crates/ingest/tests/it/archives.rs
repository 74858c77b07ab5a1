//! Zip archives are read in place, whatever their members are called and however far they expand.

use std::fs;
use std::io::Write;
use std::path::Path;

use thema_ingest::{IngestParams, Ingested};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn line(number: u32) -> String {
    format!(
        r#"{{"id":"2601.{number:05}","title":"On {number} Queues","abstract":"They wait.","update_date":"2026-01-02"}}"#
    )
}

fn archive(path: &Path, members: &[(&str, &[u8])]) {
    let mut writer = ZipWriter::new(fs::File::create(path).unwrap());
    for (name, bytes) in members {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap();
}

fn ingest(path: &Path) -> Ingested {
    IngestParams::new().run(&[path.to_owned()]).unwrap()
}

#[test]
fn members_are_inputs_and_packed_ones_too() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("dump.zip");
    let one = line(1);
    let packed = zstd::encode_all(line(2).as_bytes(), 1).unwrap();
    let members: [(&str, &[u8]); 5] = [
        ("a/one.jsonl", one.as_bytes()),
        ("two.jsonl.zst", &packed),
        ("__MACOSX/one.jsonl", b"x"),
        (".hidden", b"x"),
        ("notes.md", b"no papers"),
    ];
    archive(&path, &members);
    let ingested = ingest(&path);
    assert_eq!(ingested.corpus.len(), 2);
    let inputs: Vec<_> = ingested.inputs.iter().map(|input| input.path.clone()).collect();
    assert_eq!(inputs, [path.join("a/one.jsonl"), path.join("two.jsonl.zst")]);
    assert_eq!(ingested.inputs[0].blake3, Some(blake3::hash(line(1).as_bytes()).to_hex().to_string()));
    let rejected: Vec<_> = ingested.rejects.iter().map(|reject| reject.path.clone()).collect();
    assert_eq!(rejected, [path.join("notes.md")]);
}

#[test]
fn names_that_lead_out_of_the_archive_write_nothing() {
    let home = tempfile::tempdir().unwrap();
    let inside = home.path().join("inside");
    fs::create_dir(&inside).unwrap();
    let path = inside.join("dump.zip");
    archive(&path, &[("../escaped.jsonl", line(1).as_bytes()), ("/abs\nolute.jsonl", line(2).as_bytes())]);
    let ingested = ingest(&path);
    assert_eq!(ingested.corpus.len(), 2);
    assert!(!home.path().join("escaped.jsonl").exists() && !inside.join("escaped.jsonl").exists());
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
    assert!(ingested.inputs.iter().all(|input| !input.path.display().to_string().contains('\n')));
}

#[test]
fn a_bomb_is_refused_and_the_other_members_are_read() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("dump.zip");
    let mut zeros = (line(2) + "\n").into_bytes();
    zeros.resize(100 << 20, b'0');
    archive(&path, &[("a.jsonl", line(1).as_bytes()), ("bomb.jsonl", &zeros)]);
    let ingested = ingest(&path);
    assert_eq!(ingested.corpus.len(), 2, "a line before the bomb and a member before it");
    assert!(ingested.rejects.iter().any(|reject| reject.reason.contains("expand")), "{:?}", ingested.rejects);
}

#[test]
fn a_member_whose_checksum_is_wrong_is_still_an_input() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("dump.zip");
    let mut writer = ZipWriter::new(fs::File::create(&path).unwrap());
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    writer.start_file("a.jsonl", stored).unwrap();
    writer.write_all(line(1).as_bytes()).unwrap();
    writer.finish().unwrap();
    let text = fs::read(&path).unwrap();
    let at = text.windows(5).position(|bytes| bytes == b"They ").unwrap();
    fs::write(&path, [&text[..at], b"Thez ", &text[at + 5..]].concat()).unwrap();
    let ingested = ingest(&path);
    assert_eq!((ingested.corpus.len(), ingested.inputs.len(), ingested.rejects.len()), (1, 1, 1));
    let input = &ingested.inputs[0];
    assert_eq!((input.records, input.rejected, &input.blake3), (1, 1, &None));
    assert!(ingested.rejects[0].unread, "{:?}", ingested.rejects);
}

#[test]
fn a_damaged_archive_is_set_aside() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("dump.zip");
    archive(&path, &[("a.jsonl", line(1).as_bytes())]);
    let bytes = fs::read(&path).unwrap();
    for cut in 0..bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        if let Ok(ingested) = IngestParams::new().run(std::slice::from_ref(&path)) {
            assert_eq!((ingested.corpus.len(), cut), (1, cut));
        }
    }
}

#[test]
fn a_document_of_an_office_is_refused_in_words() {
    let home = tempfile::tempdir().unwrap();
    for (member, words) in [("word/document.xml", "a Word document (DOCX)"), ("xl/workbook.xml", "as CSV")] {
        let path = home.path().join("document.zip");
        archive(&path, &[("[Content_Types].xml", b"<Types/>"), (member, b"<w/>")]);
        let said = IngestParams::new().run(std::slice::from_ref(&path)).unwrap_err().to_string();
        assert!(said.contains(words), "{said}");
    }
}
