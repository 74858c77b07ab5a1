//! The directory of a run: it appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Component, Path, PathBuf};

use tempfile::TempDir;

use crate::ReportError;
use crate::{unfinished, write_error};

/// File whose presence marks a directory as a run.
const MARKER: &str = "manifest.json";

/// A run directory while it is being written: a hidden sibling of the final one, on the same file system, named
/// `.NAME.XXXXXX.partial`. [`StagedRun::commit`] renames it into place; dropped without, it is removed.
#[derive(Debug)]
pub struct StagedRun {
    target: PathBuf,
    force: bool,
    staging: TempDir,
}

impl StagedRun {
    /// Begins a run directory at `target`. Nothing is written at `target` itself; parents that are missing are
    /// made. Call it before the work, so that a wrong output directory ends the run at once.
    ///
    /// # Errors
    /// [`ReportError::OutputExists`] when `target` holds anything and `force` is not set, or when it is no run
    /// directory: `force` replaces only a directory that holds a `manifest.json`.
    /// [`ReportError::Write`] when the sibling cannot be made.
    pub fn begin(target: &Path, force: bool) -> Result<Self, ReportError> {
        let target = resolve(target)?;
        refuse_foreign(&target, force)?;
        let parent = target.parent().unwrap_or(Path::new("/"));
        fs::create_dir_all(parent).map_err(write_error(parent))?;
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let mut builder = tempfile::Builder::new();
        let prefix = format!(".{name}.");
        builder.prefix(&prefix).suffix(".partial");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let staging = builder.tempdir_in(parent).map_err(write_error(&target))?;
        unfinished::begun(staging.path());
        Ok(Self { target, force, staging })
    }

    /// The directory to write into; its content moves to the final place with [`StagedRun::commit`].
    #[must_use]
    pub fn path(&self) -> &Path {
        self.staging.path()
    }

    /// The final place.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Writes one file of the run and its bytes to the disk. `name` may lead into a folder (`model/terms.bin`).
    ///
    /// # Errors
    /// [`ReportError::Write`] names the final path of the file. A `name` that leads out of the directory is
    /// refused so too.
    pub fn write(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), ReportError> {
        let error = write_error(&self.target.join(name));
        let inside = !name.is_empty()
            && Path::new(name).components().all(|component| matches!(component, Component::Normal(_)));
        if !inside {
            return Err(error(io::Error::new(io::ErrorKind::InvalidInput, "leads out of the run directory")));
        }
        let path = self.staging.path().join(name);
        let written = (|| {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            let mut file = BufWriter::with_capacity(1 << 18, File::create(&path)?);
            write(&mut file)?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
        })();
        written.map_err(error)
    }

    /// Puts the run in its place. A run that it replaces is moved aside first, put back if the new one cannot
    /// take its place, and removed at the end.
    ///
    /// # Errors
    /// [`ReportError::OutputExists`] when something other than the run seen at the beginning stands there by
    /// now, [`ReportError::Write`] when a rename or the flush to the disk fails.
    pub fn commit(self) -> Result<PathBuf, ReportError> {
        let staging = self.path().to_path_buf();
        unfinished::ended(&staging, || self.take_place())
    }

    fn take_place(self) -> Result<PathBuf, ReportError> {
        let Self { target, force, staging } = self;
        let error = write_error(&target);
        refuse_foreign(&target, force)?;
        let parent = target.parent().unwrap_or(Path::new("/")).to_path_buf();
        sync_directories(staging.path()).map_err(&error)?;
        let occupied = target.read_dir().is_ok_and(|mut entries| entries.next().is_some());
        let aside = occupied.then(|| staging.path().with_extension("replaced"));
        if let Some(aside) = &aside {
            fs::rename(&target, aside).map_err(&error)?;
        }
        if let Err(failure) = fs::rename(staging.path(), &target) {
            if let Some(aside) = &aside {
                fs::rename(aside, &target).map_err(&error)?;
            }
            return Err(error(failure));
        }
        let _moved = staging.keep();
        sync_directory(&parent).map_err(&error)?;
        if let Some(aside) = &aside {
            fs::remove_dir_all(aside).map_err(write_error(aside))?;
        }
        Ok(target)
    }
}

