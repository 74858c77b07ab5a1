//! Reading the text of a field: white space, accents, markup, names, dates.

pub(crate) mod author_names;
pub(crate) mod byte_order_mark;
pub(crate) mod dates;
pub(crate) mod full_stop;
pub(crate) mod html_tokens;
mod latex_accents;
mod latex_commands;
pub(crate) mod latex_text;
pub(crate) mod line_ends;
pub(crate) mod markup;
pub(crate) mod mojibake;
mod parse_error;
mod plain;
pub(crate) mod translation_mark;
pub(crate) mod whitespace;

pub use dates::{DateOrder, Precision, Timestamp};
pub use latex_text::readable_title;
pub use parse_error::ParseError;
pub use plain::plain;
