//! `papers.parquet`: the columns of `papers.csv` with their types, all categories,
//! and the position on the map.

use std::io::{self, Write};

use polars::prelude::{
    Column, CompatLevel, DataFrame, DataType, IntoColumn, KeyValueMetadata, ListBuilderTrait,
    ListStringChunkedBuilder, NamedFrom, ParquetCompression, ParquetWriter, PolarsError, Schema, SchemaExt,
    Series, StatisticsOptions,
};
use polars_parquet::write::schema_to_metadata_key;
use thema_progress::Task;

use crate::{PaperBatch, PaperBatches, names, paper_url};
use thema_themes::day_text;
use thema_themes::{Facet, Paper, Themes};

/// Writes `papers.parquet` with one row group per batch; `task` is advanced by the rows written. Text is
/// written as it is, because Parquet readers do not evaluate formulas.
pub(super) fn write(
    papers: &dyn PaperBatches,
    themes: &Themes,
    task: &Task,
    out: &mut dyn Write,
) -> io::Result<()> {
    let schema = frame(PaperBatch::EMPTY, themes).map_err(io::Error::other)?.schema().clone();
    let mut writer = ParquetWriter::new(out)
        .with_compression(ParquetCompression::Zstd(None))
        .with_statistics(StatisticsOptions::default())
        .set_parallel(false)
        .with_key_value_metadata(Some(plain_types(&schema)))
        .batched(&schema)
        .map_err(io::Error::other)?;
    papers.each(&mut |batch| {
        let written = frame(batch, themes).and_then(|rows| writer.write_batch(&rows));
        task.advance(batch.papers.len());
        written.map_err(io::Error::other)
    })?;
    writer.finish().map(drop).map_err(io::Error::other)
}

/// The Arrow schema for the footer, with plain strings: pandas cannot read lists of the string views that
/// polars uses in memory.
fn plain_types(schema: &Schema) -> KeyValueMetadata {
    let stored = schema_to_metadata_key(&schema.to_arrow(CompatLevel::oldest()));
    KeyValueMetadata::from_static(vec![(stored.key, stored.value.unwrap_or_default())])
}

fn frame(batch: PaperBatch<'_>, themes: &Themes) -> Result<DataFrame, PolarsError> {
    let PaperBatch { papers, assignments, counted, positions, .. } = batch;
    let key = |theme: u32| themes.themes[theme as usize].key.as_str();
    let id = |theme: u32| themes.themes[theme as usize].id.as_str();
    let axis =
        |row: usize, axis: usize| positions.map(|positions| positions[row][axis]).filter(|at| at.is_finite());
    let rows = || 0..papers.len();
    let columns = vec![
        column("id", papers.iter().map(|paper| paper.id.as_str())),
        column("title", papers.iter().map(|paper| paper.title.as_str())),
        column("theme", assignments.iter().map(|at| key(at.theme))),
        column("theme_id", assignments.iter().map(|at| id(at.theme))),
        column("score", assignments.iter().map(|at| at.score)),
        column("margin", assignments.iter().map(|at| at.margin)),
        column("second_theme", assignments.iter().map(|at| at.second_theme.map(key))),
        column("cluster", assignments.iter().map(|at| at.cluster)),
        column("second_cluster", assignments.iter().map(|at| at.second_cluster)),
        column("subtheme", assignments.iter().map(|at| at.subtheme.as_deref())),
        column("outlier", assignments.iter().map(|at| at.outlier.map(names::outlier))),
        column("primary_category", papers.iter().map(Paper::primary_category)),
        listed("categories", papers, |paper| paper.categories.iter().map(String::as_str)),
        days("submitted", papers.iter().map(|paper| paper.submitted))?,
        column(
            "submitted_precision",
            papers.iter().map(|paper| paper.submitted.map(|_| paper.precision.name())),
        ),
        days("announced", papers.iter().map(|paper| paper.announced))?,
        column("url", papers.iter().map(paper_url)),
        column("probability", assignments.iter().map(|at| at.probability)),
        column("map_x", rows().map(|row| axis(row, 0))),
        column("map_y", rows().map(|row| axis(row, 1))),
        listed("countries", papers, |paper| facet(paper, Facet::Country)),
        listed("funders", papers, |paper| facet(paper, Facet::Funder)),
        column("venue", papers.iter().map(|paper| facet(paper, Facet::Venue).next())),
        column("type", papers.iter().map(|paper| facet(paper, Facet::Type).next())),
        column("language", papers.iter().map(|paper| facet(paper, Facet::Language).next())),
        column("counted", counted.iter().copied()),
    ];
    DataFrame::new(papers.len(), columns)
}

fn column<T, Shape: ?Sized>(name: &str, values: impl Iterator<Item = T>) -> Column
where
    Series: NamedFrom<Vec<T>, Shape>,
{
    Series::new(name.into(), values.collect::<Vec<T>>()).into_column()
}

/// Calendar days as dates.
fn days(name: &str, days: impl Iterator<Item = Option<i32>>) -> Result<Column, PolarsError> {
    column(name, days.map(|day| day.filter(|&day| day_text(day).is_some()))).cast(&DataType::Date)
}

/// The values of a paper's facet.
fn facet(paper: &Paper, facet: Facet) -> impl Iterator<Item = &str> {
    paper.facets.iter().filter(move |(of, _)| *of == facet).map(|(_, value)| value.as_str())
}

fn listed<'a, I: Iterator<Item = &'a str>>(
    name: &str,
    papers: &'a [Paper],
    values: impl Fn(&'a Paper) -> I,
) -> Column {
    let mut builder = ListStringChunkedBuilder::new(name.into(), papers.len(), papers.len());
    for paper in papers {
        builder.append_values_iter(values(paper));
    }
    builder.finish().into_column()
}
