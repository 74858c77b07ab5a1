//! Atomic replacement of files, alone and in groups.

use std::fs;
use std::path::Path;

use thema_durable::{DurableError, FileGroup, Links, Output, replace_file};

use crate::{left, names, output, text};

fn replace(path: &Path, content: &str) -> Result<u64, DurableError> {
    replace_file(output(path), |out| out.write_all(content.as_bytes()))
}

#[test]
fn a_file_is_replaced_at_its_end_only() {
    let home = tempfile::tempdir().unwrap();
    let path = left(home.path().join("x"), "old");
    let mut group = FileGroup::begin(vec![output(&path)]).unwrap();
    group.write(0, |out| out.write_all(b"newer than before")).unwrap();
    group.write(0, |out| out.write_all(b"new")).unwrap();
    assert_eq!(text(&path), "old");
    group.commit().unwrap();
    assert_eq!(text(&path), "new");
    assert_eq!(names(home.path()), ["x"]);
}

#[test]
fn a_failed_write_leaves_the_former_file() {
    let home = tempfile::tempdir().unwrap();
    let path = left(home.path().join("x"), "old");
    let failed = replace_file(output(&path), |out| {
        out.write_all(b"new")?;
        Err(std::io::ErrorKind::StorageFull.into())
    });
    assert!(matches!(failed, Err(DurableError::Write { .. })));
    assert_eq!(text(&path), "old");
    assert_eq!(names(home.path()), ["x"]);
}

#[test]
fn what_is_not_ours_stays() {
    let home = tempfile::tempdir().unwrap();
    let thesis = left(home.path().join("thesis"), "years of work");
    let said = replace(&thesis, "new").unwrap_err().to_string();
    assert!(said.ends_with("thesis exists and is not a file of this test; it is not replaced"), "{said}");
    assert_eq!(text(&thesis), "years of work");
    let folder = home.path().join("folder");
    fs::create_dir(&folder).unwrap();
    assert!(matches!(replace(&folder, "new"), Err(DurableError::Refused { .. })));
    let empty = left(home.path().join("empty"), "");
    replace(&empty, "new").unwrap();
    assert_eq!(text(&empty), "new");
}

#[test]
fn what_came_while_the_file_was_written_stays() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("x");
    let group = FileGroup::begin(vec![output(&path)]).unwrap();
    left(path.clone(), "years of work");
    assert!(matches!(group.commit(), Err(DurableError::Refused { .. })));
    assert_eq!(text(&path), "years of work");
    assert_eq!(names(home.path()), ["x"]);
}

#[cfg(unix)]
#[test]
fn pipes_devices_and_dead_links_are_refused() {
    use std::os::unix::fs::symlink;
    let home = tempfile::tempdir().unwrap();
    let pipe = home.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let dead = home.path().join("dead");
    symlink(home.path().join("nowhere"), &dead).unwrap();
    for (path, word) in
        [(pipe.as_path(), "pipe"), (Path::new("/dev/null"), "device"), (&dead, "dangling symbolic link")]
    {
        let refused = replace(path, "new").unwrap_err().to_string();
        assert!(refused.contains(word), "{refused}");
    }
    assert_eq!(names(home.path()), ["dead", "pipe"]);
}

