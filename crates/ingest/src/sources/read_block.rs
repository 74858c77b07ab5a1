//! One more block of an input, into room that is kept.

use std::io::{BufRead, ErrorKind, Result};

/// Bytes that the first read asks for; the room for a block grows as an input turns out to be larger.
const FIRST_READ_BYTES: usize = 1 << 16;

/// Reads up to `block` bytes behind the `filled` ones of `room`; gives whether there may be more. Room that was grown
/// is not zeroed again.
pub(super) fn read_block(
    input: &mut dyn BufRead,
    room: &mut Vec<u8>,
    filled: &mut usize,
    block: usize,
) -> Result<bool> {
    let full = *filled + block;
    while *filled < full {
        if *filled == room.len() {
            let more = room.len().max(FIRST_READ_BYTES);
            room.resize((room.len() + more).min(full), 0);
        }
        let end = room.len().min(full);
        match input.read(&mut room[*filled..end]) {
            Ok(0) => return Ok(false),
            Ok(count) => *filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}
