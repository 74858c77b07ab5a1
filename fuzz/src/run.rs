//! A run of the first version, whose manifest has no hashes, so that the
//! code behind the hash check is reached.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use tempfile::TempDir;

/// The fixture that every later version must read.
const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/cli/tests/fixtures/first-run");
/// A page has two scripts: its own and its data.
const SCRIPT: &str = "<script";

/// A copy of the run in a temporary folder that lasts as long as the process.
pub struct StoredRun {
    home: TempDir,
}

impl StoredRun {
    /// Runs `work` with the run.
    pub fn with<T>(work: impl FnOnce(&Self) -> T) -> T {
        static RUN: OnceLock<Mutex<StoredRun>> = OnceLock::new();
        let run = RUN.get_or_init(|| {
            let home = tempfile::tempdir().expect("a temporary folder");
            copy(Path::new(FIXTURE), home.path());
            Mutex::new(Self { home })
        });
        work(&run.lock().expect("a panic ends the process"))
    }

    /// The folder of the run.
    pub fn path(&self) -> &Path {
        self.home.path()
    }
}

/// Renders digest and page of a run. Either they are refused, or the page has no foreign script and stays
/// within its size limit.
pub fn page(run: &thema_report::StoredRun) {
    assert!(!thema_report::digest(&run.report).is_empty());
    let Ok(page) = thema_html::render_run(run) else { return };
    assert!(page.len() <= thema_html::PAGE_LIMIT, "a page of {} bytes", page.len());
    assert!(page.matches(SCRIPT).count() <= 2, "a script of somebody else");
    assert!(!page.contains("href=\"javascript:"), "a link that runs a program");
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("the fixture").map(|entry| entry.expect("an entry")) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir(&to).expect("a folder");
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), &to).expect("a file");
        }
    }
}
