//! Atomic replacement of folders.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use thema_durable::{DurableError, StagedFolder};

use crate::{left, names, text};

/// Whether the folder's writer owns a path.
type IsOwn = Box<dyn Fn(&Path) -> bool>;

/// The program of these tests writes `manifest`, `model`, and files in it that begin with `part`. It cannot
/// tell if there is a file `unreadable`.
fn owns(folder: &Path) -> io::Result<IsOwn> {
    if folder.join("unreadable").exists() {
        return Err(io::Error::other("unreadable"));
    }
    Ok(Box::new(|path| {
        let name = path.to_string_lossy();
        name == "manifest" || name == "model" || name.starts_with("model/part")
    }))
}

fn begin(target: &Path) -> Result<StagedFolder, DurableError> {
    let check = |folder: &Path| {
        folder.join("manifest").is_file().then_some(()).ok_or_else(|| "is not of this test".to_owned())
    };
    StagedFolder::begin(target, owns, check)
}

fn fill(staged: &StagedFolder, content: &str) {
    for name in ["manifest", "model/part-1"] {
        staged.create(name).unwrap().write_all(content.as_bytes()).unwrap();
    }
}

fn put(target: &Path, content: &str) {
    let staged = begin(target).unwrap();
    fill(&staged, content);
    staged.commit().unwrap();
}

#[test]
fn a_folder_appears_at_its_end_only() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("a/b/out");
    let staged = begin(&target).unwrap();
    fill(&staged, "new");
    assert!(!target.exists());
    staged.commit().unwrap();
    assert_eq!(names(&target), ["manifest", "model"]);
    assert_eq!(names(&home.path().join("a/b")), ["out"]);
}

#[test]
fn a_folder_given_up_leaves_nothing() {
    let home = tempfile::tempdir().unwrap();
    let staged = begin(&home.path().join("out")).unwrap();
    fill(&staged, "new");
    drop(staged);
    assert!(names(home.path()).is_empty());
}

#[test]
fn what_the_check_refuses_stays_now_and_later() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("out");
    fs::create_dir(&target).unwrap();
    let staged = begin(&target).unwrap();
    fill(&staged, "new");
    left(target.join("thesis"), "years of work");
    assert!(matches!(staged.commit(), Err(DurableError::Refused { .. })));
    assert!(matches!(begin(&target), Err(DurableError::Refused { .. })));
    assert!(matches!(begin(&target.join("thesis")), Err(DurableError::Refused { .. })));
    assert_eq!(names(&target), ["thesis"]);
    assert_eq!(names(home.path()), ["out"]);
}

#[test]
fn what_a_person_put_there_goes_over() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("out");
    put(&target, "old");
    fs::create_dir_all(target.join(".git/objects")).unwrap();
    left(target.join(".git/objects/1"), "history");
    left(target.join("notes.md"), "notes");
    left(target.join("model/figure.svg"), "figure");
    put(&target, "new");
    assert_eq!(names(&target), [".git", "manifest", "model", "notes.md"]);
    assert_eq!(names(&target.join("model")), ["figure.svg", "part-1"]);
    assert_eq!(text(&target.join(".git/objects/1")), "history");
    assert_eq!(text(&target.join("manifest")), "new");
    assert_eq!(names(home.path()), ["out"]);
}

#[test]
fn what_a_person_put_there_outlives_a_folder_that_cannot_be_read() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("out");
    let replace = |content: &str| {
        let staged = begin(&target).unwrap();
        fill(&staged, content);
        staged.commit().unwrap();
    };
    replace("old");
    for name in ["notes.md", "unreadable"] {
        fs::write(target.join(name), "mine").unwrap();
    }
    replace("new");
    let partial = || names(home.path()).into_iter().find(|name| name.ends_with(".partial"));
    let left = home.path().join(partial().expect("the former folder stays"));
    assert_eq!(text(&left.join("notes.md")), "mine");
    fs::remove_file(left.join("unreadable")).unwrap();
    replace("newer");
    assert_eq!(
        (text(&target.join("notes.md")), text(&target.join("manifest"))),
        ("mine".into(), "newer".into())
    );
    assert_eq!(partial(), None);
}

#[test]
fn a_file_of_the_same_name_is_kept_beside_the_new_one() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("out");
    put(&target, "old");
    left(target.join("notes"), "mine");
    let staged = begin(&target).unwrap();
    fill(&staged, "new");
    staged.create("notes").unwrap().write_all(b"new").unwrap();
    staged.commit().unwrap();
    assert_eq!(text(&target.join("notes")), "new");
    assert_eq!(text(&target.join("notes.kept-1")), "mine");
}

#[test]
fn a_file_that_goes_on_takes_the_place_of_the_former_one() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("out");
    put(&target, "old");
    left(target.join("notes"), "mine");
    left(target.join("more"), "mine");
    let staged = begin(&target).unwrap();
    fill(&staged, "new");
    staged.create("notes").unwrap().write_all(b"mine, and more").unwrap();
    staged.commit().unwrap();
    assert_eq!(names(&target), ["manifest", "model", "more", "notes"]);
    assert_eq!(text(&target.join("notes")), "mine, and more");
    assert_eq!(names(home.path()), ["out"]);
}

