//! A reader that reports progress.

use std::io::{BufRead, Read};

/// Calls `on_read` before every read.
pub(crate) struct Watched<'a> {
    pub(crate) inner: &'a mut dyn BufRead,
    pub(crate) on_read: Box<dyn Fn() + 'a>,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        (self.on_read)();
        self.inner.read(buffer)
    }
}

impl BufRead for Watched<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        (self.on_read)();
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.inner.consume(amount);
    }
}
