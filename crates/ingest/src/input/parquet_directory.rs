//! Checks the directory at the end of a Parquet file before the decoder reads it.
//!
//! The decoder reserves memory for as many entries as a list claims, and recurses down the tree of columns,
//! so a damaged directory can end the process either way. This module first walks the directory
//! (<https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md>) and checks that
//! every entry exists.

use std::io::{self, Read, Seek, SeekFrom};

use polars_buffer::Buffer;
use polars_parquet::parquet::read::deserialize_metadata;
use polars_parquet::read::FileMetadata;

use super::parquet_shapes::{FILE, Kind, Shape};

/// The first and last bytes of a Parquet file.
const MAGIC: &[u8; 4] = b"PAR1";

/// Most bytes of a directory; that of a corpus of ten million papers has four million.
const MAX_DIRECTORY_BYTES: u64 = 256 << 20;

/// Most entries of all lists of structs together: columns times row groups, plus a few per column.
const MAX_ENTRIES: u64 = 4 << 20;

/// Deepest nesting of unread fields and of the tree of columns.
const MAX_DEPTH: usize = 48;

/// Reads the directory of the Parquet file `file`.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] when the bytes are not a Parquet file or its directory is impossible, and
/// the operating system's error when the file cannot be read.
pub(crate) fn read_directory(file: &mut (impl Read + Seek)) -> io::Result<FileMetadata> {
    const TAIL: u64 = 8;
    let length = file.seek(SeekFrom::End(0))?;
    if length < MAGIC.len() as u64 + TAIL {
        return Err(invalid("it is too short for a Parquet file"));
    }
    let mut tail = [0; TAIL as usize];
    file.seek(SeekFrom::Start(length - TAIL))?;
    file.read_exact(&mut tail)?;
    let [a, b, c, d, magic @ ..] = tail;
    let size = u64::from(u32::from_le_bytes([a, b, c, d]));
    if magic != *MAGIC {
        return Err(invalid("it does not end like a Parquet file; it may be truncated"));
    }
    if size > MAX_DIRECTORY_BYTES || size > length - TAIL - MAGIC.len() as u64 {
        return Err(invalid(format!("its footer declares {size} bytes, more than possible")));
    }
    file.seek(SeekFrom::Start(length - TAIL - size))?;
    let mut directory = vec![0; size as usize];
    file.read_exact(&mut directory)?;
    check(&directory).map_err(|reason| invalid(format!("its footer is corrupted: {reason}")))?;
    deserialize_metadata(Buffer::from(directory)).map_err(|error| invalid(error.to_string()))
}

/// Checks that the directory of the Parquet file `file` is possible, so that a decoder may trust its lengths.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] with what is wrong, and the operating system's error when the file cannot
/// be read.
pub fn check_parquet_directory(file: &mut (impl Read + Seek)) -> io::Result<()> {
    read_directory(file).map(drop)
}

fn invalid(reason: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason.into())
}

fn check(directory: &[u8]) -> Result<(), String> {
    let mut walk = Walk { directory, at: 0, entries: 0, children: Vec::new() };
    walk.fields(FILE).ok_or_else(|| format!("cannot decode its byte {}", walk.at))?;
    if walk.entries > MAX_ENTRIES {
        return Err(format!("more than {MAX_ENTRIES} entries"));
    }
    if is_too_deep(&walk.children) {
        return Err(format!("columns nested more than {MAX_DEPTH} deep"));
    }
    Ok(())
}

/// Whether the tree of columns is too deep. `children` are the numbers of children of its nodes in pre-order.
fn is_too_deep(children: &[i64]) -> bool {
    let mut open = Vec::new();
    for &count in children {
        while open.last() == Some(&0) {
            open.pop();
        }
        if let Some(left) = open.last_mut() {
            *left -= 1;
        }
        if count > 0 {
            open.push(count);
        }
        if open.len() > MAX_DEPTH {
            return true;
        }
    }
    false
}

