//! Builds items from XML events, within limits.

use quick_xml::Reader;
use quick_xml::errors::Error;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::reader::Config;

use super::character_names::named_character;
use super::{MAX_ITEM_DEPTH, XmlItem};

/// Largest item, in bytes of names, attributes and text.
const MAX_ITEM_BYTES: usize = 32 << 20;
/// Most elements and attributes of an item.
const MAX_ITEM_NODES: usize = 1 << 20;

/// Tolerates what is not XML but occurs in the files of repositories.
pub(super) fn configure(config: &mut Config) {
    config.expand_empty_elements = true;
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
}

impl XmlItem {
    /// Parses an item whose text was cut out unparsed; does nothing to other items.
    ///
    /// # Errors
    /// Why the item is damaged or over a limit.
    pub(crate) fn take_apart(&mut self) -> Result<(), String> {
        let text = std::mem::take(&mut self.unparsed);
        let mut reader = Reader::from_str(&text);
        configure(reader.config_mut());
        let mut fault = None;
        loop {
            match reader.read_event() {
                Ok(Event::Start(start)) => {
                    open(self, start.name().local_name().into_inner(), &start, &mut fault);
                }
                Ok(Event::End(end)) => close(self, end.name().local_name().into_inner(), &mut fault),
                Ok(Event::Text(text)) => push(self, &text, &mut fault),
                Ok(Event::GeneralRef(reference)) => resolve(self, &reference, &mut fault),
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(Error::IllFormed(error)) => {
                    fault.get_or_insert_with(|| error.to_string());
                }
                Err(error) => return Err(error.to_string()),
            }
        }
        self.unparsed = text;
        self.unparsed.clear();
        fault.map_or(Ok(()), Err)
    }
}

pub(super) fn close(item: &mut XmlItem, name: &str, fault: &mut Option<String>) {
    if item.innermost() == Some(name) {
        item.close();
    } else if fault.is_none() {
        let expected = item.innermost().unwrap_or_default();
        *fault = Some(format!("expected </{expected}>, found </{name}>"));
    }
}

/// Whether the item may grow by `by` bytes. If not, it is faulty and its further content is skipped.
fn may_grow(item: &XmlItem, by: usize, fault: &mut Option<String>) -> bool {
    let (bytes, nodes) = item.size();
    if bytes + by > MAX_ITEM_BYTES || nodes >= MAX_ITEM_NODES {
        fault.get_or_insert_with(|| {
            format!("larger than {} MiB or {MAX_ITEM_NODES} elements", MAX_ITEM_BYTES >> 20)
        });
    } else if item.depth() >= MAX_ITEM_DEPTH {
        fault.get_or_insert_with(|| format!("nested deeper than {MAX_ITEM_DEPTH} elements"));
    }
    fault.is_none()
}

pub(super) fn open(item: &mut XmlItem, name: &str, start: &BytesStart<'_>, fault: &mut Option<String>) {
    if !may_grow(item, start.len(), fault) {
        return;
    }
    item.open(name);
    for attribute in start.attributes().with_checks(false) {
        let Ok(attribute) = attribute else {
            fault.get_or_insert_with(|| format!("<{name}> has a broken attribute"));
            return;
        };
        if !may_grow(item, attribute.value.len(), fault) {
            return;
        }
        let key = attribute.key.local_name().into_inner();
        match quick_xml::escape::unescape(&attribute.value) {
            Ok(value) => item.attribute(key, &value),
            Err(_) => item.attribute(key, &attribute.value),
        }
    }
}

pub(super) fn push(item: &mut XmlItem, text: &str, fault: &mut Option<String>) {
    if may_grow(item, text.len(), fault) {
        item.push_text(text);
    }
}

/// Adds the character that a reference stands for. A name that neither XML nor Latin 1 defines is kept as
/// written.
pub(super) fn resolve(item: &mut XmlItem, reference: &BytesRef<'_>, fault: &mut Option<String>) {
    let named = match &**reference {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        name => named_character(name),
    };
    if !may_grow(item, reference.len() + 2, fault) {
        return;
    }
    match named.or_else(|| reference.resolve_char_ref().ok().flatten()) {
        Some(character) => item.push_char(character),
        None => item.push_text(&format!("&{};", &**reference)),
    }
}
