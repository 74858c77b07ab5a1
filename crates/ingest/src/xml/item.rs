//! One item as a tree in three flat buffers, which are reused from item to item.

use std::ops::Range;

/// An element with everything inside it.
///
/// Text is stored in document order, so the text of an element, including that of its descendants, is one
/// contiguous slice.
#[derive(Debug, Default)]
pub(crate) struct XmlItem {
    /// The text of a whole item that [`take_apart`](Self::take_apart) has yet to parse.
    pub(super) unparsed: String,
    names: String,
    text: String,
    nodes: Vec<Node>,
    attributes: Vec<(Range<usize>, Range<usize>)>,
    open: Vec<usize>,
}

#[derive(Debug)]
struct Node {
    name: Range<usize>,
    text: Range<usize>,
    attributes: Range<usize>,
    /// Index of the first node after this one that is not inside it.
    next: usize,
}

impl XmlItem {
    pub(super) fn clear(&mut self) {
        self.unparsed.clear();
        self.names.clear();
        self.text.clear();
        self.nodes.clear();
        self.attributes.clear();
        self.open.clear();
    }

    pub(super) fn open(&mut self, name: &str) {
        let start = self.names.len();
        self.names.push_str(name);
        let attributes = self.attributes.len();
        self.open.push(self.nodes.len());
        self.nodes.push(Node {
            name: start..self.names.len(),
            text: self.text.len()..self.text.len(),
            attributes: attributes..attributes,
            next: 0,
        });
    }

    /// Adds an attribute to the last opened element.
    pub(super) fn attribute(&mut self, name: &str, value: &str) {
        let start = self.names.len();
        self.names.push_str(name);
        let middle = self.names.len();
        self.names.push_str(value);
        self.attributes.push((start..middle, middle..self.names.len()));
        if let Some(node) = self.nodes.last_mut() {
            node.attributes.end = self.attributes.len();
        }
    }

    pub(super) fn push_text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn push_char(&mut self, character: char) {
        self.text.push(character);
    }

    /// Closes the innermost open element.
    pub(super) fn close(&mut self) {
        let next = self.nodes.len();
        if let Some(index) = self.open.pop() {
            self.nodes[index].text.end = self.text.len();
            self.nodes[index].next = next;
        }
    }

    /// Name of the innermost open element.
    pub(super) fn innermost(&self) -> Option<&str> {
        self.open.last().map(|index| &self.names[self.nodes[*index].name.clone()])
    }

    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Approximate memory used, in bytes.
    pub(crate) fn weight(&self) -> usize {
        let (bytes, nodes) = self.size();
        self.unparsed.len() + bytes + nodes * size_of::<Node>()
    }

    /// Bytes, and elements with attributes, held; the stream bounds both.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.names.len() + self.text.len(), self.nodes.len() + self.attributes.len())
    }

    /// The outermost element. Only for items that the stream has completed.
    pub(crate) fn root(&self) -> Element<'_> {
        Element { item: self, index: 0 }
    }
}

/// A view of one element of an item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element<'t> {
    item: &'t XmlItem,
    index: usize,
}

impl<'t> Element<'t> {
    fn node(self) -> &'t Node {
        &self.item.nodes[self.index]
    }

    /// Local name.
    pub(crate) fn name(self) -> &'t str {
        &self.item.names[self.node().name.clone()]
    }

    /// All text inside, including that of descendants; entities are resolved, white space is kept.
    pub(crate) fn text(self) -> &'t str {
        &self.item.text[self.node().text.clone()]
    }

    /// Value of the attribute with this local name.
    pub(crate) fn attribute(self, name: &str) -> Option<&'t str> {
        self.item.attributes[self.node().attributes.clone()]
            .iter()
            .find(|(key, _)| &self.item.names[key.clone()] == name)
            .map(|(_, value)| &self.item.names[value.clone()])
    }

    /// Direct children, in document order.
    pub(crate) fn children(self) -> impl Iterator<Item = Element<'t>> {
        let end = self.node().next;
        let mut index = self.index + 1;
        std::iter::from_fn(move || {
            let child = (index < end).then_some(Element { item: self.item, index })?;
            index = child.node().next;
            Some(child)
        })
    }

    /// The first direct child with this name.
    pub(crate) fn child(self, name: &str) -> Option<Element<'t>> {
        self.children().find(|child| child.name() == name)
    }

    /// The direct children with this name.
    pub(crate) fn children_named(self, name: &str) -> impl Iterator<Item = Element<'t>> {
        self.children().filter(move |child| child.name() == name)
    }
}
