//! Files that belong together and are replaced all or none.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::begun::{Steady, Unfinished, steady};
use crate::companions::{Companions, PARTIAL};
use crate::error::write_error;
use crate::mode::{by_mask, keep_mode};
use crate::sync::sync_folder;
use crate::target::{resolve, standing_file};
use crate::{DurableError, Links, Ours, OutputLock, journal};

/// Write buffer size in bytes.
const BUFFER: usize = 1 << 18;

/// A file to be written.
pub struct Output {
    /// Its final path.
    pub path: PathBuf,
    /// How to treat a symbolic link at this path.
    pub links: Links,
    /// Which existing file may be replaced. An empty file always may.
    pub ours: Ours,
    /// The kind of file that `ours` accepts, for messages: "a corpus".
    pub what: &'static str,
}

/// Files that are replaced together. Each is written in its target folder under a unique name, created anew
/// and never through a link; [`FileGroup::commit`] puts them in place. A kill at any moment leaves either all
/// old files, or a state that the next [`FileGroup::begin`] completes to all new files. If the group is
/// dropped without a commit, nothing changes.
pub struct FileGroup {
    members: Vec<Member>,
    folder: PathBuf,
    /// Held until the end; `None` if the caller holds the lock.
    lock: Option<OutputLock>,
}

struct Member {
    output: Output,
    target: PathBuf,
    /// `None` once it is in place.
    temporary: Option<NamedTempFile>,
    unfinished: Unfinished,
}

impl FileGroup {
    /// Takes the lock of the first output, finishes or removes what killed processes left there, and begins
    /// all files. Call it before the work, so that a wrong output fails at once, and before reading the old
    /// files.
    ///
    /// # Errors
    /// [`DurableError::Busy`] when another process is writing the first output; [`DurableError::Refused`]
    /// when an output is not a regular file, is not `ours`, is a link that must not be followed or is
    /// dangling, or is in another folder than the first; [`DurableError::Write`] when the folder cannot be
    /// written.
    ///
    /// # Panics
    /// If there are no outputs.
    pub fn begin(outputs: Vec<Output>) -> Result<Self, DurableError> {
        let lock = OutputLock::take(&resolve(&outputs[0].path, outputs[0].links)?)?;
        let mut group = Self::begin_under(&lock, outputs)?;
        group.lock = Some(lock);
        Ok(group)
    }

    /// The same for a caller who holds the lock that protects the outputs, until the end: that of the first
    /// output or of a folder that contains them.
    ///
    /// # Errors
    /// Those of [`FileGroup::begin`] except [`DurableError::Busy`].
    ///
    /// # Panics
    /// If there are no outputs.
    pub fn begin_under(lock: &OutputLock, outputs: Vec<Output>) -> Result<Self, DurableError> {
        let first = resolve(&outputs[0].path, outputs[0].links)?;
        let folder = first.parent().unwrap_or(Path::new("/")).to_path_buf();
        if lock.is_alone() {
            let _steady = steady();
            journal::finish(&Companions::of(&first), &first)?;
        }
        let mut group = Self { members: Vec::new(), folder, lock: None };
        for output in outputs {
            let target = resolve(&output.path, output.links)?;
            if target.parent() != Some(&group.folder) {
                let reason = format!("is not in {}", group.folder.display());
                return Err(DurableError::refused(&target, reason));
            }
            let companions = Companions::of(&target);
            if lock.is_alone() {
                sweep(&companions);
            }
            standing_file(&target, &output.ours, output.what)?;
            let mut builder = tempfile::Builder::new();
            by_mask(&mut builder, 0o666).prefix(companions.stem()).suffix(PARTIAL);
            let mut steady = steady();
            let temporary = builder.tempfile_in(&group.folder).map_err(write_error(&target))?;
            let unfinished = steady.begun(temporary.path());
            group.members.push(Member { output, target, temporary: Some(temporary), unfinished });
        }
        Ok(group)
    }

    /// The final path of output number `index`, with links resolved.
    #[must_use]
    pub fn target(&self, index: usize) -> &Path {
        &self.members[index].target
    }

