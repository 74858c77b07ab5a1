//! Formats of one XML element a paper: elements are read one after another, made into records by all cores and
//! delivered in the order of the file.

use std::io::BufRead;

use rayon::prelude::*;

use super::accept::checked;
use crate::xml::{Element, Step, XmlItem, XmlStream};
use crate::{Format, Position, Record, RecordBatch, Sink, SourceError};

/// Elements, and bytes of memory that they take, that are read before they are made into records. Independent of the
/// number of threads.
const ITEMS_PER_BLOCK: usize = 1024;
const BLOCK_BYTES: usize = 8 << 20;

/// Elements made into records as one piece of parallel work.
const ITEMS_PER_TASK: usize = 128;

/// An element that takes more than this is let go with its buffers, which the next ones do not need.
const LARGE_BYTES: usize = 64 << 10;

/// Streams the elements of `input` whose local names are in `wanted` through `record`, in parallel, to `sink`, in order.
///
/// While the elements of one block become records, this thread delivers those of the block before and reads the next.
///
/// # Errors
/// Those of [`XmlStream::next`]; what stands before was delivered.
pub(super) fn read(
    format: Format,
    input: &mut dyn BufRead,
    sink: &mut dyn Sink,
    wanted: &'static [&'static str],
    record: impl Fn(Element<'_>) -> Result<Record, String> + Sync,
) -> Result<(), SourceError> {
    let packs = sink.packs();
    let mut reader = Reader { stream: XmlStream::new(format, input, wanted), spare: Vec::new() };
    let mut ready: Vec<RecordBatch> = Vec::new();
    let mut block = Block::default();
    let mut more = reader.fill(&mut block);
    loop {
        let is_last = !matches!(more, Ok(true));
        let mut next = Block::default();
        let mut made = Vec::new();
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| made = block.records(packs, &record));
            deliver(&mut ready, sink);
            if !is_last {
                more = reader.fill(&mut next);
            }
        });
        reader.reuse(block);
        (ready, block) = (made, next);
        if is_last {
            deliver(&mut ready, sink);
            return more.map(|_| ());
        }
    }
}

fn deliver(ready: &mut Vec<RecordBatch>, sink: &mut dyn Sink) {
    for batch in ready.drain(..) {
        sink.batch(batch);
    }
}

/// Elements in the order of the file, or why one is none.
#[derive(Default)]
struct Block {
    items: Vec<(Position, Result<XmlItem, String>)>,
    weight: usize,
}

impl Block {
    fn is_full(&self) -> bool {
        self.items.len() >= ITEMS_PER_BLOCK || self.weight >= BLOCK_BYTES
    }

    fn records(
        &self,
        packs: bool,
        record: &(impl Fn(Element<'_>) -> Result<Record, String> + Sync),
    ) -> Vec<RecordBatch> {
        let batch = |items: &[(Position, Result<XmlItem, String>)]| {
            let texts = items.iter().filter_map(|(_, item)| Some(item.as_ref().ok()?.root().text().len()));
            let mut batch = RecordBatch::new(packs, items.len(), texts.sum());
            for (position, item) in items {
                let parsed = item.as_ref().map_err(String::clone).and_then(|item| record(item.root()));
                batch.push(*position, checked(parsed));
            }
            batch
        };
        self.items.par_chunks(ITEMS_PER_TASK).map(batch).collect()
    }
}

/// The elements of an input.
struct Reader<'a> {
    stream: XmlStream<'a>,
    /// Elements whose buffers are free.
    spare: Vec<XmlItem>,
}

impl Reader<'_> {
    /// Reads elements until `block` is full; whether there may be more.
    fn fill(&mut self, block: &mut Block) -> Result<bool, SourceError> {
        while !block.is_full() {
            let (position, item) = match self.stream.next()? {
                Step::Item(position) => {
                    (position, Ok(self.stream.replace_item(self.spare.pop().unwrap_or_default())))
                }
                Step::Rejected(position, reason) => (position, Err(reason)),
                Step::End => return Ok(false),
            };
            block.weight += item.as_ref().map_or(0, XmlItem::weight);
            block.items.push((position, item));
        }
        Ok(true)
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

    /// As many elements as make several blocks, every seventh without a title, every eleventh cut short.
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
        assert!(ended.unwrap_err().to_string().contains("the input is cut"));
        assert_eq!(kept.records.len() + kept.rejects.len(), 2 * ITEMS_PER_BLOCK);
    }
}
