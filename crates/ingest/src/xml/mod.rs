//! XML as a stream of bounded items: each element of a wanted name becomes one small tree, one at a time.
//!
//! Elements and attributes are known by their local names; prefixes and namespace addresses are ignored, as
//! repositories disagree on them. Depth, size and the number of elements of an item are limited, declarations of
//! entities are refused, and a damaged item costs that item only.

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
