//! Papers as JSON in any arrangement: one per line, concatenated, in a list, in API pages, or alone in a
//! response.

mod answer;
mod document;
pub(super) mod head;
mod item;
mod lenient;
mod objects;
mod pages;
mod papers;
mod printed;
mod refusal;
mod resumption;
mod text;

pub(super) use answer::{is_answer, read_answer};
pub(super) use item::{from_json, read_item, read_item_with};
pub(super) use lenient::{lenient, lenient_list, lenient_option};
pub(super) use pages::is_page;
pub(super) use papers::read;
pub(super) use printed::{number, printed, printed_value};
pub(super) use text::Text;