    /// Writes output number `index`, from the start if it was written before, and returns its size in bytes.
    ///
    /// # Errors
    /// [`DurableError::Write`] with the error of `write` or of the system.
    ///
    /// # Panics
    /// If there is no such output.
    pub fn write(
        &mut self,
        index: usize,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<u64, DurableError> {
        let Member { target, temporary, .. } = &mut self.members[index];
        let Some(temporary) = temporary else { return Ok(0) };
        let written = (|| {
            temporary.as_file().set_len(0)?;
            io::Seek::rewind(temporary.as_file_mut())?;
            let mut out = BufWriter::with_capacity(BUFFER, temporary.as_file());
            write(&mut out)?;
            out.flush()?;
            drop(out);
            Ok(temporary.as_file().metadata()?.len())
        })();
        written.map_err(write_error(target))
    }

    /// Fsyncs all files and puts them in place, with the permissions of the files they replace. Outputs that
    /// were not written are empty. When it returns, the files survive a power failure.
    ///
    /// # Errors
    /// Those of [`FileGroup::begin`] when something else now exists at a path; [`DurableError::Write`] when a
    /// rename or an fsync fails. All old files then remain or, after a failure between two renames, the next
    /// `begin` completes the new ones.
    pub fn commit(mut self) -> Result<(), DurableError> {
        for Member { target, temporary, .. } in &self.members {
            let synced = temporary.as_ref().map_or(Ok(()), |temporary| temporary.as_file().sync_all());
            synced.map_err(write_error(target))?;
        }
        let mut steady = steady();
        self.put_in_place(&mut steady)?;
        self.forget(&mut steady);
        Ok(())
    }

    fn put_in_place(&mut self, steady: &mut Steady) -> Result<(), DurableError> {
        let mut is_new = false;
        for Member { output, target, temporary, .. } in &self.members {
            let standing = standing_file(target, &output.ours, output.what)?;
            is_new = standing.is_none();
            if let (Some(standing), Some(temporary)) = (standing, temporary) {
                keep_mode(temporary.as_file(), &standing).map_err(write_error(target))?;
            }
        }
        let error = write_error(&self.members[0].target);
        if let [Member { temporary, target, .. }] = self.members.as_mut_slice() {
            let Some(file) = temporary.take() else { return Ok(()) };
            let placed = if is_new { file.persist_noclobber(&*target) } else { file.persist(&*target) };
            placed.map_err(|failed| error(failed.error))?;
            return sync_folder(&self.folder).map_err(error);
        }
        self.put_in_place_together(steady).map_err(error)
    }

    /// Once the journal is on disk, all new files will be in place: now, or when the next process finishes
    /// the group.
    fn put_in_place_together(&mut self, steady: &mut Steady) -> io::Result<()> {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_owned();
        let steps: Vec<journal::Step> = self
            .members
            .iter()
            .filter_map(|member| Some((name(member.temporary.as_ref()?.path()), name(&member.target))))
            .collect();
        let companions = Companions::of(&self.members[0].target);
        let journal = companions.journal();
        if let Err(failure) = journal::write(&companions, &self.folder, &steps) {
            let _ = fs::remove_file(&journal);
            return Err(failure);
        }
        for (number, member) in self.members.iter_mut().enumerate() {
            let Some(temporary) = member.temporary.take() else { continue };
            let Err(failed) = temporary.persist(&member.target) else { continue };
            if number == 0 {
                // Nothing is replaced yet: without the journal all is as before.
                fs::remove_file(&journal)?;
            } else {
                // From here on only forward: the journal and the files it names stay for the next process.
                let rest = self.members.iter_mut().filter_map(|member| member.temporary.take());
                for left in std::iter::once(failed.file).chain(rest) {
                    left.keep().map_err(|kept| kept.error)?;
                }
                self.forget(steady);
            }
            return Err(failed.error);
        }
        sync_folder(&self.folder)?;
        fs::remove_file(&journal)?;
        sync_folder(&self.folder)
    }

    fn forget(&self, steady: &mut Steady) {
        for member in &self.members {
            steady.forget(&member.unfinished);
        }
    }
}

impl Drop for FileGroup {
    fn drop(&mut self) {
        let mut steady = steady();
        for member in &mut self.members {
            drop(member.temporary.take());
        }
        self.forget(&mut steady);
        drop(steady);
        drop(self.lock.take());
    }
}

/// Removes the unfinished files of killed processes. What cannot be removed stays for the next attempt.
fn sweep(companions: &Companions) {
    for path in companions.found(PARTIAL).unwrap_or_default() {
        if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file()) {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Replaces one file whole: a [`FileGroup`] of one.
///
/// # Errors
/// As [`FileGroup::begin`], [`FileGroup::write`] and [`FileGroup::commit`].
pub fn replace_file(
    output: Output,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<u64, DurableError> {
    let mut group = FileGroup::begin(vec![output])?;
    let bytes = group.write(0, write)?;
    group.commit()?;
    Ok(bytes)
}
