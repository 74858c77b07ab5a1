//! Counts what was tried and what came of it.

use std::collections::BTreeMap;
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::verdict::{State, Verdict};

/// Counts by kind of fault and command, with the failures found.
#[derive(Default)]
pub(crate) struct Tally {
    kind: &'static str,
    counts: BTreeMap<(&'static str, String), Counts>,
    findings: BTreeMap<(&'static str, String, &'static str), Finding>,
    skipped: Vec<String>,
    notes: Vec<String>,
}

#[derive(Default)]
struct Counts {
    tries: u64,
    former: u64,
    new: u64,
    wrong: u64,
}

/// One failure of one command, with the shortest way to reproduce it.
struct Finding {
    times: u64,
    reproduction: String,
    detail: String,
}

impl Tally {
    pub(crate) fn begin(&mut self, kind: &'static str) {
        self.kind = kind;
    }

    /// Records a try of `command`; `how` reproduces it.
    pub(crate) fn count(&mut self, command: &str, how: String, verdict: Verdict) {
        let counts = self.counts.entry((self.kind, command.to_owned())).or_default();
        counts.tries += 1;
        let wrong = match verdict {
            Ok(State::Former) => return counts.former += 1,
            Ok(State::New) => return counts.new += 1,
            Err(wrong) => wrong,
        };
        counts.wrong += 1;
        let finding = self.findings.entry((self.kind, command.to_owned(), wrong.what));
        let finding = finding.or_insert_with(|| Finding {
            times: 0,
            reproduction: how.clone(),
            detail: wrong.detail.clone(),
        });
        finding.times += 1;
        if how.len() < finding.reproduction.len() {
            (finding.reproduction, finding.detail) = (how, wrong.detail);
        }
    }

    /// Records that faults of this kind cannot be tried here.
    pub(crate) fn skip(&mut self, reason: &str) {
        self.skipped.push(format!("{}: skipped, {reason}", self.kind));
    }

    /// Records a measurement for which the table has no column.
    pub(crate) fn note(&mut self, line: &str) {
        self.notes.push(format!("{}: {line}", self.kind));
    }

    /// The table as JSON.
    pub(crate) fn counts(&self) -> Value {
        let rows = self.counts.iter().map(|((kind, command), counts)| {
            let Counts { tries, former, new, wrong } = counts;
            let found = self.findings.iter().filter(|(key, _)| key.0 == *kind && key.1 == *command);
            let found: BTreeMap<&str, u64> = found.map(|(key, finding)| (key.2, finding.times)).collect();
            json!({
                "fault": kind, "command": command, "tries": tries, "former": former, "new": new, "wrong": wrong,
                "found": found,
            })
        });
        Value::Array(rows.collect())
    }

    /// Prints the table; the exit code is 1 if anything failed or nothing was tried.
    pub(crate) fn print(&self) -> ExitCode {
        println!(
            "{:<8} {:<12} {:>7} {:>7} {:>7} {:>7}",
            "fault", "command", "tries", "former", "new", "wrong"
        );
        for ((kind, command), Counts { tries, former, new, wrong }) in &self.counts {
            println!("{kind:<8} {command:<12} {tries:>7} {former:>7} {new:>7} {wrong:>7}");
        }
        for line in self.skipped.iter().chain(&self.notes) {
            println!("{line}");
        }
        for ((kind, command, what), Finding { times, reproduction, detail }) in &self.findings {
            println!("WRONG {kind}, {command}: {what}, {times} times; {reproduction}\n      {detail}");
        }
        let sum = |of: fn(&Counts) -> u64| self.counts.values().map(of).sum::<u64>();
        let (tries, wrong) = (sum(|counts| counts.tries), sum(|counts| counts.wrong));
        println!("{tries} tries, {wrong} wrong");
        if wrong == 0 && (tries > 0 || !self.skipped.is_empty()) {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}
