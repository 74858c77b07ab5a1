//! JSON in the form of every file of a run: two spaces of indentation, fields in
//! declared order, a final newline.

use std::io::{self, Write};

use serde::Serialize;

/// Writes `value` indented, with a final newline.
pub(super) fn write_pretty<T: Serialize + ?Sized>(value: &T, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")
}

/// Writes one value per line.
pub(super) fn write_lines<T: Serialize>(
    values: impl IntoIterator<Item = T>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for value in values {
        serde_json::to_writer(&mut *out, &value)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
