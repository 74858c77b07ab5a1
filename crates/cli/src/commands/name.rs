//! `thema name`: names themes with a language model.

use std::time::Duration;

use thema::{NameRequest, NamedThemes, PAGE, Result, counted, name_themes};

use super::Session;
use super::misfits::warn_of;
use crate::arguments::{GlobalArguments, NameArguments};
use crate::exit::Status;
use crate::output::{print, print_json};

/// The variable that holds the server's key.
const KEY: &str = "THEMA_API_KEY";

/// Asks for the missing names and rewrites the report.
pub(crate) fn name(global: &GlobalArguments, arguments: NameArguments) -> Result<Status> {
    let NameArguments { run, endpoint, model, timeout } = arguments;
    let key = std::env::var(KEY).ok().filter(|key| !key.is_empty());
    let request = NameRequest { endpoint, model, key, timeout: Duration::from_secs(timeout) };
    let session = Session::begin(global, None)?;
    let named = session.work(|_| name_themes(&run, &request))?;
    warn_of(&named.misfits);
    if let Some(reason) = &named.ended {
        tracing::error!("the other themes keep their names: {}", thema::plain(reason));
    }
    if global.json {
        print_json(&named)?;
    } else if !global.quiet {
        print_summary(&named)?;
    }
    let is_whole = named.ended.is_none() && named.asked.iter().all(|theme| theme.refused.is_none());
    Ok(if is_whole { Status::Done } else { Status::DoneWithFindings })
}

fn print_summary(named: &NamedThemes) -> Result<()> {
    print(|out| {
        for theme in &named.asked {
            match (&theme.name, &theme.refused) {
                (Some(name), _) => writeln!(out, "{}: {} -> {name}", theme.theme, theme.before)?,
                (None, reason) => {
                    let reason = reason.as_deref().unwrap_or_default();
                    writeln!(out, "{}: keeps {}: {reason}", theme.theme, theme.before)?;
                }
            }
        }
        let asked = counted(named.asked.len() as u64, "theme");
        writeln!(out, "{asked} asked about, {} already named.", named.known)?;
        writeln!(out, "Report: {}", named.directory.join(PAGE).display())
    })
}