#[cfg(unix)]
#[test]
fn a_link_that_a_person_named_stays_one() {
    let home = tempfile::tempdir().unwrap();
    let real = left(home.path().join("real"), "old");
    let link = home.path().join("link");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    replace(&link, "new").unwrap();
    assert_eq!(text(&real), "new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let planted = Output { links: Links::Refuse, ..output(&link) };
    assert!(matches!(replace_file(planted, |_| Ok(())), Err(DurableError::Refused { .. })));
    assert_eq!(text(&real), "new");
}

#[cfg(unix)]
#[test]
fn permissions_are_those_of_the_former_file() {
    use crate::{mode, set_mode};
    let home = tempfile::tempdir().unwrap();
    for bits in [0o600, 0o640, 0o666, 0o444] {
        let path = left(home.path().join(format!("{bits:o}")), "old");
        set_mode(&path, bits);
        replace(&path, "new").unwrap();
        assert_eq!(mode(&path), bits);
    }
    let plain = left(home.path().join("plain"), "");
    let new = home.path().join("new");
    replace(&new, "new").unwrap();
    assert_eq!(mode(&new), mode(&plain));
}

fn pair(home: &Path) -> Vec<Output> {
    vec![output(&home.join("x")), output(&home.join("x.side"))]
}

#[test]
fn a_group_is_replaced_together() {
    let home = tempfile::tempdir().unwrap();
    left(home.path().join("x"), "old");
    let mut group = FileGroup::begin(pair(home.path())).unwrap();
    group.write(1, |out| out.write_all(b"new side")).unwrap();
    group.write(0, |out| out.write_all(b"new")).unwrap();
    group.commit().unwrap();
    assert_eq!(names(home.path()), ["x", "x.side"]);
    assert_eq!(text(&home.path().join("x")), "new");
    assert_eq!(text(&home.path().join("x.side")), "new side");
}

#[test]
fn one_member_that_is_refused_spares_the_others() {
    let home = tempfile::tempdir().unwrap();
    left(home.path().join("x"), "old");
    let mut group = FileGroup::begin(pair(home.path())).unwrap();
    group.write(0, |out| out.write_all(b"new")).unwrap();
    left(home.path().join("x.side"), "years of work");
    assert!(matches!(group.commit(), Err(DurableError::Refused { .. })));
    assert_eq!(names(home.path()), ["x", "x.side"]);
    assert_eq!(text(&home.path().join("x")), "old");
}

/// Every state that a kill can leave: completed if the journal exists, undone if not.
#[test]
fn the_next_writer_completes_what_was_decided() {
    for renamed in 0..=2 {
        for with_journal in [true, false] {
            let home = tempfile::tempdir().unwrap();
            let steps = [(".x.aaaaaa.partial", "x"), (".x.side.bbbbbb.partial", "x.side")];
            for (at, (from, to)) in steps.into_iter().enumerate() {
                if with_journal && at < renamed {
                    left(home.path().join(to), "new");
                } else {
                    left(home.path().join(to), "old");
                    left(home.path().join(from), "new");
                }
            }
            if with_journal {
                let names = steps.map(|(from, to)| format!("{from}\0{to}\0")).concat();
                left(home.path().join(".x.journal"), &format!("thema journal 1\0{names}end\0"));
            }
            drop(FileGroup::begin(pair(home.path())).unwrap());
            let expected = if with_journal { "new" } else { "old" };
            assert_eq!(text(&home.path().join("x")), expected, "{renamed}");
            assert_eq!(text(&home.path().join("x.side")), expected, "{renamed}");
            assert_eq!(names(home.path()), ["x", "x.side"]);
        }
    }
}

#[test]
fn the_files_of_a_running_neighbour_stay() {
    let home = tempfile::tempdir().unwrap();
    let mut running = FileGroup::begin(vec![output(&home.path().join("x"))]).unwrap();
    running.write(0, |out| out.write_all(b"new")).unwrap();
    assert!(matches!(FileGroup::begin(pair(home.path())), Err(DurableError::Busy { .. })));
    replace(&home.path().join("y"), "new").unwrap();
    running.commit().unwrap();
    assert_eq!(text(&home.path().join("x")), "new");
    assert_eq!(names(home.path()), ["x", "y"]);
}

#[test]
fn a_damaged_journal_is_named() {
    let home = tempfile::tempdir().unwrap();
    left(home.path().join(".x.journal"), "thema journal 1\0../a\0x\0end\0");
    let said = replace(&home.path().join("x"), "new").unwrap_err().to_string();
    assert!(said.contains(".x.journal is corrupted"), "{said}");
}
