//! XML as a stream of bounded items: each element with a wanted name becomes a small tree, one at a time.
//!
//! Elements and attributes are matched by local name; prefixes and namespace URIs are ignored because
//! repositories disagree on them. An item's depth, size and number of elements are limited, entity
//! declarations are refused, and a damaged item costs only itself.

mod building;
mod character_names;
mod head;
mod item;
mod plain_item;
mod stream;
mod window;

pub(crate) use head::root_element;
pub(crate) use item::{Element, XmlItem};
pub(crate) use stream::{Step, XmlStream};

/// Deepest nesting inside an item.
const MAX_ITEM_DEPTH: usize = 64;
