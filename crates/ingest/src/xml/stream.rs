//! Turns bytes into items.

use std::io::{self, BufRead};

use encoding_rs::Encoding;
use quick_xml::Reader;
use quick_xml::errors::{Error, SyntaxError};
use quick_xml::events::Event;

use super::building::{close, configure, open, push, resolve};
use super::plain_item::plain_item;
use super::window::Utf8Window;
use super::{MAX_ITEM_DEPTH, XmlItem};
use crate::{Format, Position, SourceError};

/// Largest text, tag or comment between two markers, in bytes.
const MAX_EVENT_BYTES: usize = 16 << 20;
/// Most open elements, in and around items.
const MAX_OPEN: usize = 10_000;
/// Longest element name, in bytes.
const MAX_NAME_BYTES: usize = 256;

/// One step of the stream.
pub(crate) enum Step {
    /// A whole item, available as [`XmlStream::item`].
    Item(Position),
    /// An item that is damaged or over a limit, and why.
    Rejected(Position, String),
    /// The end of the input.
    End,
}

/// Streams elements with wanted names from XML of any length.
pub(crate) struct XmlStream<'a> {
    format: Format,
    wanted: &'static [&'static str],
    reader: Reader<Utf8Window<'a>>,
    buffer: Vec<u8>,
    item: XmlItem,
    /// Set when an item's start tag was found while the previous item was still open.
    begun: Option<Position>,
    open: usize,
    items: u64,
    /// The local name of the first element; `root_ended` says whether it has ended.
    root: String,
    root_ended: bool,
    done: bool,
}

