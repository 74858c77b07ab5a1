//! `thema licences`: the licences of everything the program is made of.

use std::io;

use liblzma::read::XzDecoder;
use thema::Result;

use crate::output::print_raw;

/// Thema's own licence.
const OWN: &str = include_str!("../../../../LICENSE");
/// The licences of its dependencies, collected by `supply/collect.py`.
const OF_DEPENDENCIES: &[u8] = include_bytes!("../../supply/licences.txt.xz");

/// Writes thema's licence and those of its dependencies to standard output.
pub(crate) fn licences() -> Result<()> {
    print_raw(|out| {
        writeln!(out, "{}\n", OWN.trim_end())?;
        io::copy(&mut XzDecoder::new(OF_DEPENDENCIES), out).map(drop)
    })
}
