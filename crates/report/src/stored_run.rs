//! A run read back from its directory.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use polars::prelude::{DataFrame, DataType, Int32Chunked, ParquetReader, PolarsError, SerReader};

use crate::ReportError;
use crate::{Manifest, Report, consistently};
use thema_themes::{DatePrecision, Paper, day_number};

/// What later commands need from a run: its report, its manifest and its papers.
#[derive(Clone, Debug)]
pub struct StoredRun {
    /// Content of `themes.json`.
    pub report: Report,
    /// Content of `manifest.json`.
    pub manifest: Manifest,
    /// Papers in the order of `papers.parquet`, without headlines, which are only in the report.
    pub papers: Vec<Paper>,
    /// Index in `report.themes` of every paper's theme.
    pub theme_of: Vec<u32>,
    /// Per paper: whether it counts, and is neither a near-duplicate nor excluded.
    pub counted: Vec<bool>,
    /// Position of every paper on the map, NaN if it has none; `None` for a run without a map.
    pub positions: Option<Vec<[f32; 2]>>,
}

impl StoredRun {
    /// Reads `themes.json`, `manifest.json` and `papers.parquet` of the run directory `run`. All three belong
    /// to one run, even if it is replaced meanwhile.
    ///
    /// # Errors
    /// [`ReportError::Read`] names the first file that is missing, does not match the manifest, or was not
    /// written by any version of thema.
    pub fn read(run: &Path) -> Result<Self, ReportError> {
        consistently(run, &["themes.json", "papers.parquet"], |manifest| Self::of(run, manifest))
    }

    fn of(run: &Path, manifest: &Manifest) -> Result<Self, ReportError> {
        let path = run.join("themes.json");
        let report = File::open(&path).map_err(serde_json::Error::io);
        let report = report.and_then(|file| Report::read(BufReader::new(file)));
        let report = report.map_err(|error| unreadable(&path, &error))?;
        let path = run.join("papers.parquet");
        let table = File::open(&path)
            .map_err(PolarsError::from)
            .and_then(|file| ParquetReader::new(file).finish())
            .and_then(|table| {
                Ok((papers(&table)?, theme_ids(&table)?, counted(&table)?, positions(&table)?))
            });
        let (papers, theme_ids, counted, positions) = table.map_err(|error| unreadable(&path, &error))?;
        let theme_of = theme_ids
            .iter()
            .map(|id| {
                let at = report.themes.iter().position(|theme| theme.id == *id);
                at.map(|at| at as u32).ok_or_else(|| unreadable(&path, &format!("the run has no theme {id}")))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { report, manifest: manifest.clone(), papers, theme_of, counted, positions })
    }
}

fn unreadable(path: &Path, reason: &impl ToString) -> ReportError {
    ReportError::Read { path: path.to_path_buf(), reason: reason.to_string() }
}

fn papers(table: &DataFrame) -> Result<Vec<Paper>, PolarsError> {
    let text = |name: &str| table.column(name)?.str();
    let (ids, titles, urls) = (text("id")?, text("title")?, text("url")?);
    let (submitted, announced) = (days(table, "submitted")?, days(table, "announced")?);
    // The first version of thema treated every date as a day.
    let precisions = text("submitted_precision").ok();
    let categories = table.column("categories")?.list()?;
    (0..table.height())
        .map(|row| {
            let of_row = categories.get_as_series(row);
            let names = of_row.as_ref().map(|series| series.str()).transpose()?;
            Ok(Paper {
                id: ids.get(row).unwrap_or_default().to_owned(),
                aliases: Box::default(),
                title: titles.get(row).unwrap_or_default().to_owned(),
                categories: names
                    .into_iter()
                    .flat_map(|names| names.iter().flatten().map(str::to_owned))
                    .collect(),
                submitted: submitted.get(row),
                precision: precisions
                    .and_then(|precisions| precisions.get(row))
                    .map_or_else(DatePrecision::default, DatePrecision::named),
                announced: announced.get(row),
                url: urls.get(row).map(str::to_owned),
                headline: None,
                facets: Box::default(),
            })
        })
        .collect()
}

/// Days since 1970-01-01; the first version of thema wrote dates as text.
fn days(table: &DataFrame, name: &str) -> Result<Int32Chunked, PolarsError> {
    let column = table.column(name)?;
    if column.dtype() == &DataType::String {
        return Ok(column.str()?.iter().map(|day| day.and_then(day_number)).collect());
    }
    Ok(column.cast(&DataType::Int32)?.i32()?.clone())
}

fn theme_ids(table: &DataFrame) -> Result<Vec<String>, PolarsError> {
    let ids = table.column("theme_id")?.str()?;
    Ok(ids.iter().map(|id| id.unwrap_or_default().to_owned()).collect())
}

/// Runs of early versions counted every paper.
fn counted(table: &DataFrame) -> Result<Vec<bool>, PolarsError> {
    let Ok(counted) = table.column("counted") else { return Ok(vec![true; table.height()]) };
    Ok(counted.bool()?.iter().map(|counted| counted != Some(false)).collect())
}

fn positions(table: &DataFrame) -> Result<Option<Vec<[f32; 2]>>, PolarsError> {
    let (x, y) = (table.column("map_x")?.f32()?, table.column("map_y")?.f32()?);
    if x.null_count() == table.height() && table.height() > 0 {
        return Ok(None);
    }
    Ok(Some(x.iter().zip(y.iter()).map(|(x, y)| [x.unwrap_or(f32::NAN), y.unwrap_or(f32::NAN)]).collect()))
}