impl<'a> XmlStream<'a> {
    /// Streams the elements of `input` whose local names are in `wanted`. Such elements do not nest.
    pub(crate) fn new(format: Format, input: &'a mut dyn BufRead, wanted: &'static [&'static str]) -> Self {
        let mut reader = Reader::from_reader(Utf8Window::new(input, MAX_EVENT_BYTES));
        configure(reader.config_mut());
        Self {
            format,
            wanted,
            reader,
            buffer: Vec::new(),
            item: XmlItem::default(),
            begun: None,
            open: 0,
            items: 0,
            root: String::new(),
            root_ended: false,
            done: false,
        }
    }

    /// The last item read.
    pub(crate) fn item(&self) -> &XmlItem {
        &self.item
    }

    /// Takes the last item read and replaces it with `spare`, whose buffers are reused.
    pub(crate) fn replace_item(&mut self, spare: XmlItem) -> XmlItem {
        std::mem::replace(&mut self.item, spare)
    }

    /// As [`next`](Self::next), but leaves the item to [`XmlItem::take_apart`] if its tags alone tell where
    /// it ends.
    ///
    /// # Errors
    /// Those of [`next`](Self::next).
    pub(crate) fn next_whole(&mut self) -> Result<Step, SourceError> {
        self.cut().map_or_else(|| self.next(), |position| Ok(Step::Item(position)))
    }

    /// Cuts out the item that the buffered text begins with. The reader must be between two events and
    /// continues after the item.
    fn cut(&mut self) -> Option<Position> {
        if self.root.is_empty() || self.begun.is_some() || self.done || self.open + MAX_ITEM_DEPTH > MAX_OPEN
        {
            return None;
        }
        let window = self.reader.get_mut();
        let known = window.known();
        // Limit the text to the size of one event, so that nothing passes here that `next` refuses for its
        // length.
        let known = &known[..known.len().min(MAX_EVENT_BYTES)];
        let blank = known.len() - known.trim_ascii_start().len();
        let length = plain_item(&known[blank..], self.wanted)?;
        let text = std::str::from_utf8(&known[blank..blank + length]).ok()?;
        self.item.clear();
        self.item.unparsed.push_str(text);
        window.begin_event();
        window.consume(blank);
        self.items += 1;
        let position = Position { record: self.items, line: Some(window.line()), byte: window.byte() };
        window.consume(length);
        Some(position)
    }

    /// Reads the next item.
    ///
    /// # Errors
    /// When the input cannot be read, ends too early, stops being XML outside an item, declares entities or an
    /// unknown encoding, nests without bound, or has a text without bound.
    pub(crate) fn next(&mut self) -> Result<Step, SourceError> {
        let mut position = match self.begun.take() {
            Some(position) => Some(position),
            None if self.done => return Ok(Step::End),
            None => None,
        };
        let mut fault: Option<String> = None;
        let mut replaced = self.reader.get_ref().replaced();
        if position.is_none() {
            self.item.clear();
        }
        loop {
            self.buffer.clear();
            let here = Position {
                record: self.items + 1,
                line: Some(self.reader.get_ref().line()),
                byte: self.reader.get_ref().byte(),
            };
            self.reader.get_mut().begin_event();
            let event = match self.reader.read_event_into(&mut self.buffer) {
                Ok(event) => event,
                Err(error) => {
                    let survived = position.and_then(|_| self.survive(&error));
                    fault = fault.or(Some(survived.ok_or_else(|| self.broken(position, here, error))?));
                    continue;
                }
            };
            if let Some(reason) = refusal(&event) {
                self.done = true;
                return Err(malformed(self.format, here, &reason));
            }
            match event {
                Event::Start(start) => {
                    self.open += 1;
                    let qualified = start.name();
                    let name = qualified.local_name().into_inner();
                    if self.open > MAX_OPEN || name.len() > MAX_NAME_BYTES {
                        self.done = true;
                        return Err(malformed(
                            self.format,
                            here,
                            "too many nested elements, or too long a name",
                        ));
                    }
                    if self.root.is_empty() {
                        name.clone_into(&mut self.root);
                    }
                    // The tag may have begun an item.
                    if position.is_none() && name.contains(char::REPLACEMENT_CHARACTER) {
                        return Ok(self.lost(here, "invalid UTF-8 in the name of a tag".to_owned()));
                    }
                    if self.wanted.contains(&name) {
                        self.items += 1;
                        if let Some(unfinished) = position.replace(here) {
                            let reason = format!("<{name}> begins again before its end");
                            self.item.clear();
                            self.begun = Some(Position { record: self.items, ..here });
                            open(&mut self.item, name, &start, &mut fault);
                            return Ok(Step::Rejected(unfinished, fault.unwrap_or(reason)));
                        }
                        replaced = self.reader.get_ref().replaced();
                        open(&mut self.item, name, &start, &mut fault);
                    } else if position.is_some() {
                        open(&mut self.item, name, &start, &mut fault);
                    }
                }
                Event::End(end) => {
                    self.open = self.open.saturating_sub(1);
                    let qualified = end.name();
                    let name = qualified.local_name().into_inner();
                    let complete = self.wanted.contains(&name);
                    self.root_ended |= name == self.root && (position.is_none() || complete);
                    let Some(start) = position else {
                        if complete {
                            let reason = format!("</{name}> without a start tag");
                            return Ok(self.lost(here, reason));
                        }
                        continue;
                    };
                    close(&mut self.item, name, &mut fault);
                    if complete {
                        if self.reader.get_ref().replaced() > replaced && fault.is_none() {
                            fault = Some("invalid UTF-8".to_owned());
                        }
                        return Ok(match fault {
                            Some(reason) => Step::Rejected(start, reason),
                            None => Step::Item(start),
                        });
                    }
                }
                Event::Text(text) if position.is_some() => push(&mut self.item, &text, &mut fault),
                Event::CData(text) if position.is_some() => push(&mut self.item, &text, &mut fault),
                Event::GeneralRef(reference) if position.is_some() => {
                    resolve(&mut self.item, &reference, &mut fault);
                }
                Event::Eof => {
                    self.done = true;
                    return self.end(position, here);
                }
                _ => {}
            }
        }
    }

    /// What is wrong with an item in which `error` occurred, if reading can go on behind it.
    fn survive(&mut self, error: &Error) -> Option<String> {
        match error {
            Error::IllFormed(error) => Some(error.to_string()),
            // A `<!` that begins nothing ends quick-xml's reader.
            Error::Syntax(error @ SyntaxError::InvalidBangMarkup) => {
                self.reader = Reader::from_reader(self.reader.get_mut().take());
                configure(self.reader.config_mut());
                Some(error.to_string())
            }
            _ => None,
        }
    }

    /// Ends the stream after an error, also inside a tag or comment that the input ends inside.
    fn broken(&mut self, position: Option<Position>, here: Position, error: Error) -> SourceError {
        self.done = true;
        let is_cut = matches!(error, Error::Syntax(_)) && self.reader.get_mut().is_at_end();
        match self.source_error(here, error) {
            SourceError::Malformed { reason, .. } if is_cut => SourceError::Cut { position, reason },
            error => error,
        }
    }

    /// A reject for an item of which only the position is known.
    fn lost(&mut self, here: Position, reason: String) -> Step {
        self.items += 1;
        Step::Rejected(here, reason)
    }

    /// Handles the end of the input inside or outside an item.
    fn end(&self, position: Option<Position>, here: Position) -> Result<Step, SourceError> {
        match position {
            Some(_) => Err(SourceError::Cut { position, reason: "the input ends inside it".to_owned() }),
            None if !self.root_ended && !self.root.is_empty() => {
                let reason = at("the input is truncated: its first element never ends", here);
                Err(SourceError::Cut { position: None, reason })
            }
            None => Ok(Step::End),
        }
    }

    fn source_error(&self, here: Position, error: Error) -> SourceError {
        if self.reader.get_ref().overflowed() {
            let reason = format!(
                "a text, tag or comment of more than {} MiB; what follows is not read",
                MAX_EVENT_BYTES >> 20
            );
            return malformed(self.format, here, &reason);
        }
        match error {
            Error::Io(error) => {
                SourceError::Read { byte: here.byte, source: io::Error::new(error.kind(), error.to_string()) }
            }
            error => malformed(self.format, here, &error.to_string()),
        }
    }
}

fn malformed(format: Format, here: Position, reason: &str) -> SourceError {
    SourceError::Malformed { format, reason: at(reason, here) }
}

fn at(reason: &str, here: Position) -> String {
    format!("{reason} (line {}, byte {})", here.line.unwrap_or_default(), here.byte)
}

/// Why reading must stop at this event, if it must.
fn refusal(event: &Event<'_>) -> Option<String> {
    match event {
        Event::DocType(text) if memchr::memmem::find(text.as_bytes(), b"<!ENTITY").is_some() => {
            Some("it declares entities, which are not expanded".to_owned())
        }
        Event::Decl(declaration) => {
            let encoding = declaration.encoding()?.ok()?;
            // Known encodings were decoded before.
            let known = Encoding::for_label(encoding.as_bytes()).is_some();
            (!known).then(|| format!("unknown encoding {encoding:?}; name it with --encoding"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(xml: &[u8]) -> Vec<Result<String, String>> {
        let mut input = xml;
        let mut stream = XmlStream::new(Format::OaiPmh, &mut input, &["item"]);
        let mut steps = Vec::new();
        loop {
            match stream.next() {
                Ok(Step::Item(_)) => steps.push(Ok(stream.item().root().text().to_owned())),
                Ok(Step::Rejected(_, reason)) => steps.push(Err(reason)),
                Ok(Step::End) => return steps,
                Err(error) => {
                    steps.push(Err(format!("fatal: {error}")));
                    return steps;
                }
            }
        }
    }

    #[test]
    fn references_and_cdata_are_part_of_the_text() {
        let xml = "<r><x:item xmlns:x='y'>a &lt; <b>b</b> &amp;&#x3b1; &uuml; &omega; R&D <![CDATA[<c>]]></x:item></r>";
        assert_eq!(texts(xml.as_bytes()), [Ok("a < b &α ü &omega; R&D <c>".to_owned())]);
    }

    #[test]
    fn a_damaged_item_costs_that_item_only() {
        let xml =
            b"<r><item>1</item><item><a>2</b></item><item>3<item>4</item><item>\xff</item><item>5</item>\
              <item>if <b>x <! y</b> <! z</item><item>6</item></r>";
        let steps = texts(xml);
        let kept: Vec<_> = steps.iter().filter_map(|step| step.as_deref().ok()).collect();
        assert_eq!(kept, ["1", "4", "5", "6"]);
        let reasons: Vec<_> = steps.iter().filter_map(|step| step.as_ref().err()).collect();
        assert_eq!(
            reasons,
            [
                "expected </a>, found </b>",
                "<item> begins again before its end",
                "invalid UTF-8",
                "unknown or missed symbol in markup"
            ]
        );
    }

    #[test]
    fn an_item_whose_beginning_is_damaged_is_told() {
        let steps = texts(b"<r><item>1</item>\xffitem>2</item><item>3</item></r>");
        assert_eq!(steps, [Ok("1".into()), Err("</item> without a start tag".into()), Ok("3".into())]);
    }

    #[test]
    fn a_cut_input_is_told_from_a_damaged_one() {
        let last = |xml: &[u8]| {
            let mut input = xml;
            let mut stream = XmlStream::new(Format::OaiPmh, &mut input, &["item"]);
            assert!(matches!(stream.next(), Ok(Step::Item(_))));
            stream.next()
        };
        for (cut, record) in [
            ("<r><item>1</item><item>2", Some(2)),
            ("<r><item>1</item><item>2</it", Some(2)),
            ("<r><item>1</item><item>2<!-- ", Some(2)),
            ("<r><item>1</item>", None),
            ("<r><item>1</item></", None),
        ] {
            let ended = last(cut.as_bytes()).err();
            let Some(SourceError::Cut { position, .. }) = ended else { panic!("{cut}: {ended:?}") };
            assert_eq!(position.map(|position| position.record), record, "{cut}");
        }
        assert!(matches!(last(b"<r><item>1</item><item>2</b></item></r>"), Ok(Step::Rejected(..))));
        assert!(matches!(last(b"<r><item>1</item></r>"), Ok(Step::End)));
    }

    #[test]
    fn entity_declarations_are_refused() {
        let xml = b"<!DOCTYPE r [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><r><item>&b;</item></r>";
        let steps = texts(xml);
        assert_eq!(steps.len(), 1);
        assert!(steps[0].as_ref().unwrap_err().contains("declares entities"));
    }

    #[test]
    fn deep_nesting_and_huge_text_are_bounded() {
        let deep = format!("<r><item>{}</item><item>2</item></r>", "<a>".repeat(100) + &"</a>".repeat(100));
        assert_eq!(texts(deep.as_bytes()), [Err("nested deeper than 64 elements".into()), Ok("2".into())]);
        let endless = "<a>".repeat(20_000);
        assert!(texts(endless.as_bytes())[0].as_ref().unwrap_err().contains("too many nested elements"));
        let huge = format!("<r><item>1</item><item>{}</item></r>", "x".repeat(MAX_EVENT_BYTES + 1));
        assert!(texts(huge.as_bytes())[1].as_ref().unwrap_err().contains("16 MiB"));
        let mut input = huge.as_bytes();
        let mut stream = XmlStream::new(Format::OaiPmh, &mut input, &["item"]);
        assert!(matches!(stream.next_whole(), Ok(Step::Item(_))));
        let error = stream.next_whole().err().expect("what follows is not read");
        assert!(error.to_string().contains("16 MiB"), "{error}");
    }

    #[test]
    fn an_unknown_encoding_is_named() {
        let steps = texts(b"<?xml version='1.0' encoding='klingon'?><r/>");
        assert!(steps[0].as_ref().unwrap_err().contains("unknown encoding \"klingon\""));
    }
}