#[test]
fn readers_find_the_folder_at_every_moment() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("out");
    put(&target, "0");
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut seen = 0;
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                assert!(fs::metadata(&target).is_ok(), "the folder was away");
                seen += 1;
            }
            seen
        });
        for number in 1..50 {
            put(&target, &number.to_string());
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(reader.join().unwrap() > 0);
    });
    assert_eq!(text(&target.join("manifest")), "49");
}

#[test]
fn the_litter_of_killed_processes_is_removed_and_what_was_a_persons_comes_back() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("out");
    put(&target, "old");
    // Killed while writing, and between the exchange and the end.
    for (litter, file) in [(".out.aaaaaa.partial", "manifest"), (".out.bbbbbb.partial", "notes.md")] {
        fs::create_dir(home.path().join(litter)).unwrap();
        left(home.path().join(litter).join(file), "left");
    }
    // One belongs to another output, one to a person.
    for other in [".out.x.aaaaaa.partial", ".out.partial"] {
        fs::create_dir(home.path().join(other)).unwrap();
    }
    drop(begin(&target).unwrap());
    assert_eq!(names(home.path()), [".out.partial", ".out.x.aaaaaa.partial", "out"]);
    assert_eq!(names(&target), ["manifest", "model", "notes.md"]);
    assert_eq!(text(&target.join("manifest")), "old");
}

#[test]
fn a_folder_that_never_was_in_place_leaves_nothing() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("out");
    put(&target, "old");
    left(target.join("notes"), "mine");
    let staged = begin(&target).unwrap();
    fill(&staged, "new");
    staged.create("notes").unwrap().write_all(b"mine, and more").unwrap();
    // Killed before the exchange.
    let litter = home.path().join(".out.aaaaaa.partial");
    fs::create_dir(&litter).unwrap();
    for entry in fs::read_dir(staged.path()).unwrap().map(Result::unwrap) {
        if entry.path().is_file() {
            fs::copy(entry.path(), litter.join(entry.file_name())).unwrap();
        }
    }
    drop(staged);
    put(&target, "newer");
    assert_eq!(names(&target), ["manifest", "model", "notes"]);
    assert_eq!(text(&target.join("notes")), "mine");
    assert_eq!(names(home.path()), ["out"]);
}

#[test]
fn a_mark_that_a_kill_left_in_place_makes_nothing_foreign_go() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("out");
    let staged = begin(&target).unwrap();
    fill(&staged, "old");
    fs::rename(staged.path(), &target).unwrap();
    drop(staged);
    left(target.join("notes"), "mine");
    drop(begin(&target).unwrap());
    // Killed after the exchange.
    fs::rename(&target, home.path().join(".out.aaaaaa.partial")).unwrap();
    put(&target, "new");
    assert_eq!(names(&target), ["manifest", "model"]);
    drop(begin(&target).unwrap());
    assert_eq!(names(&target), ["manifest", "model", "notes"]);
    assert_eq!(names(home.path()), ["out"]);
}

#[test]
fn a_folder_that_was_moved_aside_comes_back() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("out");
    put(&target, "old");
    fs::rename(&target, home.path().join(".out.aaaaaa.replaced")).unwrap();
    drop(begin(&target).unwrap());
    assert_eq!(text(&target.join("manifest")), "old");
    assert_eq!(names(home.path()), ["out"]);
}

#[test]
fn one_process_makes_a_folder_at_a_time() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("out");
    let first = begin(&target).unwrap();
    fill(&first, "first");
    assert!(matches!(begin(&target), Err(DurableError::Busy { .. })));
    put(&home.path().join("other"), "other");
    first.commit().unwrap();
    assert_eq!(text(&target.join("manifest")), "first");
}

#[test]
fn a_name_cannot_lead_out() {
    let home = tempfile::tempdir().unwrap();
    let staged = begin(&home.path().join("out")).unwrap();
    for name in ["../x", "/x", "", "a/../../x"] {
        assert!(staged.create(name).is_err(), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn permissions_are_those_of_the_former_folder() {
    use crate::{mode, set_mode};
    let home = tempfile::tempdir().unwrap();
    let (target, plain) = (home.path().join("out"), home.path().join("plain"));
    fs::create_dir(&plain).unwrap();
    put(&target, "old");
    assert_eq!(mode(&target), mode(&plain));
    let modes = [("", 0o700), ("model", 0o750), ("manifest", 0o600), ("model/part-1", 0o640)];
    for (name, bits) in modes {
        set_mode(&target.join(name), bits);
    }
    let staged = begin(&target).unwrap();
    assert_eq!(mode(staged.path()), 0o700, "private from the beginning");
    fill(&staged, "new");
    staged.commit().unwrap();
    for (name, bits) in modes {
        assert_eq!(mode(&target.join(name)), bits, "{name}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_mount_point_is_refused_before_the_work() {
    let refused = begin(Path::new("/proc")).err().unwrap().to_string();
    assert!(refused.contains("/proc"), "{refused}");
}
