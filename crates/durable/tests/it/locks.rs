//! Only one writer at a time.

use std::fs;

use thema_durable::{DurableError, OutputLock};

use crate::{left, names};

#[test]
fn a_second_writer_learns_who_the_first_is() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("out");
    let first = OutputLock::take(&target).unwrap();
    let refused = OutputLock::take(&target).unwrap_err();
    assert!(matches!(refused, DurableError::Busy { .. }));
    let said = refused.to_string();
    assert!(
        said.contains(&format!("process {}", std::process::id())) && said.contains("wait for it"),
        "{said}"
    );
    drop(first);
    assert!(names(home.path()).is_empty());
    OutputLock::take(&target).unwrap();
}

#[test]
fn the_lock_of_an_ended_process_is_nobodys() {
    let home = tempfile::tempdir().unwrap();
    left(home.path().join(".out.lock"), "process 1 on elsewhere\n");
    drop(OutputLock::take(&home.path().join("out")).unwrap());
    assert!(names(home.path()).is_empty());
}

#[cfg(unix)]
#[test]
fn two_names_of_one_output_have_one_lock() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("out");
    fs::create_dir(&target).unwrap();
    std::os::unix::fs::symlink(&target, home.path().join("link")).unwrap();
    let _held = OutputLock::take(&target).unwrap();
    assert!(matches!(OutputLock::take(&home.path().join("link")), Err(DurableError::Busy { .. })));
}

#[cfg(unix)]
#[test]
fn a_planted_lock_is_not_followed() {
    let home = tempfile::tempdir().unwrap();
    let victim = left(home.path().join("victim"), "precious");
    std::os::unix::fs::symlink(&victim, home.path().join(".out.lock")).unwrap();
    assert!(matches!(OutputLock::take(&home.path().join("out")), Err(DurableError::Write { .. })));
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
}

#[test]
fn of_many_threads_one_writes_at_a_time() {
    let home = tempfile::tempdir().unwrap();
    let (target, inside) = (home.path().join("out"), home.path().join("inside"));
    let taken: usize = std::thread::scope(|scope| {
        let writer = || {
            let mut taken = 0;
            for _ in 0..200 {
                if let Ok(_held) = OutputLock::take(&target) {
                    fs::create_dir(&inside).unwrap();
                    fs::remove_dir(&inside).unwrap();
                    taken += 1;
                }
            }
            taken
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(writer)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(taken > 0);
    assert!(names(home.path()).is_empty());
}
