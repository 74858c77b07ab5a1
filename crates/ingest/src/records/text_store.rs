//! Texts, each stored once in large buffers that columns point into.

use polars_arrow::array::View;
use polars_buffer::Buffer;

/// Buffer size in bytes. Dropping or reordering rows of a column moves only their 16-byte views; a text moves
/// once, when the store of a batch is absorbed.
const BUFFER_BYTES: usize = 4 << 20;

/// Texts in buffers, each addressed by a view.
#[derive(Default)]
pub(crate) struct TextStore {
    sealed: Vec<String>,
    open: String,
}

impl TextStore {
    /// Reserves this many more bytes in the open buffer.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.open.reserve(bytes);
    }

    /// Capacity of the open buffer in bytes.
    pub(crate) const fn capacity(&self) -> usize {
        self.open.capacity()
    }

    /// Total bytes of the texts too long to be stored in their views.
    pub(crate) fn size(&self) -> usize {
        self.sealed.iter().map(String::len).sum::<usize>() + self.open.len()
    }

    /// Removes all texts and keeps the open buffer's memory.
    pub(crate) fn clear(&mut self) {
        self.sealed.clear();
        self.open.clear();
    }

    /// Moves the texts out of `added`, and returns a function that maps its views to views into this store.
    pub(crate) fn append(&mut self, added: &mut Self) -> impl Fn(View) -> View + use<> {
        let moved = added.sealed.len() as u32;
        if !added.sealed.is_empty() {
            self.seal();
        }
        let first = self.sealed.len() as u32;
        self.sealed.append(&mut added.sealed);
        self.open_for(added.open.len());
        let (last, offset) = (self.sealed.len() as u32, self.open.len() as u32);
        self.open.push_str(&added.open);
        added.open.clear();
        move |mut view| {
            match view.length > View::MAX_INLINE_SIZE {
                true if view.buffer_idx < moved => view.buffer_idx += first,
                true => (view.buffer_idx, view.offset) = (last, view.offset + offset),
                false => {}
            }
            view
        }
    }

    /// Stores a copy of `text`.
    ///
    /// # Panics
    /// When `text` is 4 GiB or longer.
    pub(crate) fn push(&mut self, text: &str) -> View {
        let bytes = text.as_bytes();
        if bytes.len() <= View::MAX_INLINE_SIZE as usize {
            return View::new_inline(bytes);
        }
        self.open_for(bytes.len());
        let offset = self.open.len() as u32;
        self.open.push_str(text);
        View::new_from_bytes(bytes, self.sealed.len() as u32, offset)
    }

    /// Starts a new buffer if the open one has no room for this many bytes.
    fn open_for(&mut self, bytes: usize) {
        if self.open.len() + bytes > self.open.capacity() {
            self.seal();
            self.open.reserve_exact(bytes.max(BUFFER_BYTES));
        }
    }

    fn seal(&mut self) {
        if !self.open.is_empty() {
            self.open.shrink_to_fit();
            self.sealed.push(std::mem::take(&mut self.open));
        }
    }

    /// The bytes of the text that `view` refers to.
    ///
    /// # Panics
    /// When `view` belongs to another store.
    pub(crate) fn bytes<'a>(&'a self, view: &'a View) -> &'a [u8] {
        view.get_inlined_slice().unwrap_or_else(|| self.long_text(view).as_bytes())
    }

    /// The text that `view` refers to.
    ///
    /// # Panics
    /// When `view` belongs to another store.
    pub(crate) fn text<'a>(&'a self, view: &'a View) -> &'a str {
        match view.get_inlined_slice() {
            Some(inline) => str::from_utf8(inline).expect("a view of this store holds a text"),
            None => self.long_text(view),
        }
    }

    fn long_text(&self, view: &View) -> &str {
        let buffer = self.sealed.get(view.buffer_idx as usize).unwrap_or(&self.open);
        &buffer[view.offset as usize..][..view.length as usize]
    }

    /// The buffers, in the order that views number them.
    pub(crate) fn into_buffers(mut self) -> Buffer<Buffer<u8>> {
        self.seal();
        self.sealed.into_iter().map(|texts| Buffer::from(texts.into_bytes())).collect()
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

    #[test]
    fn texts_of_a_store_that_was_taken_over_are_found_again() {
        let text = |of: usize, at: usize| format!("{of} {at} ").repeat(1 + at % 40);
        let small = BUFFER_BYTES / 100;
        for bytes in [0, small, 2 * BUFFER_BYTES] {
            let mut all = TextStore::default();
            let mut views = Vec::new();
            for of in 0..12 {
                let mut part = TextStore::default();
                part.reserve(bytes);
                let added: Vec<View> = (0..500).map(|at| part.push(&text(of, at))).collect();
                let big = part.push(&"x".repeat(of * BUFFER_BYTES / 8));
                let moved = all.append(&mut part);
                views.push((added.into_iter().map(&moved).collect::<Vec<_>>(), moved(big)));
            }
            for (of, (views, big)) in views.iter().enumerate() {
                assert_eq!(all.text(big).len(), of * BUFFER_BYTES / 8);
                assert!(views.iter().enumerate().all(|(at, view)| all.text(view) == text(of, at)));
            }
        }
    }
}
