//! Stages of a run as a person watches them, and as `timings.json` keeps them.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use thema_report::{StageTiming, Timings};
use tracing::field::{Field, Visit};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

/// Target of the events by which a kernel says how far it is: `task`, `done` and `total`.
pub(crate) const PROGRESS: &str = "thema::progress";

/// The stage that runs, as its kernels' events move it.
static WATCHED: Mutex<Option<Watched>> = Mutex::new(None);

/// A bar, the tasks whose events move it one after the other, and the one that runs.
struct Watched {
    bar: ProgressBar,
    stage: &'static str,
    tasks: &'static [&'static str],
    running: usize,
    /// Length of the bar in the first task.
    first_length: Option<u64>,
}

impl Watched {
    fn new(bar: ProgressBar, stage: &'static str) -> Self {
        let watched = Self { bar, stage, tasks: tasks_of(stage), running: 0, first_length: None };
        watched.name();
        watched
    }

    /// Names the stage, and which of its tasks runs where it has several.
    fn name(&self) {
        let Self { bar, stage, tasks, running, .. } = self;
        let tasks = tasks.len();
        bar.set_message(if tasks > 1 {
            format!("{stage} {}/{tasks}", running + 1)
        } else {
            (*stage).to_owned()
        });
    }

    /// Moves the bar; a task that was not seen before begins it anew, and nothing moves it back.
    fn step(&mut self, step: &Step) {
        let Some(task) = self.tasks.iter().position(|task| *task == step.task) else { return };
        if task > self.running {
            if self.running == 0 {
                self.first_length = self.bar.length();
            }
            self.running = task;
            set_length(&self.bar, Unit::Items, step.total);
            self.bar.reset();
            self.name();
        }
        if task < self.running || self.bar.length().is_some_and(|length| length > step.total) {
            return;
        }
        if self.bar.length() != Some(step.total) {
            set_length(&self.bar, Unit::Items, step.total);
            self.bar.reset_eta();
        }
        self.bar.set_position(self.bar.position().max(step.done));
    }
}

/// Shows one bar a stage on standard error when that is a terminal, and keeps every stage's time.
pub(crate) struct Stages {
    visible: bool,
    began: Instant,
    finished: Vec<StageTiming>,
}

/// What a stage counts, which decides how its rate is written.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    /// Bytes of input.
    Bytes,
    /// Papers, rows, steps.
    Items,
}

impl Stages {
    /// Begins a run; `quiet` hides every bar, and so does standard error that is no terminal.
    pub(crate) fn new(quiet: bool) -> Self {
        Self { visible: !quiet, began: Instant::now(), finished: Vec::new() }
    }

    /// Runs one stage: `work` gets a bar whose length it may set and which it may advance from any thread.
    pub(crate) fn run<T>(
        &mut self,
        stage: &'static str,
        unit: Unit,
        work: impl FnOnce(&ProgressBar) -> T,
    ) -> T {
        let target = if self.visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target).with_style(style(unit, false));
        watch(Some(Watched::new(bar.clone(), stage)));
        bar.enable_steady_tick(Duration::from_millis(120));
        let started = Instant::now();
        let result = work(&bar);
        let first_length = watch(None).and_then(|watched| watched.first_length);
        let items = matches!(unit, Unit::Bytes).then(|| first_length.or(bar.length())).flatten();
        bar.finish_and_clear();
        let seconds = started.elapsed().as_secs_f64();
        tracing::info!(stage, seconds, "stage finished");
        self.finished.push(StageTiming { stage: stage.to_owned(), seconds, items });
        result
    }

    /// What the run has cost so far.
    pub(crate) fn timings(&self) -> Timings {
        Timings {
            stages: self.finished.clone(),
            total_seconds: self.began.elapsed().as_secs_f64(),
            peak_memory_bytes: peak_resident_bytes(),
            threads: rayon::current_num_threads(),
        }
    }
}

/// The long tasks of a stage in their order, as its kernels' events name them. The bytes of `read` come by no event.
fn tasks_of(stage: &str) -> &'static [&'static str] {
    match stage {
        "read" => &["bytes", "near-duplicates"],
        "analyse" => &["documents", "terms"],
        "learn" => &["singular vectors", "contrastive"],
        "project" => &["projection"],
        "choose" => &["neighbours", "cluster count"],
        "smooth" => &["k-means", "neighbours", "smoothing"],
        "cluster" => &["k-means"],
        "measure" => &["bootstrap"],
        "map" => &["layout", "places"],
        "place" => &["documents", "projection"],
        "store" => &["texts"],
        "place rest" => &["placed"],
        "write" => &["papers.csv", "papers.parquet"],
        _ => &[],
    }
}

/// Puts the events to `watched` from now on; gives what they went to before.
fn watch(watched: Option<Watched>) -> Option<Watched> {
    std::mem::replace(&mut *WATCHED.lock().unwrap_or_else(PoisonError::into_inner), watched)
}

