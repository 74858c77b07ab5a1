//! Prints what would be read from an input.

use std::io::{self, Write};

use thema::{DateLosses, InputDescription, Reject, rejected};

/// Most rejects printed.
const REJECTS: usize = 5;

/// Prints what was found in one input; `is_named` means that its format was given and not detected.
pub(super) fn print_description(
    input: &InputDescription,
    is_named: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let InputDescription { path, files, service, columns, fields, rejects } = input;
    writeln!(out, "{}", path.display())?;
    for file in files {
        let how = if is_named { "read as" } else { "detected as" };
        let member = if file.path == *path { String::new() } else { format!("{}: ", file.path.display()) };
        let encoding = file.encoding.map(|encoding| format!(", decoded from {encoding}")).unwrap_or_default();
        let (records, rejected) = (file.records, file.rejected);
        writeln!(out, "  {member}{how} {}{encoding}; records: {records}, rejected: {rejected}", file.format)?;
        for lost in file.date_losses.iter().flat_map(DateLosses::told) {
            writeln!(out, "  {lost}")?;
        }
    }
    if let Some(service) = service {
        writeln!(out, "  with the columns of an export from {service}")?;
    }
    for column in columns {
        let held = column.holds.map_or_else(|| "ignored".to_owned(), |field| format!("holds {field}"));
        writeln!(out, "  column {:?}: {held}", column.name)?;
    }
    for field in fields {
        writeln!(out, "  {}, in {} records:", field.field, field.records)?;
        for example in &field.examples {
            writeln!(out, "    {}", example.replace('\n', " "))?;
        }
    }
    for reject in rejects.iter().take(REJECTS) {
        writeln!(out, "  rejected: {}{}", place(reject), reject.reason)?;
    }
    if rejects.len() > REJECTS {
        writeln!(out, "  and {} more rejected", rejected(&rejects[REJECTS..]))?;
    }
    Ok(())
}

fn place(reject: &Reject) -> String {
    let Some(position) = reject.position else { return String::new() };
    let line = position.line.map(|line| format!(", line {line}")).unwrap_or_default();
    format!("record {}{line}: ", position.record)
}
