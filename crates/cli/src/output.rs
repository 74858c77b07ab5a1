//! Standard output.

use std::io::{self, BufWriter, Write};

use thema::{Error, Fault, Result};

/// Prints text for people, without control characters, whoever put them into a title or a name.
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

/// Writes a command's result byte for byte. A reader that stops early, such as `head`, is not an error.
pub(crate) fn print_raw(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::new(Fault::Output, format!("standard output: {error}")))
        }
        _ => {
            // Do not write the rest again when the buffer is dropped.
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
