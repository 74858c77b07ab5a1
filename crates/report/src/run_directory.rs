//! The directory of a run: it appears complete or not at all.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use thema_durable::{OutputLock, StagedFolder};

use crate::manifest::MANIFEST;
use crate::run_contents::{owned, refuse_foreign};
use crate::stored_file::{Hashing, StoredFile};
use crate::{Manifest, ReportError, write_error};

/// Size of the write buffer, in bytes.
const BUFFER: usize = 1 << 18;
/// Files that the manifest does not list: one differs between equal runs, the other may be rendered again.
const UNLISTED: [&str; 2] = ["timings.json", "index.html"];

/// A run directory being written: a hidden sibling of the final directory, under that
/// directory's lock ([`StagedFolder`]). [`StagedRun::commit`] exchanges the two; if dropped
/// without a commit, the sibling is removed.
pub struct StagedRun {
    folder: StagedFolder,
    /// What the manifest will say about the files.
    files: Mutex<BTreeMap<String, StoredFile>>,
    manifest: Mutex<Option<Manifest>>,
}

/// A file of a run being written.
pub struct RunFile {
    name: String,
    out: BufWriter<Hashing<File>>,
}

impl Write for RunFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl StagedRun {
    /// Begins a run directory for `target`. Nothing is written at `target` itself; missing parents are
    /// created. Call it before the work, so that a wrong output directory ends the run at once, and before
    /// the previous run is read.
    ///
    /// # Errors
    /// [`ReportError::OutputExists`] if another process is writing `target`, if `target` holds anything and
    /// `force` is not set, or if it is not a run: `force` replaces only a directory with thema's
    /// `manifest.json` and the files of a run. [`ReportError::Write`] if the sibling cannot be created.
    pub fn begin(target: &Path, force: bool) -> Result<Self, ReportError> {
        let check = move |standing: &Path| {
            refuse_foreign(standing)?;
            let taken = || {
                "already holds a run; choose another directory, or replace the run with --force".to_owned()
            };
            force.then_some(()).ok_or_else(taken)
        };
        let folder = StagedFolder::begin(target, owned, check)?;
        Ok(Self { folder, files: Mutex::default(), manifest: Mutex::default() })
    }

    /// The directory from which to read back what was written.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The final path.
    #[must_use]
    pub fn target(&self) -> &Path {
        self.folder.target()
    }

    /// The lock of the final path.
    #[must_use]
    pub fn lock(&self) -> &OutputLock {
        self.folder.lock()
    }

