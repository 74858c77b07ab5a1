//! A reader that yields only valid UTF-8 and bounds the size of one event.

use std::io::{self, BufRead, Read};

/// Reads `inner`, replaces invalid UTF-8 with U+FFFD, counts bytes and lines, and fails when more than
/// `limit` bytes are taken between two calls of [`begin_event`](Self::begin_event).
pub(super) struct Utf8Window<'a> {
    inner: &'a mut dyn BufRead,
    /// How many of the next bytes of `inner` are known to be valid.
    valid: usize,
    /// Bytes to yield before `inner` is read further: a sequence split between two buffers, or U+FFFD.
    patch: [u8; 4],
    patch_start: usize,
    patch_end: usize,
    taken: usize,
    limit: usize,
    byte: u64,
    line: u64,
    replaced: u64,
    overflowed: bool,
}

impl<'a> Utf8Window<'a> {
    pub(super) fn new(inner: &'a mut dyn BufRead, limit: usize) -> Self {
        Self {
            inner,
            valid: 0,
            patch: [0; 4],
            patch_start: 0,
            patch_end: 0,
            taken: 0,
            limit,
            byte: 0,
            line: 1,
            replaced: 0,
            overflowed: false,
        }
    }

    /// This window, in exchange for one at its end. An `io::Empty` has no size, so nothing is leaked.
    pub(super) fn take(&mut self) -> Self {
        let nothing: &'a mut dyn BufRead = Box::leak(Box::new(io::empty()));
        std::mem::replace(self, Self::new(nothing, 0))
    }

    /// Allows another `limit` bytes.
    pub(super) fn begin_event(&mut self) {
        self.taken = 0;
    }

    /// Bytes of `inner` consumed.
    pub(super) fn byte(&self) -> u64 {
        self.byte
    }

    /// Line of the next byte, from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// The number of invalid sequences replaced.
    pub(super) fn replaced(&self) -> u64 {
        self.replaced
    }

    /// Whether reading failed because an event exceeded the limit.
    pub(super) fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// The next bytes, as far as they are known to be valid without further reading.
    pub(super) fn known(&mut self) -> &[u8] {
        if self.valid == 0 || self.patch_start < self.patch_end {
            return &[];
        }
        let available = self.inner.fill_buf().unwrap_or_default();
        &available[..self.valid.min(available.len())]
    }

    /// Whether nothing is left to read.
    pub(super) fn is_at_end(&mut self) -> bool {
        self.fill_buf().is_ok_and(<[u8]>::is_empty)
    }

    fn set_patch(&mut self, bytes: &[u8]) {
        self.patch[..bytes.len()].copy_from_slice(bytes);
        self.patch_start = 0;
        self.patch_end = bytes.len();
    }

    /// Finds the next valid bytes: those at the start of `inner`'s buffer, or else one repaired character.
    fn advance(&mut self) -> io::Result<()> {
        let available = self.inner.fill_buf()?;
        let error = match std::str::from_utf8(available) {
            Ok(text) => {
                self.valid = text.len();
                return Ok(());
            }
            Err(error) => error,
        };
        if error.valid_up_to() > 0 {
            self.valid = error.valid_up_to();
            return Ok(());
        }
        if let Some(length) = error.error_len() {
            self.inner.consume(length);
            self.byte += length as u64;
            self.replaced += 1;
            self.set_patch("\u{FFFD}".as_bytes());
            return Ok(());
        }
        self.join_split_sequence()
    }

    /// Completes a sequence that begins at the end of `inner`'s buffer, byte by byte.
    fn join_split_sequence(&mut self) -> io::Result<()> {
        let mut sequence = [0_u8; 4];
        let mut length = 0;
        loop {
            let next = match self.inner.fill_buf() {
                Ok(available) => available.first().copied(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let verdict = next.and_then(|byte| {
                sequence[length] = byte;
                match std::str::from_utf8(&sequence[..=length]) {
                    Ok(_) => Some(true),
                    Err(error) if error.error_len().is_none() => Some(false),
                    Err(_) => None,
                }
            });
            let Some(complete) = verdict else {
                self.replaced += 1;
                self.set_patch("\u{FFFD}".as_bytes());
                return Ok(());
            };
            self.inner.consume(1);
            self.byte += 1;
            length += 1;
            if complete {
                self.set_patch(&sequence[..length]);
                return Ok(());
            }
        }
    }
}

impl Read for Utf8Window<'_> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let length = available.len().min(target.len());
        target[..length].copy_from_slice(&available[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Utf8Window<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.patch_start == self.patch_end && self.valid == 0 {
            self.advance()?;
        }
        let left = self.limit - self.taken;
        if self.patch_start < self.patch_end {
            return Ok(&self.patch[self.patch_start..self.patch_end]);
        }
        if self.valid == 0 {
            return Ok(&[]);
        }
        if left == 0 {
            self.overflowed = true;
            return Err(io::Error::other("too large"));
        }
        let available = self.inner.fill_buf()?;
        Ok(&available[..self.valid.min(left).min(available.len())])
    }

    fn consume(&mut self, amount: usize) {
        self.taken = (self.taken + amount).min(self.limit);
        if self.patch_start < self.patch_end {
            self.patch_start += amount.min(self.patch_end - self.patch_start);
            return;
        }
        let amount = amount.min(self.valid);
        if let Ok(available) = self.inner.fill_buf() {
            self.line += memchr::memchr_iter(b'\n', &available[..amount.min(available.len())]).count() as u64;
        }
        self.inner.consume(amount);
        self.valid -= amount;
        self.byte += amount as u64;
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn read_all(bytes: &[u8], capacity: usize) -> (String, u64) {
        let mut input = BufReader::with_capacity(capacity, bytes);
        let mut window = Utf8Window::new(&mut input, usize::MAX);
        let mut text = String::new();
        window.read_to_string(&mut text).unwrap();
        assert_eq!(window.byte(), bytes.len() as u64);
        (text, window.replaced())
    }

    #[test]
    fn repair_agrees_with_the_standard_library_wherever_buffers_end() {
        let bytes = b"a\xc3\xa9\xe2\x82\xac\xf0\x9f\x92\xa9\xff<\xe2\x82<\xc3\n\xf0\x9f\x92";
        let expected = String::from_utf8_lossy(bytes).into_owned();
        for capacity in 1..bytes.len() + 2 {
            let (text, replaced) = read_all(bytes, capacity);
            assert_eq!(text, expected, "buffer of {capacity}");
            assert_eq!(replaced, 4);
        }
    }

    #[test]
    fn one_event_cannot_take_more_than_the_limit() {
        let mut input = io::repeat(b'x');
        let mut input = BufReader::new(&mut input);
        let mut window = Utf8Window::new(&mut input, 100_000);
        let error = io::copy(&mut window, &mut io::sink()).unwrap_err();
        assert_eq!(error.to_string(), "too large");
        assert!(window.overflowed());
        assert_eq!(window.byte(), 100_000);
    }
}
