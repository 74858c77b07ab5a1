//! Writes papers and their places to a table.

use std::io::{self, Write};

use polars::io::parquet::write::BatchedWriter;
use polars::prelude::{
    BooleanChunked, Column, DataFrame, Float32Chunked, Int32Chunked, IntoColumn, ListBuilderTrait,
    ListStringChunkedBuilder, NewChunkedArray, ParquetCompression, ParquetWriter, PolarsResult,
    StringChunked, UInt32Chunked,
};
use thema_report::{HeldPapers, PaperBatch, PaperBatches};
use thema_themes::identity::RunState;
use thema_themes::{Assignment, OutlierReason, Paper};

use super::{ALIASES, FACETS};

/// Writes a table batch by batch, one row group each.
pub(crate) struct TableWriter<W: Write> {
    writer: BatchedWriter<W>,
    papers: usize,
}

impl<W: Write> TableWriter<W> {
    /// Begins a table.
    pub(crate) fn begin(out: W) -> io::Result<Self> {
        let begin = || {
            let schema = frame(PaperBatch::EMPTY)?.schema().clone();
            ParquetWriter::new(out).with_compression(ParquetCompression::Zstd(None)).batched(&schema)
        };
        Ok(Self { writer: begin().map_err(io::Error::other)?, papers: 0 })
    }

    /// Writes some papers.
    pub(crate) fn write(&mut self, batch: PaperBatch<'_>) -> io::Result<()> {
        self.papers += batch.papers.len();
        frame(batch).and_then(|rows| self.writer.write_batch(&rows)).map_err(io::Error::other)
    }

    /// Number of papers written so far.
    pub(crate) fn papers(&self) -> usize {
        self.papers
    }

    /// Completes the table and returns its number of papers.
    pub(crate) fn finish(self) -> io::Result<usize> {
        self.writer.finish().map_err(io::Error::other)?;
        Ok(self.papers)
    }
}

/// Writes the table of a state held in memory.
pub(crate) fn write_papers(state: &RunState, out: impl Write) -> io::Result<()> {
    let RunState { papers, themes, positions, .. } = state;
    let counted = &themes.counted();
    let held = HeldPapers { papers, assignments: &themes.assignments, counted, positions: Some(positions) };
    let mut table = TableWriter::begin(out)?;
    held.each(&mut |batch| table.write(batch))?;
    table.finish().map(drop)
}

fn frame(batch: PaperBatch<'_>) -> PolarsResult<DataFrame> {
    let PaperBatch { papers, assignments, .. } = batch;
    let texts = |name: &str, text: fn(&Paper) -> Option<&str>| -> Column {
        StringChunked::from_iter_options(name.into(), papers.iter().map(text)).into_column()
    };
    let days = |name: &str, day: fn(&Paper) -> Option<i32>| -> Column {
        Int32Chunked::from_iter_options(name.into(), papers.iter().map(day)).into_column()
    };
    let numbers = |name: &str, number: fn(&Assignment) -> Option<u32>| -> Column {
        UInt32Chunked::from_iter_options(name.into(), assignments.iter().map(number)).into_column()
    };
    let floats = |name: &str, float: fn(&Assignment) -> f32| -> Column {
        Float32Chunked::from_iter_values(name.into(), assignments.iter().map(float)).into_column()
    };
    let lists = |name: &str, texts: for<'p> fn(&'p Paper) -> &'p [String]| -> Column {
        let mut lists = ListStringChunkedBuilder::new(name.into(), papers.len(), papers.len());
        for paper in papers {
            lists.append_values_iter(texts(paper).iter().map(String::as_str));
        }
        lists.finish().into_column()
    };
    let mut facets = ListStringChunkedBuilder::new(FACETS.into(), papers.len(), papers.len());
    for paper in papers {
        let facets_of: Vec<String> =
            paper.facets.iter().map(|(facet, value)| format!("{}:{value}", facet.name())).collect();
        facets.append_values_iter(facets_of.iter().map(String::as_str));
    }
    let places = |axis: usize| {
        batch
            .positions
            .iter()
            .flat_map(|places| places.iter())
            .map(move |place| Some(place[axis]).filter(|_| !place[0].is_nan()))
    };
    let columns = vec![
        texts("id", |paper| Some(&paper.id)),
        texts("title", |paper| Some(&paper.title)),
        lists("categories", |paper| &paper.categories),
        days("submitted", |paper| paper.submitted),
        texts("precision", |paper| paper.submitted.map(|_| paper.precision.name())),
        days("announced", |paper| paper.announced),
        texts("url", |paper| paper.url.as_deref()),
        texts("headline", |paper| paper.headline.as_deref()),
        facets.finish().into_column(),
        lists(ALIASES, |paper| &paper.aliases),
        numbers("theme", |assignment| Some(assignment.theme)),
        floats("score", |assignment| assignment.score),
        floats("margin", |assignment| assignment.margin),
        numbers("second_theme", |assignment| assignment.second_theme),
        numbers("cluster", |assignment| Some(assignment.cluster)),
        numbers("second_cluster", |assignment| assignment.second_cluster),
        StringChunked::from_iter_options(
            "subtheme".into(),
            assignments.iter().map(|assignment| assignment.subtheme.as_deref()),
        )
        .into_column(),
        StringChunked::from_iter_options(
            "outlier".into(),
            assignments.iter().map(|assignment| assignment.outlier.map(OutlierReason::name)),
        )
        .into_column(),
        Float32Chunked::from_iter_options(
            "probability".into(),
            assignments.iter().map(|assignment| assignment.probability),
        )
        .into_column(),
        BooleanChunked::from_slice("counted".into(), batch.counted).into_column(),
        Float32Chunked::from_iter_options("x".into(), places(0)).into_column(),
        Float32Chunked::from_iter_options("y".into(), places(1)).into_column(),
    ];
    DataFrame::new(papers.len(), columns)
}
