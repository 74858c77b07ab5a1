//! Sends signals at random moments.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::commands::writings;
use crate::patience::{finish, wait};
use crate::tally::Tally;
use crate::world::World;

/// Half of all tries end without a chance to clean up.
const SIGNALS: [(&str, Signal); 4] =
    [("KILL", Signal::KILL), ("INT", Signal::INT), ("KILL", Signal::KILL), ("TERM", Signal::TERM)];

pub(crate) fn campaign(world: &World, tally: &mut Tally, end: Instant) {
    let known: Vec<_> = writings(world)
        .into_iter()
        .map(|writing| {
            let place = writing.place(world);
            let begun = Instant::now();
            finish(world.program(place.path()).args(&writing.arguments));
            (writing, begun.elapsed())
        })
        .collect();
    while Instant::now() < end {
        for (writing, time) in &known {
            let place = writing.place(world);
            let moment = Duration::from_micros(world.draw(time.as_micros() as u64 * 11 / 10));
            let (name, signal) = SIGNALS[world.draw(SIGNALS.len() as u64) as usize];
            let child = world.program(place.path()).args(&writing.arguments).spawn().unwrap();
            std::thread::sleep(moment);
            // A process that has already ended cannot be killed.
            let _ = kill_process(Pid::from_child(&child), signal);
            let output = wait(child);
            let how =
                format!("SIG{name} {} ms after thema {}", moment.as_millis(), writing.arguments.join(" "));
            tally.count(writing.name, how, writing.judge(world, place.path(), &output));
        }
    }
}
