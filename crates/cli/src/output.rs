//! Standard output.

use std::io::{self, BufWriter, Write};

use thema::{Error, Fault, Result};

/// Writes a command's result. A reader that has enough, such as `head`, ends the output and is no error.
pub(crate) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
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
    print(|out| {
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out)
    })
}
