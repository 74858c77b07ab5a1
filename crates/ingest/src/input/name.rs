//! What an input is called in what is written of it.

use std::path::Path;

use crate::text::plain;

/// The name of an input in a report and a corpus: as it was typed or found below what was typed, and of an absolute path the
/// last part, as where a file lies on one machine is nobody else's business. It is one line without what steers a terminal.
#[must_use]
pub fn input_name(path: &Path) -> String {
    let shown = if path.is_absolute() { path.file_name().map_or(path, Path::new) } else { path };
    plain(&shown.display().to_string()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_typed_but_for_the_folders_of_a_machine() {
        for (path, name) in [
            ("dumps/may.jsonl", "dumps/may.jsonl"),
            ("../may.jsonl", "../may.jsonl"),
            ("/home/ada/dumps/may.jsonl", "may.jsonl"),
            ("-", "-"),
            ("two\nlines\u{1b}[2J.xml", "two lines [2J.xml"),
        ] {
            assert_eq!(input_name(Path::new(path)), name);
        }
    }
}
