//! `thema update`: adds new papers to the themes of an existing run.

use thema::{EventKind, PAGE, Result, ThemeEvent, Updated, counted, percent, thousands};

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

fn of_papers(count: usize) -> String {
    counted(count as u64, "paper")
}

fn print_summary(updated: &Updated) -> Result<()> {
    let Updated {
        added,
        known,
        near_duplicates,
        waiting,
        moved,
        churn,
        papers,
        events,
        names,
        themes,
        directory,
        ..
    } = updated;
    let name = |id: &String| names.get(id).map_or_else(|| id.clone(), |name| format!("{name} ({id})"));
    print(|out| {
        if *added == 0 {
            return writeln!(out, "No new papers; the run of {} is unchanged.", of_papers(*papers));
        }
        let known = thousands(*known as u64);
        let (added, papers) = (of_papers(*added), of_papers(*papers));
        writeln!(out, "{added} added, {known} already in the run; {papers} in total.")?;
        if *near_duplicates > 0 {
            let repeat =
                if *near_duplicates == 1 { "repeats another and is" } else { "repeat others and are" };
            writeln!(out, "{} of them {repeat} not counted.", thousands(*near_duplicates as u64))?;
        }
        if *waiting > 0 {
            let (are, wait, their) =
                if *waiting == 1 { ("is", "waits", "its") } else { ("are", "wait", "their") };
            writeln!(
                out,
                "{} {are} unlike the rest of the nearest theme and {wait} there until enough papers of {their} kind form a theme.",
                of_papers(*waiting)
            )?;
        }
        if *moved > 0 {
            let earlier = counted(*moved, "earlier paper");
            let share = if *churn < 0.000_5 { "under 0.1 %".to_owned() } else { percent(*churn) };
            writeln!(out, "{earlier} changed theme ({share}).")?;
        }
        // Of a theme that an edit merged into another, only the update knows whether it gets papers.
        let of_merged = |event: &ThemeEvent| {
            matches!(event.event, EventKind::Faded | EventKind::Returned) && !themes.contains(&event.theme)
        };
        for event in events.iter().filter(|event| !of_merged(event)) {
            let what = match event.event {
                EventKind::Born => "born",
                EventKind::Split => "split off",
                EventKind::Merged => "merged",
                EventKind::Faded => "faded",
                EventKind::Returned => "returned",
            };
            write!(out, "{what}: {}, {}", name(&event.theme), counted(event.papers, "paper"))?;
            let towards = if event.event == EventKind::Merged { "into" } else { "from" };
            match (&event.other, &event.day) {
                (Some(other), _) => writeln!(out, ", {towards} {}", name(other))?,
                (None, Some(day)) if matches!(event.event, EventKind::Faded | EventKind::Returned) => {
                    writeln!(out, ", the newest of {day}")?;
                }
                _ => writeln!(out)?,
            }
        }
        writeln!(out, "Report: {}", directory.join(PAGE).display())
    })
}
