//! The stages of the work, which run one after another; each is timed and reported to the observer.

use std::sync::Arc;
use std::time::Instant;

use thema_progress::{Watch, watched};
use thema_report::{StageTiming, Timings};

use crate::Observer;

/// Runs stages for an observer and keeps their timings.
pub(crate) struct Stages {
    observer: Arc<dyn Observer>,
    began: Instant,
    finished: Vec<StageTiming>,
}

impl Stages {
    pub(crate) fn new(observer: &Arc<dyn Observer>) -> Self {
        Self { observer: Arc::clone(observer), began: Instant::now(), finished: Vec::new() }
    }

    /// Runs one stage.
    pub(crate) fn run<T>(&mut self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        self.observer.began(stage);
        let started = Instant::now();
        let watch = StageWatch { observer: Arc::clone(&self.observer), stage };
        let result = watched(Arc::new(watch), work);
        let seconds = started.elapsed().as_secs_f64();
        self.observer.ended(stage, seconds);
        self.finished.push(StageTiming { stage: stage.to_owned(), seconds, items: None });
        result
    }

    /// Sets the number of items that the last stage processed.
    pub(crate) fn items(&mut self, items: u64) {
        if let Some(last) = self.finished.last_mut() {
            last.items = Some(items);
        }
    }

    /// The timings so far.
    pub(crate) fn timings(&self) -> Timings {
        Timings {
            stages: self.finished.clone(),
            total_seconds: self.began.elapsed().as_secs_f64(),
            peak_memory_bytes: peak_resident_bytes(),
            threads: rayon::current_num_threads(),
        }
    }
}

/// Reports the tasks of one stage to an observer.
struct StageWatch {
    observer: Arc<dyn Observer>,
    stage: &'static str,
}

impl Watch for StageWatch {
    fn step(&self, task: &'static str, done: u64, total: u64) {
        self.observer.step(self.stage, task, done, total);
    }
}

/// Peak resident memory of this process in bytes, if `/proc` reports it.
fn peak_resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use thema_features::CsrMatrix;
    use thema_projection::{Projection, SvdParams, TruncatedSvd};

    use super::*;

    #[derive(Default)]
    struct Heard(Mutex<Vec<(&'static str, &'static str, u64, u64)>>);

    impl Observer for Heard {
        fn step(&self, stage: &'static str, task: &'static str, done: u64, total: u64) {
            self.0.lock().unwrap().push((stage, task, done, total));
        }
    }

    #[test]
    fn kernels_come_to_the_end_of_their_tasks() {
        let rows = CsrMatrix::new(3, vec![0, 1, 3, 4], vec![0, 1, 2, 2], vec![1.0, 0.6, 0.8, 1.0]).unwrap();
        let heard = Arc::new(Heard::default());
        let observer: Arc<dyn Observer> = heard.clone();
        let mut stages = Stages::new(&observer);
        let svd = SvdParams::new(2).check().unwrap();
        let table = stages.run("learn", || TruncatedSvd::fit(&svd, &rows).unwrap().into_right_vectors());
        let last = heard.0.lock().unwrap().last().copied();
        assert_eq!(last, Some(("learn", "singular vectors", 9, 9)), "two iterations and the end, three rows");
        let projection = Projection::from_table(table).unwrap();
        stages.run("project", || projection.project(&rows).unwrap());
        let last = heard.0.lock().unwrap().last().copied();
        assert_eq!(last, Some(("project", "projection", 3, 3)));
        let names: Vec<String> = stages.timings().stages.into_iter().map(|stage| stage.stage).collect();
        assert_eq!(names, ["learn", "project"]);
    }
}
