//! An interruption removes what was begun. It cannot be undone, so it is tested in a process of its own.

use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Barrier;
use std::time::Duration;

use thema_durable::{FileGroup, StagedFolder, abandon};

use crate::{left, names, output, text};

const HOME: &str = "THEMA_DURABLE_TEST_HOME";

#[test]
fn nothing_that_was_begun_stays() {
    for _ in 0..10 {
        let home = tempfile::tempdir().unwrap();
        left(home.path().join("x"), "old");
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "interruption::in_a_process_of_its_own", "--ignored"])
            .env(HOME, home.path())
            .output()
            .unwrap()
            .status;
        assert_eq!(status.code(), Some(130));
        assert_eq!(names(home.path()), ["x"]);
        assert_eq!(text(&home.path().join("x")), "old");
    }
}

#[test]
#[ignore = "the process of `nothing_that_was_begun_stays`"]
fn in_a_process_of_its_own() {
    let home = PathBuf::from(std::env::var_os(HOME).unwrap());
    let mut group = FileGroup::begin(vec![output(&home.join("x")), output(&home.join("y"))]).unwrap();
    group.write(0, |out| out.write_all(b"new")).unwrap();
    let staged = StagedFolder::begin(&home.join("out"), |_| Ok(Box::new(|_| true)), |_| Ok(())).unwrap();
    let running = Barrier::new(2);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0_u64.. {
                let made = staged.create(&format!("folder-{}/{number}", number % 7));
                if number == 100 {
                    running.wait();
                }
                let Ok(mut file) = made else { break };
                let _ = file.write_all(b"new");
            }
        });
        running.wait();
        std::thread::sleep(Duration::from_millis(2));
        abandon();
        std::process::exit(130);
    });
}
