//! How far a run has come.

use std::path::Path;

/// How far reading has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The input that is being read.
    pub input: &'a Path,
    /// Raw bytes read so far, of all inputs.
    pub bytes: u64,
    /// Raw bytes of all inputs; `None` when one of them, such as standard input, has no known size.
    pub total_bytes: Option<u64>,
}