/// Moves the bar of the running stage by its kernel's events, so that kernels need not know of bars.
pub(crate) struct ProgressLayer;

impl<S: tracing::Subscriber> Layer<S> for ProgressLayer {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let mut step = Step::default();
        event.record(&mut step);
        if let Some(watched) = WATCHED.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            watched.step(&step);
        }
    }
}

/// The fields of a progress event.
#[derive(Default)]
struct Step {
    task: String,
    done: u64,
    total: u64,
}

impl Visit for Step {
    fn record_u64(&mut self, field: &Field, value: u64) {
        match field.name() {
            "done" => self.done = value,
            "total" => self.total = value,
            _ => {}
        }
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.record_u64(field, u64::try_from(value).unwrap_or(0));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "task" {
            value.clone_into(&mut self.task);
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}

/// Gives `bar` a known length and the style that shows the share done and the time left.
pub(crate) fn set_length(bar: &ProgressBar, unit: Unit, length: u64) {
    bar.set_length(length);
    bar.set_style(style(unit, true));
}

fn style(unit: Unit, known_length: bool) -> ProgressStyle {
    let template = match (unit, known_length) {
        (Unit::Bytes, true) => "{msg:>12} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta} left",
        (Unit::Bytes, false) => "{msg:>12} {spinner} {bytes} {bytes_per_sec} {elapsed}",
        (Unit::Items, true) => "{msg:>12} {wide_bar} {human_pos}/{human_len} {rate} {eta} left",
        (Unit::Items, false) => "{msg:>12} {spinner} {human_pos} {elapsed}",
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = out.write_str(&rate(state.per_sec()));
    })
}

/// Items a second: whole ones, but for a slow task.
fn rate(per_second: f64) -> String {
    if per_second < 10.0 {
        format!("{per_second:.1}/s")
    } else {
        format!("{}/s", HumanCount(per_second as u64))
    }
}

/// Peak resident memory of this process in bytes, where `/proc` tells.
fn peak_resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use thema_features::CsrMatrix;
    use thema_progress::Task;
    use thema_projection::{Projection, SvdParams, TruncatedSvd};
    use tracing_subscriber::layer::SubscriberExt;

    /// Stages are watched one at a time in a process.
    static ALONE: Mutex<()> = Mutex::new(());

    #[test]
    fn rates_are_short() {
        assert_eq!([rate(131_793.916), rate(16.03), rate(4.18)], ["131,793/s", "16/s", "4.2/s"]);
    }

    #[test]
    fn events_of_the_watched_task_move_the_bar() {
        let _alone = ALONE.lock().unwrap();
        let subscriber = tracing_subscriber::registry().with(ProgressLayer);
        tracing::subscriber::with_default(subscriber, || {
            Stages::new(true).run("learn", Unit::Items, |bar| {
                Task::new("layout", 9).advance(7);
                assert_eq!(bar.length(), None, "another stage's event");
                Task::new("singular vectors", 90).advance(80);
                assert_eq!(
                    (bar.position(), bar.length(), bar.message().as_str()),
                    (80, Some(90), "learn 1/2")
                );
                let learning = Task::new("contrastive", 8);
                learning.advance(3);
                assert_eq!((bar.position(), bar.length(), bar.message().as_str()), (3, Some(8), "learn 2/2"));
                tracing::trace!(target: "thema::progress", task = "contrastive", done = 2, total = 8_usize);
                Task::new("singular vectors", 90).advance(9);
                assert_eq!((bar.position(), bar.length()), (3, Some(8)), "late events move nothing back");
                learning.advance(9);
                assert_eq!(bar.position(), 8);
            });
        });
    }

    #[test]
    fn kernels_come_to_the_end_of_their_bars() {
        let rows = CsrMatrix::new(3, vec![0, 1, 3, 4], vec![0, 1, 2, 2], vec![1.0, 0.6, 0.8, 1.0]).unwrap();
        let _alone = ALONE.lock().unwrap();
        let subscriber = tracing_subscriber::registry().with(ProgressLayer);
        tracing::subscriber::with_default(subscriber, || {
            let mut stages = Stages::new(true);
            let svd = SvdParams::new(2).check().unwrap();
            let table = stages.run("learn", Unit::Items, |bar| {
                let svd = TruncatedSvd::fit(&svd, &rows).unwrap();
                assert_eq!(
                    (bar.position(), bar.length()),
                    (9, Some(9)),
                    "two iterations and the end, three rows"
                );
                svd.into_right_vectors()
            });
            let projection = Projection::from_table(table).unwrap();
            stages.run("project", Unit::Items, |bar| {
                projection.project(&rows).unwrap();
                assert_eq!((bar.position(), bar.length()), (3, Some(3)));
            });
            assert!(stages.timings().stages.iter().all(|stage| stage.items.is_none()));
        });
    }
}
