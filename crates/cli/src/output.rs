//! Standard output.

use std::io::{self, BufWriter, Write};

use thema::{Error, Fault, Result};

/// Writes what a person reads; what would steer the terminal is left out, whoever wrote it into a title or a name.
pub(crate) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut text = Vec::new();
    write(&mut text).map_err(|error| Error::new(Fault::Internal, error.to_string()))?;
    let text = String::from_utf8_lossy(&text);
    print_raw(|out| text.split_inclusive('\n').try_for_each(|line| print_line(line, out)))
}

fn print_line(line: &str, out: &mut dyn Write) -> io::Result<()> {
    let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
    write!(out, "{}{end}", thema::plain(text))
}

/// Writes a command's result byte for byte. A reader that has enough, such as `head`, ends the output and is no error.
pub(crate) fn print_raw(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::new(Fault::Output, format!("standard output: {error}")))
        }
        _ => {
            // What a reader did not take is not tried again when the buffer is dropped.
            let _ = out.into_parts();
            Ok(())
        }
    }
}

/// Writes a value as one line of JSON.
pub(crate) fn print_json<T: serde::Serialize>(value: &T) -> Result<()> {
    print_raw(|out| {
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out)
    })
}
