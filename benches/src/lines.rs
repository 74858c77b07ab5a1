//! A generated corpus as JSON lines.

use std::io::{self, Write};

use rayon::prelude::*;

use crate::{Corpus, Paper};

/// Papers rendered before they are written; fixed, so that memory stays bounded.
const BLOCK: u32 = 4_000;

/// Writes what `line` makes of every paper of `corpus`, in order.
///
/// # Errors
/// Any error of `out`.
pub(crate) fn write_lines(
    corpus: &Corpus,
    out: &mut impl Write,
    line: impl Fn(&Paper) -> serde_json::Result<Vec<u8>> + Sync,
) -> io::Result<()> {
    for start in (0..corpus.len()).step_by(BLOCK as usize) {
        let end = corpus.len().min(start + BLOCK);
        let lines: Vec<Vec<u8>> = (start..end)
            .into_par_iter()
            .map(|index| line(&corpus.paper(index)))
            .collect::<serde_json::Result<_>>()?;
        for line in lines {
            out.write_all(&line)?;
            out.write_all(b"\n")?;
        }
    }
    Ok(())
}
