//! Tests across the crates live in `tests/`; this library is empty.
