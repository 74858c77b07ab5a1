//! The reconciliation log as a table.

use std::io::{self, Write};

use thema_ingest::Reconciliation;
use thema_report::text_cell;

/// The header line of `reconcile.csv`.
pub(crate) const HEADER: &[u8] = b"paper,input,record,reason,field,kept,dropped,kept_from\n";

const COLUMNS: [&str; 8] = ["paper", "input", "record", "reason", "field", "kept", "dropped", "kept_from"];

/// Writes `reconcile.csv`: a header and one line per row; missing values are empty.
pub(crate) fn write_reconciliation(log: &Reconciliation, out: impl Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    for row in &log.rows {
        let optional = |value: &Option<String>| text_cell(value.as_deref().unwrap_or_default()).into_owned();
        writer.write_record([
            &*text_cell(&row.paper),
            &*text_cell(&row.input),
            row.record.to_string().as_str(),
            row.reason.name(),
            row.field.as_deref().unwrap_or_default(),
            &optional(&row.kept),
            &optional(&row.dropped),
            &optional(&row.kept_from),
        ])?;
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use thema_ingest::{ReconciliationReason, ReconciliationRow};

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
        let log = Reconciliation { rows: vec![row], ..Reconciliation::default() };
        write_reconciliation(&log, &mut out).unwrap();
        assert!(out.starts_with(HEADER));
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "paper,input,record,reason,field,kept,dropped,kept_from\n2001.00001,\"a, b.jsonl\",3,cross-list,title,\
             '=1+1,\"On \"\"Queues\"\"\u{fffd}\",\n"
        );
    }
}
