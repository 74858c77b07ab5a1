//! The failure of an input, read behind what came before it.

use std::io::{self, BufRead, Read};

/// Fails once where there is a failure, and is at its end then.
pub(crate) struct Failing(pub(crate) Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

impl BufRead for Failing {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.take().map_or(Ok(&[]), Err)
    }

    fn consume(&mut self, _: usize) {}
}