/// The absolute path of `target`, links resolved where it exists.
fn resolve(target: &Path) -> Result<PathBuf, ReportError> {
    let error = write_error(target);
    match fs::canonicalize(target) {
        Ok(path) => Ok(path),
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => {
            let path = std::path::absolute(target).map_err(&error)?;
            if path.file_name().is_none() {
                return Err(error(io::Error::new(io::ErrorKind::InvalidInput, "has no name")));
            }
            Ok(path)
        }
        Err(other) => Err(error(other)),
    }
}

/// Refuses a target that holds something which must not be replaced.
fn refuse_foreign(target: &Path, force: bool) -> Result<(), ReportError> {
    let exists = |reason: &str| {
        Err(ReportError::OutputExists { path: target.to_path_buf(), reason: reason.to_owned() })
    };
    let mut entries = match fs::read_dir(target) {
        Ok(entries) => entries,
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(other) if other.kind() == io::ErrorKind::NotADirectory => return exists("is not a directory"),
        Err(other) => return Err(write_error(target)(other)),
    };
    if entries.next().is_none() {
        return Ok(());
    }
    if !target.join(MARKER).is_file() {
        return exists("holds files that are not of a run; name another directory");
    }
    if !force {
        return exists("holds a run; name another directory or replace it with --force");
    }
    Ok(())
}

/// Flushes the directory `path` and all below it.
fn sync_directories(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_directories(&entry.path())?;
        }
    }
    sync_directory(path)
}

/// Flushes the entries of one directory, where the system can.
fn sync_directory(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(target: &Path, force: bool) -> StagedRun {
        let staged = StagedRun::begin(target, force).unwrap();
        staged.write(MARKER, |out| out.write_all(b"{}\n")).unwrap();
        staged
    }

    fn names(path: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(path)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_run_appears_at_its_end_only() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("a/out");
        let staged = stage(&target, false);
        staged.write("model/terms.bin", |out| out.write_all(b"x")).unwrap();
        assert!(!target.exists());
        staged.commit().unwrap();
        assert_eq!(names(&target), ["manifest.json", "model"]);
        assert_eq!(names(&home.path().join("a")), ["out"]);
    }

    #[test]
    fn a_run_given_up_leaves_nothing() {
        let home = tempfile::tempdir().unwrap();
        drop(stage(&home.path().join("out"), false));
        assert!(names(home.path()).is_empty());
    }

    #[test]
    fn a_run_is_replaced_by_force_alone() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("out");
        let staged = stage(&target, false);
        staged.write("old", |_| Ok(())).unwrap();
        staged.commit().unwrap();
        assert!(matches!(StagedRun::begin(&target, false), Err(ReportError::OutputExists { .. })));
        stage(&target, true).commit().unwrap();
        assert_eq!(names(&target), ["manifest.json"]);
        assert_eq!(names(home.path()), ["out"]);
    }

    #[test]
    fn what_is_no_run_is_never_replaced() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("thesis");
        fs::create_dir(&target).unwrap();
        stage(&target, false).commit().unwrap();
        fs::remove_file(target.join(MARKER)).unwrap();
        fs::write(target.join("chapter.txt"), "years of work").unwrap();
        assert!(matches!(StagedRun::begin(&target, true), Err(ReportError::OutputExists { .. })));
        let file = target.join("chapter.txt");
        assert!(matches!(StagedRun::begin(&file, true), Err(ReportError::OutputExists { .. })));
    }

    #[test]
    fn a_name_cannot_lead_out() {
        let home = tempfile::tempdir().unwrap();
        let staged = stage(&home.path().join("out"), false);
        for name in ["../x", "/x", "", "a/../../x"] {
            assert!(matches!(staged.write(name, |_| Ok(())), Err(ReportError::Write { .. })), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_a_run() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().unwrap();
        let target = stage(&home.path().join("out"), false).commit().unwrap();
        let plain = home.path().join("plain");
        fs::create_dir(&plain).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&target), mode(&plain));
    }
}
