//! The reconciliation log as a table.

use std::borrow::Cow;
use std::io::{self, Write};

use super::Reconciliation;

const COLUMNS: [&str; 8] = ["paper", "input", "record", "reason", "field", "kept", "dropped", "kept_from"];

impl Reconciliation {
    /// The header line of `reconcile.csv`.
    pub const CSV_HEADER: &[u8] = b"paper,input,record,reason,field,kept,dropped,kept_from\n";

    /// Writes `reconcile.csv`: a header and one line per row; missing values are empty.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_csv(&self, out: impl Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(COLUMNS)?;
        for row in &self.rows {
            let record = row.record.to_string();
            let optional = |value: &Option<String>| cell(value.as_deref().unwrap_or_default()).into_owned();
            writer.write_record([
                &*cell(&row.paper),
                &*cell(&row.input),
                record.as_str(),
                row.reason.name(),
                row.field.as_deref().unwrap_or_default(),
                &optional(&row.kept),
                &optional(&row.dropped),
                &optional(&row.kept_from),
            ])?;
        }
        writer.flush()
    }
}

/// A text cell that no spreadsheet evaluates as a formula: an apostrophe is put before anything that could be
/// one (OWASP, "CSV Injection"). NUL characters, which CSV readers treat differently, become U+FFFD.
fn cell(text: &str) -> Cow<'_, str> {
    let text =
        if text.contains('\0') { Cow::Owned(text.replace('\0', "\u{fffd}")) } else { Cow::Borrowed(text) };
    let first = text.chars().find(|character| !character.is_whitespace());
    let formula = matches!(first, Some('=' | '+' | '-' | '@' | '|' | '＝' | '＋' | '－' | '＠'));
    if formula || text.starts_with(['\t', '\r', '\n']) { Cow::Owned(format!("'{text}")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReconciliationReason, ReconciliationRow};

    #[test]
    fn rows_stand_under_their_names() {
        let row = ReconciliationRow {
            paper: "2001.00001".into(),
            input: "a, b.jsonl".into(),
            record: 3,
            reason: ReconciliationReason::CrossList,
            field: Some("title".into()),
            kept: Some("=1+1".into()),
            dropped: Some("On \"Queues\"\0".into()),
            kept_from: None,
        };
        let mut out = Vec::new();
        Reconciliation { rows: vec![row], ..Reconciliation::default() }.write_csv(&mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "paper,input,record,reason,field,kept,dropped,kept_from\n2001.00001,\"a, b.jsonl\",3,cross-list,title,\
             '=1+1,\"On \"\"Queues\"\"\u{fffd}\",\n"
        );
    }
}
