//! Names of inputs in output.

use std::path::Path;

use crate::text::plain;

/// The name of an input in reports and corpora: the path as typed or found, or only the last component of an
/// absolute path, because the location of a file on one machine is nobody else's business. The name is one
/// line without terminal control characters.
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