/// A walk through a directory. Methods return `None` for malformed bytes.
struct Walk<'b> {
    directory: &'b [u8],
    at: usize,
    /// Entries of lists of structs so far.
    entries: u64,
    /// The number of children of each column or group of columns, in order.
    children: Vec<i64>,
}

impl Walk<'_> {
    /// Walks the fields of a struct to its end. Fields in `known` must have the given shape.
    fn fields(&mut self, known: &[(i16, Shape)]) -> Option<()> {
        let mut id = 0_i16;
        let mut children = 0;
        loop {
            let head = self.byte()?;
            if head.trailing_zeros() >= 4 {
                break;
            }
            id = match i16::from(head >> 4) {
                0 => self.whole_number()? as i16,
                step => id.checked_add(step)?,
            };
            match (known.iter().find(|(known, _)| *known == id), Kind::of(head & 0x0f)?) {
                (Some((_, Shape::Children)), Kind::Number) => children = self.whole_number()?,
                (Some((_, shape)), kind) => self.known(shape, kind)?,
                (None, kind) => self.unknown(kind, MAX_DEPTH)?,
            }
        }
        if known.iter().any(|(_, shape)| matches!(shape, Shape::Children)) {
            self.children.push(children);
        }
        Some(())
    }

    fn known(&mut self, shape: &Shape, kind: Kind) -> Option<()> {
        match (shape, kind) {
            (Shape::Struct(known), Kind::Struct) => self.fields(known),
            (Shape::Plain(plain), kind) if *plain == kind => self.plain(kind),
            (Shape::List(known), Kind::List) => {
                let (kind, count) = self.list()?;
                self.entries += count;
                if self.entries > MAX_ENTRIES {
                    return Some(());
                }
                (count == 0 || kind == Kind::Struct).then_some(())?;
                (0..count).try_for_each(|_| self.fields(known))
            }
            (Shape::Plains(plain), Kind::List) => {
                let (kind, count) = self.list()?;
                (count == 0 || kind == *plain).then_some(())?;
                (0..count).try_for_each(|_| self.plain(kind))
            }
            _ => None,
        }
    }

    /// Walks a field that the decoder skips by its kind.
    fn unknown(&mut self, kind: Kind, depth: usize) -> Option<()> {
        let below = depth.checked_sub(1)?;
        match kind {
            Kind::List => {
                let (kind, count) = self.list()?;
                // The decoder consumes no byte for a boolean in a list.
                (count == 0 || kind != Kind::Truth).then_some(())?;
                (0..count).try_for_each(|_| self.unknown(kind, below))
            }
            Kind::Struct => loop {
                let head = self.byte()?;
                if head.trailing_zeros() >= 4 {
                    return Some(());
                }
                if head >> 4 == 0 {
                    self.whole_number()?;
                }
                self.unknown(Kind::of(head & 0x0f)?, below)?;
            },
            plain => self.plain(plain),
        }
    }

    fn plain(&mut self, kind: Kind) -> Option<()> {
        match kind {
            Kind::Truth => Some(()),
            Kind::Byte => self.byte().map(drop),
            Kind::Number => self.variable().map(drop),
            Kind::Fraction => self.pass(8),
            Kind::Text => {
                let length = self.variable()?;
                self.pass(length)
            }
            Kind::List | Kind::Struct => None,
        }
    }

    /// The kind and number of a list's entries; `None` if there are more entries than bytes left, since each
    /// takes at least one.
    fn list(&mut self) -> Option<(Kind, u64)> {
        let head = self.byte()?;
        let count = if head >> 4 == 0x0f { self.variable()? } else { u64::from(head >> 4) };
        let left = (self.directory.len() - self.at) as u64;
        // An empty list need not have a kind.
        let kind = if head == 0 { Kind::Byte } else { Kind::of(head & 0x0f)? };
        (count <= left).then_some((kind, count))
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.directory.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn pass(&mut self, bytes: u64) -> Option<()> {
        let end = self.at.checked_add(usize::try_from(bytes).ok()?)?;
        (end <= self.directory.len()).then(|| self.at = end)
    }

    /// A variable-length number: seven bits per byte, lowest first.
    fn variable(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        // The tenth byte of a 64-bit number, as negative numbers have.
        let last = self.byte()?;
        (last <= 1).then_some(number | u64::from(last) << 63)
    }

    /// A zigzag-encoded number: the lowest bit is the sign.
    fn whole_number(&mut self) -> Option<i64> {
        let number = self.variable()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use polars::prelude::{Column, DataFrame, ParquetWriter};

    use super::*;

    fn file() -> Vec<u8> {
        let names = (0..40).map(|number| format!("column {number}"));
        let columns = names.map(|name| Column::new(name.into(), ["On Queues", "On Logs"])).collect();
        let mut bytes = Vec::new();
        ParquetWriter::new(&mut bytes)
            .with_row_group_size(Some(1))
            .finish(&mut DataFrame::new(2, columns).unwrap())
            .unwrap();
        bytes
    }

    fn with_directory(directory: &[u8]) -> Vec<u8> {
        let length = (directory.len() as u32).to_le_bytes();
        [MAGIC, directory, &length, MAGIC].concat()
    }

    fn refused(directory: &[u8]) -> String {
        read_directory(&mut Cursor::new(with_directory(directory))).unwrap_err().to_string()
    }

    #[test]
    fn a_directory_is_read_and_every_cut_of_it_refused() {
        let bytes = file();
        let read = read_directory(&mut Cursor::new(&bytes)).unwrap();
        assert_eq!((read.row_groups.len(), read.schema_descr.fields().len()), (2, 40));
        let tail = bytes.len() - 8;
        let size = u32::from_le_bytes(bytes[tail..tail + 4].try_into().unwrap()) as usize;
        let directory = &bytes[tail - size..tail];
        for cut in 0..size {
            refused(&directory[..cut]);
        }
        // Whichever byte is damaged, the decoder returns and the process survives.
        for at in 0..size {
            for damage in [0x01, 0x80, 0xf0, 0xff] {
                let mut damaged = directory.to_vec();
                damaged[at] ^= damage;
                let _ = std::panic::catch_unwind(|| {
                    read_directory(&mut Cursor::new(with_directory(&damaged))).map(drop)
                });
            }
        }
    }

    #[test]
    fn lists_longer_than_the_file_are_refused() {
        // A list that claims two billion entries: columns, row groups, key-value pairs, column orders, and an
        // unknown field.
        for field in [0x29, 0x49, 0x59, 0x79, 0x99] {
            let reason = refused(&[0x15, 0x02, field - 0x10, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 0x00]);
            assert!(reason.contains("its footer is corrupted"), "{field:x}: {reason}");
        }
        // As many entries as there are bytes, all of them empty.
        let mut empty = vec![0x15, 0x02, 0x39, 0xfc, 0x80, 0x80, 0x80, 0x04];
        empty.resize(empty.len() + (8 << 20), 0);
        assert!(refused(&empty).contains("entries"), "{}", refused(&empty));
        // A list of row groups declared as text.
        assert!(refused(&[0x15, 0x02, 0x38, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07]).contains("corrupted"));
    }

    #[test]
    fn columns_that_nest_too_deep_are_refused() {
        let nested = |depth: usize| {
            // A required struct called `a` with one child.
            let group: &[u8] = &[0x35, 0x00, 0x18, 0x01, b'a', 0x15, 0x02, 0x00];
            let mut directory = vec![0x15, 0x02, 0x19, 0xfc];
            let mut count = depth + 1;
            while count > 0x7f {
                directory.push(count as u8 | 0x80);
                count >>= 7;
            }
            directory.push(count as u8);
            directory.extend(group.repeat(depth));
            directory.extend([0x15, 0x00, 0x25, 0x00, 0x18, 0x01, b'b', 0x00]);
            directory.extend([0x16, 0x00, 0x19, 0x0c, 0x00]);
            directory
        };
        let deep = read_directory(&mut Cursor::new(with_directory(&nested(40))));
        assert_eq!(deep.unwrap().schema_descr.fields().len(), 1);
        assert!(refused(&nested(100_000)).contains("nest"));
    }
}
