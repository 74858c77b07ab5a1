//! The `thema` binary.

fn main() {}
