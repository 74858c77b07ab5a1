//! `papers.csv`: one row per paper, in corpus order.

use std::io::{self, Write};

use thema_progress::Task;

use crate::csv_cell::{number, optional, text};
use crate::{PaperBatches, names};
use thema_themes::day_text;
use thema_themes::{Assignment, Paper, Themes};

/// Rows between two progress updates.
const STEP: usize = 4_096;

/// Header of `papers.csv`.
pub(crate) const COLUMNS: [&str; 17] = [
    "id",
    "title",
    "theme",
    "score",
    "margin",
    "second_theme",
    "cluster",
    "primary_category",
    "submitted",
    "second_cluster",
    "subtheme",
    "outlier",
    "announced",
    "url",
    "submitted_precision",
    "probability",
    "counted",
];

/// Writes `papers.csv`; `task` is advanced by the rows written.
pub(super) fn write(
    papers: &dyn PaperBatches,
    themes: &Themes,
    task: &Task,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS)?;
    papers.each(&mut |batch| {
        let rows = batch.papers.iter().zip(batch.assignments).zip(batch.counted);
        for (row, ((paper, assignment), &counted)) in rows.enumerate() {
            write_row(paper, assignment, counted, themes, &mut csv)?;
            if (row + 1) % STEP == 0 {
                task.advance(STEP);
            }
        }
        task.advance(batch.papers.len() % STEP);
        Ok(())
    })?;
    csv.flush()
}

fn write_row(
    paper: &Paper,
    assignment: &Assignment,
    counted: bool,
    themes: &Themes,
    csv: &mut csv::Writer<&mut dyn Write>,
) -> io::Result<()> {
    let key = |theme: u32| themes.themes[theme as usize].key.as_str();
    let day = |day: Option<i32>| day.and_then(day_text).unwrap_or_default();
    let url = super::paper_url(paper);
    let cells: [&str; COLUMNS.len()] = [
        &text(&paper.id),
        &text(&paper.title),
        &text(key(assignment.theme)),
        &number(f64::from(assignment.score)),
        &number(f64::from(assignment.margin)),
        &optional(assignment.second_theme.map(key)),
        &assignment.cluster.to_string(),
        &optional(paper.primary_category()),
        &day(paper.submitted),
        &assignment.second_cluster.map_or_else(String::new, |cluster| cluster.to_string()),
        &optional(assignment.subtheme.as_deref()),
        assignment.outlier.map_or("", names::outlier),
        &day(paper.announced),
        &optional(url.as_deref()),
        paper.submitted.map_or("", |_| paper.precision.name()),
        &assignment.probability.map_or_else(String::new, |probability| number(f64::from(probability))),
        if counted { "true" } else { "false" },
    ];
    csv.write_record(cells).map_err(Into::into)
}
