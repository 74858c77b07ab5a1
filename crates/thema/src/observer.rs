//! Progress of the work, for whoever watches it.

/// Receives the stages of the work and the steps of the tasks within them.
///
/// Steps arrive often, from any thread and possibly out of order, so an observer must return at once. If it
/// unwinds ([`resume_unwind`](std::panic::resume_unwind)), the work stops: the caller catches the payload,
/// and unfinished files are removed.
pub trait Observer: Send + Sync {
    /// A stage begins. One stage runs at a time.
    fn began(&self, stage: &'static str) {
        let _ = stage;
    }

    /// `done` of the `total` steps of `task` are done; the tasks of a stage run one after another.
    fn step(&self, stage: &'static str, task: &'static str, done: u64, total: u64) {
        let _ = (stage, task, done, total);
    }

    /// The stage has ended after `seconds` seconds.
    fn ended(&self, stage: &'static str, seconds: f64) {
        let _ = (stage, seconds);
    }
}

/// Ignores all progress.
impl Observer for () {}
