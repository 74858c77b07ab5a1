//! Shows the stages of the work as progress bars on standard error.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use thema::Observer;

/// Shows one bar per stage if standard error is a terminal.
pub(crate) struct Bars {
    visible: bool,
    running: Arc<Mutex<Option<Running>>>,
}

/// Interval between updates of a bar's clock.
const TICK: Duration = Duration::from_millis(120);

impl Bars {
    /// Bars, shown only if `visible`.
    pub(crate) fn new(visible: bool) -> Self {
        let running = Arc::new(Mutex::new(None));
        if visible {
            let watched = Arc::downgrade(&running);
            // Without this thread, a bar moves only when its stage reports a step.
            let _ = thread::Builder::new().name("bars".to_owned()).spawn(move || tick(&watched));
        }
        Self { visible, running }
    }

    fn with<T>(&self, work: impl FnOnce(&mut Option<Running>) -> T) -> T {
        work(&mut self.running.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Observer for Bars {
    fn began(&self, stage: &'static str) {
        let target = if self.visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target).with_style(style(Unit::Items, false));
        self.with(|running| *running = Some(Running::new(bar, stage)));
    }

    fn step(&self, stage: &'static str, task: &'static str, done: u64, total: u64) {
        self.with(|running| {
            if let Some(running) = running.as_mut().filter(|running| running.stage == stage) {
                running.step(task, done, total);
            }
        });
    }

    fn ended(&self, stage: &'static str, seconds: f64) {
        self.with(|running| {
            if let Some(running) = running.take() {
                running.bar.finish_and_clear();
            }
        });
        tracing::info!(stage, seconds, "stage finished");
    }
}

/// Updates the clock of the running bar until the bars are dropped.
fn tick(bars: &Weak<Mutex<Option<Running>>>) {
    while let Some(bars) = bars.upgrade() {
        if let Some(running) = &*bars.lock().unwrap_or_else(PoisonError::into_inner) {
            running.bar.tick();
        }
        drop(bars);
        thread::sleep(TICK);
    }
}

/// The bar of the running stage, and the task that moves it.
struct Running {
    bar: ProgressBar,
    stage: &'static str,
    tasks: &'static [&'static str],
    task: usize,
}

impl Running {
    fn new(bar: ProgressBar, stage: &'static str) -> Self {
        let running = Self { bar, stage, tasks: tasks_of(stage), task: 0 };
        running.name();
        running
    }

    /// Labels the bar with the stage and, if it has several tasks, the number of the current one.
    fn name(&self) {
        let Self { bar, stage, tasks, task } = self;
        let tasks = tasks.len();
        bar.set_message(if tasks > 1 {
            format!("{stage} {}/{tasks}", task + 1)
        } else {
            (*stage).to_owned()
        });
    }

    /// Moves the bar forward, never back; a new task restarts it.
    fn step(&mut self, task: &str, done: u64, total: u64) {
        let Some(at) = self.tasks.iter().position(|name| *name == task) else { return };
        if at > self.task {
            self.task = at;
            self.length(total);
            self.bar.reset();
            self.name();
        }
        if at < self.task || self.bar.length().is_some_and(|length| length > total) {
            return;
        }
        if total > 0 && self.bar.length() != Some(total) {
            self.length(total);
            self.bar.reset_eta();
        }
        self.bar.set_position(self.bar.position().max(done));
    }

    fn length(&self, total: u64) {
        self.bar.set_length(total);
        let unit = if self.tasks[self.task] == "bytes" { Unit::Bytes } else { Unit::Items };
        self.bar.set_style(style(unit, true));
    }
}

/// What a task counts, which determines how its rate is printed.
#[derive(Clone, Copy)]
enum Unit {
    /// Bytes of input.
    Bytes,
    /// Papers, rows, steps.
    Items,
}

/// The long tasks of a stage, in order.
fn tasks_of(stage: &str) -> &'static [&'static str] {
    match stage {
        "read" => &["bytes", "joined", "near-duplicates"],
        "copies" => &["near-duplicates"],
        "analyse" => &["documents", "terms"],
        "learn" => &["singular vectors", "contrastive"],
        "regress" => &["regression"],
        "project" => &["projection"],
        "choose" => &["neighbours", "cluster count"],
        "smooth" => &["k-means", "neighbours", "smoothing"],
        "cluster" => &["k-means"],
        "measure" => &["subsets"],
        "map" => &["layout", "places"],
        "place" => &["documents", "projection"],
        "draw" => &["draw"],
        "place all" | "write" => &["papers"],
        _ => &[],
    }
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

/// Items per second: a whole number, except for slow tasks.
fn rate(per_second: f64) -> String {
    if per_second < 10.0 {
        format!("{per_second:.1}/s")
    } else {
        format!("{}/s", HumanCount(per_second as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_short() {
        assert_eq!([rate(131_793.916), rate(16.03), rate(4.18)], ["131,793/s", "16/s", "4.2/s"]);
    }

    #[test]
    fn steps_of_the_running_stage_move_the_bar() {
        let bars = Bars::new(false);
        let bar = || {
            bars.with(|running| {
                let bar = &running.as_ref().unwrap().bar;
                (bar.position(), bar.length(), bar.message())
            })
        };
        bars.began("learn");
        bars.step("map", "layout", 7, 9);
        assert_eq!(bar(), (0, None, "learn 1/2".to_owned()), "another stage's step");
        bars.step("learn", "singular vectors", 80, 90);
        assert_eq!(bar(), (80, Some(90), "learn 1/2".to_owned()));
        bars.step("learn", "contrastive", 3, 8);
        bars.step("learn", "contrastive", 2, 8);
        bars.step("learn", "singular vectors", 90, 90);
        assert_eq!(bar(), (3, Some(8), "learn 2/2".to_owned()), "late steps move nothing back");
        bars.step("learn", "contrastive", 8, 8);
        assert_eq!(bar().0, 8);
    }
}
