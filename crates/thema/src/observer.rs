//! Whoever wants to know how far the work is.

/// Is told of the stages of the work, and of the steps of the tasks within them.
///
/// Steps come from any thread, often, and may come out of order; an observer answers at once. One that unwinds
/// ([`resume_unwind`](std::panic::resume_unwind)) stops the work: whoever asked for it catches what it threw, and what was
/// begun in files is removed.
pub trait Observer: Send + Sync {
    /// A stage begins. One stage runs at a time.
    fn began(&self, stage: &'static str) {
        let _ = stage;
    }

    /// `done` of the `total` steps of `task` are done; a stage has one task after the other.
    fn step(&self, stage: &'static str, task: &'static str, done: u64, total: u64) {
        let _ = (stage, task, done, total);
    }

    /// The stage has ended after so many seconds.
    fn ended(&self, stage: &'static str, seconds: f64) {
        let _ = (stage, seconds);
    }
}

/// Nobody wants to know.
impl Observer for () {}