    /// Writes one file of the run, once, and returns its size and hash. `name` may include a folder
    /// (`model/terms.bin`).
    ///
    /// # Errors
    /// [`ReportError::Write`] names the final path of the file. It is also the error for a `name` that leads
    /// out of the directory.
    pub fn write(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<StoredFile, ReportError> {
        let mut file = self.create(name)?;
        write(&mut file).map_err(write_error(&self.target().join(name)))?;
        self.keep(file)
    }

    /// Begins a file of the run that is written alongside others. It becomes part of the run when it is
    /// [kept](Self::keep).
    ///
    /// # Errors
    /// The errors of [`write`](Self::write).
    pub fn create(&self, name: &str) -> Result<RunFile, ReportError> {
        let file = self.folder.create(name).map_err(write_error(&self.target().join(name)))?;
        Ok(RunFile { name: name.to_owned(), out: BufWriter::with_capacity(BUFFER, Hashing::new(file)) })
    }

    /// Finishes a file and returns its size and hash.
    ///
    /// # Errors
    /// The errors of [`write`](Self::write).
    pub fn keep(&self, file: RunFile) -> Result<StoredFile, ReportError> {
        let RunFile { name, out } = file;
        let written = out.into_inner().map_err(io::IntoInnerError::into_error);
        let stored = written.map_err(write_error(&self.target().join(&name)))?.stored();
        if !UNLISTED.contains(&name.as_str()) {
            self.files.lock().unwrap_or_else(PoisonError::into_inner).insert(name, stored.clone());
        }
        Ok(stored)
    }

    /// Writes a file that the user keeps in the run. The manifest does not list it. If it begins
    /// with the contents of the user's file in the previous run, that file is removed with the run
    /// instead of being carried over.
    ///
    /// # Errors
    /// The errors of [`write`](Self::write).
    pub fn continue_file(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), ReportError> {
        let mut file = self.create(name)?;
        let written = write(&mut file).and_then(|()| file.flush());
        written.map_err(write_error(&self.target().join(name)))
    }

    /// Keeps what `manifest.json` will say besides the files.
    pub(crate) fn keep_manifest(&self, manifest: &Manifest) {
        *self.manifest.lock().unwrap_or_else(PoisonError::into_inner) = Some(manifest.clone());
    }

    /// Writes `manifest.json`, which lists all files, fsyncs the run and renames it into place. Files that
    /// the user added to the run being replaced are carried over.
    ///
    /// # Errors
    /// [`ReportError::OutputExists`] if something other than the run seen at the beginning is now there,
    /// [`ReportError::Write`] if there is no manifest, or if a rename or fsync fails.
    pub fn commit(self) -> Result<PathBuf, ReportError> {
        let files = std::mem::take(&mut *self.files.lock().unwrap_or_else(PoisonError::into_inner));
        let manifest = self.manifest.lock().unwrap_or_else(PoisonError::into_inner).take();
        let text = manifest
            .ok_or_else(|| io::Error::other("the run has no manifest"))
            .and_then(|manifest| manifest.stored(files).map_err(io::Error::from))
            .map_err(write_error(&self.target().join(MANIFEST)))?;
        self.write(MANIFEST, |out| out.write_all(text.as_bytes()))?;
        Ok(self.folder.commit()?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn manifest() -> Manifest {
        let mut manifest = Manifest {
            schema: crate::MANIFEST_SCHEMA.to_owned(),
            thema_version: "0".to_owned(),
            configuration: serde_json::Value::Null,
            seed: 0,
            language: String::new(),
            inputs: Vec::new(),
            vectors: None,
            preview: None,
            built_in_taxonomy: None,
            counts: crate::RunCounts::default(),
            edits: None,
            files: BTreeMap::new(),
            checksum: String::new(),
        };
        manifest.counts.papers = 3;
        manifest
    }

    fn stage(target: &Path, force: bool) -> StagedRun {
        let staged = StagedRun::begin(target, force).unwrap();
        for name in ["themes.json", "papers.parquet", "model/placer.thema", "timings.json"] {
            staged.write(name, |out| out.write_all(name.as_bytes())).unwrap();
        }
        staged.keep_manifest(&manifest());
        staged
    }

    fn refused(target: &Path, force: bool) -> String {
        match StagedRun::begin(target, force) {
            Err(ReportError::OutputExists { reason, .. }) => reason,
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("{} was taken", target.display()),
        }
    }

    #[test]
    fn a_run_appears_at_its_end_only_and_its_manifest_knows_its_files() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("a/out");
        let staged = stage(&target, false);
        assert!(!target.exists());
        staged.commit().unwrap();
        let text = fs::read(target.join(MANIFEST)).unwrap();
        let files = Manifest::parse(&target, &text).unwrap().files;
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(names, ["model/placer.thema", "papers.parquet", "themes.json"]);
        assert_eq!(files["themes.json"], StoredFile::of(&target.join("themes.json")).unwrap());
        assert_eq!(files["themes.json"].bytes, 11);
        crate::check_files(&target).unwrap();
    }

    #[test]
    fn every_flipped_bit_of_a_manifest_is_found() {
        let home = tempfile::tempdir().unwrap();
        let target = stage(&home.path().join("out"), false).commit().unwrap();
        let text = fs::read(target.join(MANIFEST)).unwrap();
        for at in 0..text.len() * 8 {
            let mut damaged = text.clone();
            damaged[at / 8] ^= 1 << (at % 8);
            assert!(Manifest::parse(&target, &damaged).is_err(), "bit {at}");
        }
    }

    #[test]
    fn a_damaged_file_is_named() {
        let home = tempfile::tempdir().unwrap();
        let target = stage(&home.path().join("out"), false).commit().unwrap();
        fs::write(target.join("model/placer.thema"), "model/placer.themA").unwrap();
        let said = crate::check_files(&target).unwrap_err().to_string();
        assert!(said.contains("placer.thema") && said.contains("damaged"), "{said}");
    }

    #[test]
    fn a_run_is_replaced_by_force_alone() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("out");
        let staged = stage(&target, false);
        staged.write("old/kind.bin", |_| Ok(())).unwrap();
        staged.commit().unwrap();
        fs::write(target.join("notes.md"), "mine").unwrap();
        assert!(refused(&target, false).contains("--force"));
        stage(&target, true).commit().unwrap();
        assert!(!target.join("old").exists(), "what the former manifest lists goes");
        assert_eq!(fs::read_to_string(target.join("notes.md")).unwrap(), "mine");
    }

    #[test]
    fn what_is_no_run_is_never_replaced() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("app");
        fs::create_dir(&target).unwrap();
        let web = r#"{"name":"app","start_url":"/","icons":[]}"#;
        let other = r#"{"schema":"urn:other:schema:manifest:1"}"#;
        for text in ["", "{}", "null", web, other] {
            fs::write(target.join(MANIFEST), text).unwrap();
            fs::write(target.join("themes.json"), "{}").unwrap();
            assert!(refused(&target, true).contains("not belong to a run"), "{text}");
        }
        // A run of which only the manifest is left.
        fs::remove_file(target.join("themes.json")).unwrap();
        fs::write(target.join(MANIFEST), manifest().stored(BTreeMap::new()).unwrap()).unwrap();
        assert!(refused(&target, true).contains("not belong to a run"));
        fs::remove_file(target.join(MANIFEST)).unwrap();
        fs::write(target.join("chapter.txt"), "years of work").unwrap();
        assert!(refused(&target, true).contains("not belong to a run"));
        assert!(refused(&target.join("chapter.txt"), true).contains("not a directory"));
    }

    #[test]
    fn a_second_writer_is_refused() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("out");
        let staged = stage(&target, false);
        assert!(refused(&target, true).contains("is being written by process"));
        staged.commit().unwrap();
    }

    #[test]
    fn a_name_cannot_lead_out() {
        let home = tempfile::tempdir().unwrap();
        let staged = stage(&home.path().join("out"), false);
        for name in ["../x", "/x", "", "a/../../x"] {
            assert!(matches!(staged.write(name, |_| Ok(())), Err(ReportError::Write { .. })), "{name}");
        }
    }
}
