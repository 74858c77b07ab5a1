//! Problems in a taxonomy file and their positions.

use std::fmt;
use std::ops::Range;

/// One problem of a taxonomy file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxonomyProblem {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// What is wrong and, if known, what would be right.
    pub message: String,
}

impl TaxonomyProblem {
    /// A problem at the byte range `span` of `source`.
    pub(super) fn at(source: &str, span: &Range<usize>, message: impl Into<String>) -> Self {
        let mut start = span.start.min(source.len());
        while !source.is_char_boundary(start) {
            start -= 1;
        }
        let before = &source[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }
}

impl fmt::Display for TaxonomyProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

/// All problems on one line of text.
pub(crate) fn list_problems(problems: &[TaxonomyProblem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
