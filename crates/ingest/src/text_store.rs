//! Texts kept once, in large buffers that columns can point into.

use polars_arrow::array::View;
use polars_buffer::Buffer;

/// Bytes of a buffer. Texts are never moved once they are in one, and a column that drops or reorders rows moves
/// only its 16-byte views.
const BUFFER_BYTES: usize = 4 << 20;

/// Texts in buffers, each found again by its view.
#[derive(Default)]
pub(crate) struct TextStore {
    sealed: Vec<Buffer<u8>>,
    open: Vec<u8>,
}

impl TextStore {
    /// An empty store whose first buffer takes as many bytes.
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self { sealed: Vec::new(), open: Vec::with_capacity(bytes) }
    }

    /// Takes over the buffers of `added`; views of it count them from the number that this gives.
    pub(crate) fn append(&mut self, added: Self) -> u32 {
        self.seal();
        let first = self.sealed.len() as u32;
        self.sealed.extend(added.sealed);
        self.open = added.open;
        self.seal();
        first
    }

    /// Keeps a copy of `text`.
    ///
    /// # Panics
    /// When `text` is of 4 GiB or more.
    pub(crate) fn push(&mut self, text: &str) -> View {
        let bytes = text.as_bytes();
        if bytes.len() <= View::MAX_INLINE_SIZE as usize {
            return View::new_inline(bytes);
        }
        if self.open.len() + bytes.len() > self.open.capacity() {
            self.seal();
            self.open.reserve_exact(bytes.len().max(BUFFER_BYTES));
        }
        let offset = self.open.len() as u32;
        self.open.extend_from_slice(bytes);
        View::new_from_bytes(bytes, self.sealed.len() as u32, offset)
    }

    fn seal(&mut self) {
        if !self.open.is_empty() {
            self.open.shrink_to_fit();
            self.sealed.push(Buffer::from(std::mem::take(&mut self.open)));
        }
    }

    /// The bytes of the text that `view` was given for.
    pub(crate) fn bytes<'a>(&'a self, view: &'a View) -> &'a [u8] {
        if let Some(inline) = view.get_inlined_slice() {
            return inline;
        }
        let buffer = self.sealed.get(view.buffer_idx as usize).map_or(self.open.as_slice(), Buffer::as_slice);
        &buffer[view.offset as usize..][..view.length as usize]
    }

    /// The text that `view` was given for.
    ///
    /// # Panics
    /// When `view` is of another store.
    pub(crate) fn text<'a>(&'a self, view: &'a View) -> &'a str {
        std::str::from_utf8(self.bytes(view)).expect("a view of this store points at a text")
    }

    /// The buffers, in the order in which the views count them.
    pub(crate) fn into_buffers(mut self) -> Buffer<Buffer<u8>> {
        self.seal();
        Buffer::from(self.sealed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_found_again() {
        let mut store = TextStore::default();
        let texts: Vec<String> = [0, 12, 13, BUFFER_BYTES - 5, 20, BUFFER_BYTES + 1, 4]
            .iter()
            .map(|&n| "é".repeat(n / 2))
            .collect();
        let views: Vec<View> = texts.iter().map(|text| store.push(text)).collect();
        for (view, text) in views.iter().zip(&texts) {
            assert_eq!(store.text(view), text);
        }
    }
}
