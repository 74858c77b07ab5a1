//! Panics of decoders that thema catches.

/// Lets a panic be caught, as thema does around polars' decoder of Parquet; one that nobody catches still ends the run. libFuzzer's
/// own hook ends it before.
pub fn let_panics_be_caught() {
    drop(std::panic::take_hook());
}
