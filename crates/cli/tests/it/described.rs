//! `thema ingest --describe`: prints what would be read and writes nothing.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::standing::path;
use super::{text, thema};

/// The descriptions of files with these names and contents, and the exit code.
fn described(files: &[(&str, &[u8])], flags: &[&str]) -> (Vec<Value>, Option<i32>) {
    let home = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(home.path().join(name), bytes).unwrap();
    }
    let corpus = home.path().join("corpus.parquet");
    let arguments = ["ingest", "--describe", "--json", path(home.path()), "--out", path(&corpus)];
    let output = thema(&[&arguments[..], flags].concat());
    let left = fs::read_dir(home.path()).unwrap().count();
    assert_eq!(left, files.len(), "something was written");
    let descriptions = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}: {}{}", text(&output.stdout), text(&output.stderr));
    });
    (descriptions, output.status.code())
}

fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|character| u8::try_from(character).unwrap()).collect()
}

fn name(description: &Value) -> String {
    Path::new(description["path"].as_str().unwrap()).file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn dates_that_lose_their_day_are_told() {
    let home = tempfile::tempdir().unwrap();
    let table = home.path().join("a.csv");
    fs::write(&table, "title,date\nOn Queues,09/02/2017\nOn Logs,soon 1\n").unwrap();
    let output = thema(&["ingest", "--describe", path(&table), "--out", "none"]);
    let said = text(&output.stdout);
    assert!(
        said.contains("\n  1 of 2 dates keep only the year, because day and month could be swapped"),
        "{said}"
    );
    assert!(said.contains("\n  1 of 2 dates cannot be read, such as \"soon 1\""), "{said}");
}

#[test]
fn a_table_is_described_column_by_column() {
    let table = "Título;Resumen;Color;Title\nSobre colas;Esperan.;rojo;On Queues\n;Nada.;azul;\nx;y\n\
                 Sobre árboles;Crecen.;verde;On Trees\n";
    let bytes = latin1(table);
    let (inputs, code) = described(&[("a.csv", &bytes)], &["--encoding", "latin1"]);
    assert_eq!((inputs.len(), code), (1, Some(0)));
    let file = &inputs[0]["files"][0];
    assert_eq!((file["format"].as_str(), file["encoding"].as_str()), (Some("csv"), Some("windows-1252")));
    assert_eq!((file["records"].as_u64(), file["rejected"].as_u64()), (Some(2), Some(2)));
    let columns = inputs[0]["columns"].as_array().unwrap();
    let held: Vec<_> =
        columns.iter().map(|column| (column["name"].as_str(), column["holds"].as_str())).collect();
    assert_eq!(held[2..], [(Some("Color"), None), (Some("Title"), Some("title"))]);
    let title =
        inputs[0]["fields"].as_array().unwrap().iter().find(|field| field["field"] == "title").unwrap();
    assert_eq!(title["examples"], serde_json::json!(["On Queues", "On Trees"]));
    let lines: Vec<_> =
        inputs[0]["rejects"].as_array().unwrap().iter().map(|reject| reject["line"].as_u64()).collect();
    assert_eq!(lines, [Some(3), Some(4)]);
}

#[test]
fn what_is_not_read_is_refused_in_words() {
    let files: [(&str, &[u8]); 4] = [
        ("a.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"),
        ("c.ris", b"TI  - On Queues\nAB  - They wait.\nER  - \n"),
        ("d.csv", b"heading;doi;year\nOn Queues;10.1/a;2020\n"),
        ("e.ris", b"TY  - JOUR\nTI  - On Queues\nER  - \n"),
    ];
    let (inputs, code) = described(&files, &[]);
    assert_eq!(code, Some(1));
    let said = |description: &Value| description["rejects"][0]["reason"].as_str().map(str::to_owned);
    assert_eq!(inputs.iter().map(name).collect::<Vec<_>>(), files.map(|(name, _)| name));
    let words = [
        &["a PDF", "RIS"][..],
        &["nearest: ", "ris (no \"TY  - \")"],
        &["nearest: csv", "heading, doi, year", "--columns"],
    ];
    for (input, words) in inputs.iter().zip(words) {
        let said = said(input).unwrap();
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
        assert_eq!(input["files"].as_array().map(Vec::len), Some(0));
    }
    assert_eq!((said(&inputs[3]), inputs[3]["files"][0]["format"].as_str()), (None, Some("ris")));
}

#[test]
fn the_encoding_that_was_inferred_stands_in_the_manifest() {
    let home = tempfile::tempdir().unwrap();
    let rows = "Étude des réseaux;Les réseaux où l'été dure, à côté de la forêt\n".repeat(40);
    let bytes = latin1(&rows);
    let (input, out) = (home.path().join("a.csv"), home.path().join("report"));
    fs::write(&input, [b"title;abstract\n", &bytes[..]].concat()).unwrap();
    let output = thema(&["run", path(&input), "--out", path(&out), "--no-taxonomy"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let manifest: Value = serde_json::from_slice(&fs::read(out.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["inputs"][0]["encoding"], "windows-1252");
}

#[test]
fn xml_is_read_in_the_encoding_that_it_declares() {
    let xml = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID>\
               <Article><ArticleTitle>Étude à côté</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>";
    let (inputs, code) = described(&[("a.xml", &latin1(xml))], &[]);
    assert_eq!((code, inputs[0]["files"][0]["encoding"].as_str()), (Some(0), Some("windows-1252")));
    let fields = inputs[0]["fields"].as_array().unwrap();
    let title = fields.iter().find(|field| field["field"] == "title").unwrap();
    assert_eq!(title["examples"], serde_json::json!(["Étude à côté"]));
}
