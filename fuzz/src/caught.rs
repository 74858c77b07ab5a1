//! Panics of decoders that thema catches.

/// Lets panics be caught, as thema does around polars' Parquet decoder. An uncaught one still ends the
/// process. libFuzzer's own hook would end it before.
pub fn let_panics_be_caught() {
    drop(std::panic::take_hook());
}
