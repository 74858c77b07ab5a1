//! Which directories are runs, and which of their files belong to the run.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::Manifest;
use crate::manifest::MANIFEST;

/// What runs of any version contain, for manifests that do not list it: those of the first version, and those
/// cut short when the process was killed.
const OWN: [&str; 29] = [
    MANIFEST,
    "csv-metadata.json",
    "digest.md",
    "events.jsonl",
    "exports",
    "exports/themes.graphml",
    "exports/topic_info.csv",
    "exports/vosviewer_map.txt",
    "exports/vosviewer_network.txt",
    "facets.csv",
    "index.html",
    "model",
    "model/features.bin",
    "model/papers.parquet",
    "model/placer.thema",
    "model/projection.bin",
    "model/run.bin",
    "model/state.json",
    "model/texts.jsonl.zst",
    "model/themes.bin",
    "papers.csv",
    "papers.parquet",
    "quality.json",
    "reconcile.csv",
    "rejects.jsonl",
    "themes.csv",
    "themes.json",
    "timings.json",
    "trends.csv",
];

/// Files without which a directory is not a run, whatever its manifest says.
const NEEDED: [&str; 2] = ["themes.json", "papers.parquet"];

/// Says why the directory `run` is not a run. A manifest of another program, or a
/// damaged one, does not count.
pub(crate) fn refuse_foreign(run: &Path) -> Result<(), String> {
    let foreign = || "holds files that do not belong to a run; choose another directory".to_owned();
    let text = fs::read(run.join(MANIFEST)).map_err(|_| foreign())?;
    match Manifest::parse(run, &text) {
        Ok(_) if NEEDED.iter().all(|name| run.join(name).is_file()) => Ok(()),
        Ok(_) => Err(foreign()),
        Err(_) => {
            Err("holds a manifest.json that is damaged or does not belong to a run; choose another directory"
                .to_owned())
        }
    }
}

/// Whether a path belongs to the run.
pub(crate) type IsOwn = Box<dyn Fn(&Path) -> bool>;

/// Returns which paths in the directory `run` belong to the run. Without a manifest the run was never
/// finished, and all paths do.
///
/// # Errors
/// If a manifest exists and cannot be read.
pub(crate) fn owned(run: &Path) -> io::Result<IsOwn> {
    let text = match fs::read(run.join(MANIFEST)) {
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(Box::new(|_| true)),
        text => text?,
    };
    let listed = Manifest::parse(run, &text).map(|manifest| manifest.files).unwrap_or_default();
    let own: BTreeSet<PathBuf> = listed
        .into_keys()
        .flat_map(|name| Path::new(&name).ancestors().map(Path::to_path_buf).collect::<Vec<_>>())
        .chain(OWN.iter().map(PathBuf::from))
        .collect();
    Ok(Box::new(move |path| own.contains(path)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StoredFile;

    #[test]
    fn what_a_manifest_lists_is_the_runs_own() {
        let home = tempfile::tempdir().unwrap();
        assert!(owned(home.path()).unwrap()(Path::new("anything")), "never finished");
        let text = r#"{"schema":"urn:thema:schema:manifest:1","thema_version":"9","configuration":{},"seed":1,"inputs":[],
            "counts":{"records":0,"rejected":0,"papers":0,"themes":0,"clusters":0,"outliers":0}}"#;
        let file = StoredFile { bytes: 1, blake3: String::new() };
        let manifest: Manifest = serde_json::from_str(text).unwrap();
        let text = manifest.stored([("later/kind.bin".to_owned(), file)].into()).unwrap();
        fs::write(home.path().join(MANIFEST), text).unwrap();
        let own = owned(home.path()).unwrap();
        for name in ["manifest.json", "model", "model/themes.bin", "later", "later/kind.bin"] {
            assert!(own(Path::new(name)), "{name}");
        }
        for name in ["notes.md", ".git", "later/notes.md", "model/notes.md"] {
            assert!(!own(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn of_a_manifest_that_cannot_be_read_nothing_is_said() {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join(MANIFEST)).unwrap();
        assert!(owned(home.path()).is_err());
    }
}
