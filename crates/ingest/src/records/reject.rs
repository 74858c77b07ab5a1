//! What could not be read, where it was and why.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{Format, Position};

/// Something that could not be read as a paper.
///
/// Serialises to one flat JSON object, a line of `rejects.jsonl`:
/// `{"path":"a.jsonl","format":"kaggle-jsonl","record":3,"line":3,"byte":911,"reason":"no title"}`. The
/// position is absent when the whole input was set aside.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Reject {
    /// The input as given or found; `-` is standard input.
    pub path: PathBuf,
    /// The format it was read as, if any.
    pub format: Option<Format>,
    /// Where it began.
    #[serde(flatten)]
    pub position: Option<Position>,
    /// What is wrong and, where it helps, what to do: a lower-case fragment.
    pub reason: String,
    /// Whether the input could not be read to its end or ends inside a record, so that papers may be missing.
    /// Written only if true.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unread: bool,
    /// The number of rejected records, from this one on, that are only counted because their input has so many; 0 for a
    /// reject that stands for itself. Written only if not 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unlisted: u64,
}

impl Reject {
    /// The number of records or inputs that it stands for.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.unlisted.max(1)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reject_is_one_flat_object() {
        let reject = Reject {
            path: "a.txt".into(),
            format: Some(Format::PithListing),
            position: Some(Position { record: 3, line: None, byte: 911 }),
            reason: "no title".into(),
            unread: false,
            unlisted: 0,
        };
        assert_eq!(
            serde_json::to_string(&reject).unwrap(),
            r#"{"path":"a.txt","format":"pith-listing","record":3,"line":null,"byte":911,"reason":"no title"}"#
        );
    }
}
