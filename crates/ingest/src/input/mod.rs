//! The bytes of inputs: finding them by path or pattern, opening them, bounded decompression, archive
//! members.

pub(crate) mod archive;
pub(crate) mod decompress;
pub(crate) mod encoding;
pub(crate) mod failing;
pub(crate) mod find;
pub(crate) mod name;
pub(crate) mod parquet_directory;
pub(crate) mod parquet_pages;
mod parquet_shapes;
pub(crate) mod raw_input;
mod text_encoding;
pub(crate) mod watched;

pub use find::{STANDARD_INPUT, find_inputs};
pub use name::input_name;
pub use parquet_directory::check_parquet_directory;
pub use text_encoding::TextEncoding;
