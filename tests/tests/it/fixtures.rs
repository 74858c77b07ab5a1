//! Papers and labels for the tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thema::{Assignment, Choice, Document, Engine, Learned, Settings, ThemeKind};
use thema_ingest::{Corpus, IngestParams, Ingested};

/// A path under `data/sample`.
pub(crate) fn sample(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../data/sample")).join(path)
}

/// A path in the folder of shared data beside the project; `None`, with a printed reason, if it is missing.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared")).join(path);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}

/// Ingests one file or directory.
pub(crate) fn ingest(path: PathBuf) -> Ingested {
    IngestParams::new().run(&[path]).unwrap()
}

/// Learns the themes of a corpus with the shipped taxonomy of distributed computing and ten clusters.
pub(crate) fn learn(corpus: &Corpus) -> Learned {
    let taxonomy = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/taxonomies/cs-dc.toml");
    let mut settings = Settings::default();
    settings.themes.taxonomy = Choice::File(taxonomy.into());
    settings.clusters.count = Some(10);
    Engine::new(settings).unwrap().learn(&documents(corpus)).unwrap()
}

/// Title, abstract and notes of every paper.
pub(crate) fn documents(corpus: &Corpus) -> Vec<Document<'_>> {
    let document =
        |row| Document::new(corpus.title(row), corpus.abstract_text(row)).with_notes(corpus.notes(row));
    (0..corpus.len()).map(document).collect()
}

/// The key of every paper's theme in the taxonomy; `other` for papers without one.
pub(crate) fn themes(learned: &Learned) -> Vec<String> {
    let key = |place: &Assignment| {
        let theme = &learned.themes.themes[place.theme as usize];
        if theme.kind == ThemeKind::Taxonomy { theme.key.clone() } else { "other".to_owned() }
    };
    learned.themes.assignments.iter().map(key).collect()
}

/// The rows of a CSV file as maps from column to value.
pub(crate) fn table(path: &Path) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_path(path).unwrap().deserialize().map(|row| row.unwrap()).collect()
}
