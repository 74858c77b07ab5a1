//! Stages of a run as a person watches them, and as `timings.json` keeps them.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use thema_cluster::report::{StageTiming, Timings};
use tracing::field::{Field, Visit};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

/// Target of the events by which a kernel says how far it is: `task`, `done` and `total`.
pub(crate) const PROGRESS: &str = "thema::progress";

/// The bar of the stage that runs, and the task whose events move it.
static WATCHED: Mutex<Option<(&'static str, ProgressBar)>> = Mutex::new(None);

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
        bar.set_message(stage);
        bar.enable_steady_tick(Duration::from_millis(120));
        watch(task_of(stage).map(|task| (task, bar.clone())));
        let started = Instant::now();
        let result = work(&bar);
        watch(None);
        bar.finish_and_clear();
        let seconds = started.elapsed().as_secs_f64();
        tracing::info!(stage, seconds, "stage finished");
        self.finished.push(StageTiming { stage: stage.to_owned(), seconds, items: bar.length() });
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

/// The longest task of a stage, as its kernel's events name it.
fn task_of(stage: &str) -> Option<&'static str> {
    Some(match stage {
        "analyse" => "documents",
        "learn" => "contrastive",
        "choose" => "cluster count",
        "smooth" => "neighbours",
        "measure" => "bootstrap",
        "map" => "layout",
        _ => return None,
    })
}

fn watch(watched: Option<(&'static str, ProgressBar)>) {
    *WATCHED.lock().unwrap_or_else(PoisonError::into_inner) = watched;
}

/// Moves the bar of the running stage by its kernel's events, so that kernels need not know of bars.
pub(crate) struct ProgressLayer;

impl<S: tracing::Subscriber> Layer<S> for ProgressLayer {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let mut step = Step::default();
        event.record(&mut step);
        let watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((_, bar)) = watched.as_ref().filter(|(task, _)| *task == step.task) else { return };
        if bar.length().is_some_and(|length| length > step.total) {
            return;
        }
        if bar.length() != Some(step.total) {
            set_length(bar, Unit::Items, step.total);
            bar.reset_eta();
        }
        bar.set_position(bar.position().max(step.done));
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
        (Unit::Items, true) => "{msg:>12} {wide_bar} {human_pos}/{human_len} {per_sec} {eta} left",
        (Unit::Items, false) => "{msg:>12} {spinner} {human_pos} {elapsed}",
    };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
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
    use tracing_subscriber::layer::SubscriberExt;

    #[test]
    fn events_of_the_watched_task_move_the_bar() {
        let subscriber = tracing_subscriber::registry().with(ProgressLayer);
        tracing::subscriber::with_default(subscriber, || {
            Stages::new(true).run("learn", Unit::Items, |bar| {
                tracing::trace!(target: "thema::progress", task = "layout", done = 7, total = 9);
                assert_eq!(bar.length(), None, "another task's event");
                for done in [3, 2] {
                    tracing::trace!(target: "thema::progress", task = "contrastive", done, total = 8_usize);
                }
                assert_eq!((bar.position(), bar.length()), (3, Some(8)), "late events move nothing back");
            });
        });
    }
}
