//! Formats with one XML element per paper: elements are read one after another, made into records on all
//! cores and delivered in file order.

use std::io::BufRead;

use super::accept::checked;
use super::pipeline;
use crate::xml::{Element, Step, XmlItem, XmlStream};
use crate::{Format, Position, Record, RecordBatch, Sink, SourceError};

/// Most elements of a block, and the bytes of memory at which it is full. Each block is made into records as
/// one unit of parallel work. Independent of the number of threads.
const ITEMS_PER_BLOCK: usize = 128;
const BLOCK_BYTES: usize = 1 << 20;

/// The buffers of an element larger than this, in bytes, are not reused.
const LARGE_BYTES: usize = 64 << 10;

/// Streams the elements of `input` whose local names are in `wanted` through `record`, in parallel, to
/// `sink`, in order.
///
/// # Errors
/// Those of [`XmlStream::next`]; everything before was delivered.
pub(super) fn read(
    format: Format,
    input: &mut dyn BufRead,
    sink: &mut dyn Sink,
    wanted: &'static [&'static str],
    record: impl Fn(Element<'_>) -> Result<Record, String> + Sync,
) -> Result<(), SourceError> {
    let stream = XmlStream::new(format, input, wanted);
    let mut reader = Reader { stream, spare: Vec::new(), is_at_end: false, error: None };
    pipeline::run_batches(
        sink,
        &mut reader,
        |reader, _| reader.next_block(),
        |mut block, batch| {
            block.records(&record, batch);
            block
        },
        Reader::reuse,
    );
    reader.error.map_or(Ok(()), Err)
}

/// Elements in file order, or the reason there is none.
#[derive(Default)]
struct Block {
    items: Vec<(Position, Result<XmlItem, String>)>,
    weight: usize,
}

impl Block {
    fn is_full(&self) -> bool {
        self.items.len() >= ITEMS_PER_BLOCK || self.weight >= BLOCK_BYTES
    }

    fn records(&mut self, record: &impl Fn(Element<'_>) -> Result<Record, String>, batch: &mut RecordBatch) {
        for (_, item) in &mut self.items {
            if let Err(reason) = item.as_mut().map_or(Ok(()), XmlItem::take_apart) {
                *item = Err(reason);
            }
        }
        let texts = self.items.iter().filter_map(|(_, item)| Some(item.as_ref().ok()?.root().text().len()));
        batch.reserve(self.items.len(), texts.sum());
        for (position, item) in &self.items {
            let parsed = item.as_ref().map_err(String::clone).and_then(|item| record(item.root()));
            batch.push(*position, checked(parsed));
        }
    }
}

/// The elements of an input.
struct Reader<'a> {
    stream: XmlStream<'a>,
    /// Items whose buffers can be reused.
    spare: Vec<XmlItem>,
    is_at_end: bool,
    /// Why no more could be read.
    error: Option<SourceError>,
}

impl Reader<'_> {
    /// Reads elements until a block is full, unless the input has ended.
    fn next_block(&mut self) -> Option<Block> {
        let mut block = Block::default();
        while !self.is_at_end && !block.is_full() {
            let (position, item) = match self.stream.next_whole() {
                Ok(Step::Item(position)) => {
                    (position, Ok(self.stream.replace_item(self.spare.pop().unwrap_or_default())))
                }
                Ok(Step::Rejected(position, reason)) => (position, Err(reason)),
                Ok(Step::End) => {
                    self.is_at_end = true;
                    break;
                }
                Err(error) => {
                    (self.is_at_end, self.error) = (true, Some(error));
                    break;
                }
            };
            block.weight += item.as_ref().map_or(0, XmlItem::weight);
            block.items.push((position, item));
        }
        (!block.items.is_empty()).then_some(block)
    }

    fn reuse(&mut self, block: Block) {
        let items = block.items.into_iter().filter_map(|(_, item)| item.ok());
        self.spare.extend(items.filter(|item| item.weight() <= LARGE_BYTES));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Kept;
    use super::*;

    /// Enough elements for several blocks; every seventh has no title, every eleventh is cut short.
    fn file(items: usize) -> String {
        let item = |n: usize| match n {
            n if n % 7 == 0 => "<r><t></t></r>".to_owned(),
            n if n % 11 == 0 => "<r><t>lost".to_owned(),
            n => format!("<r><t>{n} {}</t></r>", "x".repeat(n % 300)),
        };
        format!("<rs>{}</rs>", (1..=items).map(item).collect::<String>())
    }

    fn record(element: Element<'_>) -> Result<Record, String> {
        let title = element.child("t").ok_or("no <t>")?.text().to_owned();
        Ok(Record { title, ..Record::default() })
    }

    fn read_all(text: &str) -> (Kept, Result<(), SourceError>) {
        let mut kept = Kept::default();
        let ended = read(Format::OaiPmh, &mut text.as_bytes(), &mut kept, &["r"], record);
        (kept, ended)
    }

    #[test]
    fn elements_of_many_blocks_come_in_order() {
        let items = 3 * ITEMS_PER_BLOCK + 5;
        let (kept, ended) = read_all(&file(items));
        assert!(ended.is_ok());
        let numbers = kept
            .records
            .iter()
            .map(|record| record.title.split(' ').next().unwrap().parse::<usize>().unwrap());
        let expected = (1..=items).filter(|n| n % 7 != 0 && n % 11 != 0);
        assert!(numbers.eq(expected));
        let rejected: Vec<u64> = kept.rejects.iter().map(|(position, _)| position.record).collect();
        assert!(rejected.iter().copied().eq((1..=items as u64).filter(|n| n % 7 == 0 || n % 11 == 0)));
        assert_eq!(kept.rejects[0].1, "no title");
        assert!(kept.rejects[1].1.contains("begins again"), "{}", kept.rejects[1].1);
    }

    #[test]
    fn what_stands_before_damage_is_delivered() {
        let whole = file(2 * ITEMS_PER_BLOCK);
        let cut = &whole[..whole.len() - "</rs>".len()];
        let (kept, ended) = read_all(cut);
        assert!(ended.unwrap_err().to_string().contains("the input is truncated"));
        assert_eq!(kept.records.len() + kept.rejects.len(), 2 * ITEMS_PER_BLOCK);
    }
}
