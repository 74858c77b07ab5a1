//! `thema update`: adds new papers to the themes of an existing run.

use thema::{EventKind, Result, Updated};

use super::Session;
use super::misfits::warn_of;
use crate::arguments::{GlobalArguments, UpdateArguments};
use crate::configuration::inputs;
use crate::exit::Status;
use crate::output::{print, print_json};

/// Adds papers to a run. Papers already in it are skipped; if none is new, no byte changes.
pub(crate) fn update(global: &GlobalArguments, arguments: &UpdateArguments) -> Result<Status> {
    let session = Session::begin(global, None)?;
    let inputs = inputs(&arguments.input);
    let updated = session.work(|engine| engine.update(&arguments.run, &inputs))?;
    warn_of(&updated.misfits);
    if global.json {
        print_json(&updated)?;
    } else if !global.quiet {
        print_summary(&updated)?;
    }
    Ok(Status::with_unread(updated.unread_inputs))
}

fn print_summary(updated: &Updated) -> Result<()> {
    let Updated { added, known, waiting, moved, churn, papers, events, names, directory, .. } = updated;
    let name = |id: &String| names.get(id).map_or_else(|| id.clone(), |name| format!("{name} ({id})"));
    print(|out| {
        if *added == 0 {
            return writeln!(out, "No new papers; the run of {papers} papers is unchanged.");
        }
        writeln!(out, "{added} papers added, {known} already in the run; {papers} papers in total.")?;
        writeln!(out, "{waiting} papers fit no theme and wait for enough similar ones.")?;
        if *moved > 0 {
            writeln!(out, "{moved} earlier papers changed theme ({:.1} %).", 100.0 * churn)?;
        }
        for event in events {
            let what = match event.event {
                EventKind::Born => "born",
                EventKind::Split => "split off",
                EventKind::Merged => "merged",
                EventKind::Faded => "faded",
            };
            write!(out, "{what}: {}, {} papers", name(&event.theme), event.papers)?;
            let towards = if event.event == EventKind::Merged { "into" } else { "from" };
            match &event.other {
                Some(other) => writeln!(out, ", {towards} {}", name(other))?,
                None => writeln!(out)?,
            }
        }
        writeln!(out, "Report: {}", directory.display())
    })
}
