//! The state of a run as files: what is known of every paper in a Parquet table, the rest as JSON beside it.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use polars::prelude::{
    BooleanChunked, Column, DataFrame, Float32Chunked, Int32Chunked, IntoColumn, ListBuilderTrait,
    ListChunked, ListStringChunkedBuilder, NewChunkedArray, ParquetCompression, ParquetReader, ParquetWriter,
    PolarsResult, SerReader, StringChunked, UInt32Chunked,
};
use thema_themes::identity::RunState;
use thema_themes::{Assignment, DatePrecision, Facet, OutlierReason, Paper};

/// Column of what sources say of a paper beside its text.
const FACETS: &str = "facets";

/// Rows of a row group.
const ROW_GROUP: usize = 1 << 17;

/// Writes the table of `state`, a row a paper.
pub(crate) fn write_papers(state: &RunState, out: impl Write) -> io::Result<()> {
    let mut table = table(state).map_err(io::Error::other)?;
    ParquetWriter::new(out)
        .with_compression(ParquetCompression::Zstd(None))
        .with_row_group_size(Some(ROW_GROUP))
        .finish(&mut table)
        .map_err(io::Error::other)?;
    Ok(())
}

/// The state without what the table has.
pub(crate) fn without_papers(state: &RunState) -> RunState {
    let mut rest = RunState {
        cluster_labels: state.cluster_labels.clone(),
        hierarchy: state.hierarchy.clone(),
        faded: state.faded.clone(),
        held: state.held.clone(),
        ..RunState::default()
    };
    rest.themes.themes.clone_from(&state.themes.themes);
    rest.themes.themes.iter_mut().for_each(|theme| theme.papers.clear());
    rest.themes.subthemes.clone_from(&state.themes.subthemes);
    rest.themes.absent.clone_from(&state.themes.absent);
    rest
}

/// Puts the table at `path` back into the state that [`without_papers`] left.
pub(crate) fn with_papers(rest: RunState, path: &Path) -> PolarsResult<RunState> {
    let table = ParquetReader::new(File::open(path)?).finish()?;
    let mut state = rest;
    state.papers = papers(&table)?;
    state.themes.assignments = assignments(&table)?;
    let (x, y) = (table.column("x")?.f32()?, table.column("y")?.f32()?);
    let place = |value: Option<f32>| value.unwrap_or(f32::NAN);
    state.positions = x.iter().zip(y.iter()).map(|(x, y)| [place(x), place(y)]).collect();
    let counted = table.column("counted")?.bool()?;
    for (row, counted) in (0_u32..).zip(counted.iter()) {
        let theme = state.themes.assignments[row as usize].theme as usize;
        if let Some(theme) = state.themes.themes.get_mut(theme).filter(|_| counted == Some(true)) {
            theme.papers.push(row);
        }
    }
    Ok(state)
}

/// Where the papers of a run are, without what else is known of them.
pub(crate) struct Whereabouts {
    pub(crate) ids: Vec<String>,
    pub(crate) themes: Vec<u32>,
    pub(crate) second_themes: Vec<Option<u32>>,
    /// Whether the paper counts, as no near-duplicate counts for it.
    pub(crate) counted: Vec<bool>,
}

impl Whereabouts {
    /// Reads the four columns of the table at `path`.
    pub(crate) fn read(path: &Path) -> PolarsResult<Self> {
        let columns = ["id", "theme", "second_theme", "counted"].map(str::to_owned).to_vec();
        let table = ParquetReader::new(File::open(path)?).with_columns(Some(columns)).finish()?;
        Ok(Self {
            ids: table.column("id")?.str()?.iter().map(|id| id.unwrap_or_default().to_owned()).collect(),
            themes: table.column("theme")?.u32()?.iter().map(|theme| theme.unwrap_or(0)).collect(),
            second_themes: table.column("second_theme")?.u32()?.iter().collect(),
            counted: table.column("counted")?.bool()?.iter().map(|counted| counted == Some(true)).collect(),
        })
    }
}

fn table(state: &RunState) -> PolarsResult<DataFrame> {
    let RunState { papers, themes, positions, .. } = state;
    let mut counted = vec![false; papers.len()];
    for &row in themes.themes.iter().flat_map(|theme| &theme.papers) {
        counted[row as usize] = true;
    }
    let texts = |name: &str, text: fn(&Paper) -> Option<&str>| -> Column {
        StringChunked::from_iter_options(name.into(), papers.iter().map(text)).into_column()
    };
    let days = |name: &str, day: fn(&Paper) -> Option<i32>| -> Column {
        Int32Chunked::from_iter_options(name.into(), papers.iter().map(day)).into_column()
    };
    let numbers = |name: &str, number: fn(&Assignment) -> Option<u32>| -> Column {
        UInt32Chunked::from_iter_options(name.into(), themes.assignments.iter().map(number)).into_column()
    };
    let floats = |name: &str, float: fn(&Assignment) -> f32| -> Column {
        Float32Chunked::from_iter_values(name.into(), themes.assignments.iter().map(float)).into_column()
    };
    let mut categories = ListStringChunkedBuilder::new("categories".into(), papers.len(), papers.len());
    for paper in papers {
        categories.append_values_iter(paper.categories.iter().map(String::as_str));
    }
    let mut facets = ListStringChunkedBuilder::new(FACETS.into(), papers.len(), papers.len());
    for paper in papers {
        let facets_of: Vec<String> =
            paper.facets.iter().map(|(facet, value)| format!("{}:{value}", facet.name())).collect();
        facets.append_values_iter(facets_of.iter().map(String::as_str));
    }
    let places =
        |axis: usize| positions.iter().map(move |place| Some(place[axis]).filter(|_| !place[0].is_nan()));
    let columns = vec![
        texts("id", |paper| Some(&paper.id)),
        texts("title", |paper| Some(&paper.title)),
        categories.finish().into_column(),
        days("submitted", |paper| paper.submitted),
        texts("precision", |paper| paper.submitted.map(|_| paper.precision.name())),
        days("announced", |paper| paper.announced),
        texts("url", |paper| paper.url.as_deref()),
        texts("headline", |paper| paper.headline.as_deref()),
        facets.finish().into_column(),
        numbers("theme", |assignment| Some(assignment.theme)),
        floats("score", |assignment| assignment.score),
        floats("margin", |assignment| assignment.margin),
        numbers("second_theme", |assignment| assignment.second_theme),
        numbers("cluster", |assignment| Some(assignment.cluster)),
        numbers("second_cluster", |assignment| assignment.second_cluster),
        StringChunked::from_iter_options(
            "subtheme".into(),
            themes.assignments.iter().map(|assignment| assignment.subtheme.as_deref()),
        )
        .into_column(),
        StringChunked::from_iter_options("outlier".into(), themes.assignments.iter().map(outlier_name))
            .into_column(),
        Float32Chunked::from_iter_options(
            "probability".into(),
            themes.assignments.iter().map(|assignment| assignment.probability),
        )
        .into_column(),
        BooleanChunked::from_slice("counted".into(), &counted).into_column(),
        Float32Chunked::from_iter_options("x".into(), places(0)).into_column(),
        Float32Chunked::from_iter_options("y".into(), places(1)).into_column(),
    ];
    DataFrame::new(papers.len(), columns)
}

/// The reason as serde names it, so that a new reason needs no second list of names.
fn outlier_name(assignment: &Assignment) -> Option<String> {
    let reason = serde_json::to_value(assignment.outlier?).ok()?;
    reason.as_str().map(str::to_owned)
}

fn outlier_reason(name: &str) -> Option<OutlierReason> {
    serde_json::from_value(serde_json::Value::String(name.to_owned())).ok()
}

fn papers(table: &DataFrame) -> PolarsResult<Vec<Paper>> {
    let text = |name: &str| table.column(name)?.str();
    let day = |name: &str| table.column(name)?.i32();
    let (ids, titles, urls, headlines) = (text("id")?, text("title")?, text("url")?, text("headline")?);
    let (submitted, announced) = (day("submitted")?, day("announced")?);
    let precisions = text("precision")?;
    let categories = table.column("categories")?.list()?;
    // Runs of earlier versions know of none.
    let facets = table.column(FACETS).ok().map(Column::list).transpose()?;
    let owned = |text: Option<&str>| text.map(str::to_owned);
    (0..table.height())
        .map(|row| {
            let facets = facets.map(|facets| texts_of(facets, row)).transpose()?.unwrap_or_default();
            Ok(Paper {
                id: owned(ids.get(row)).unwrap_or_default(),
                title: owned(titles.get(row)).unwrap_or_default(),
                categories: texts_of(categories, row)?,
                submitted: submitted.get(row),
                precision: precisions.get(row).map_or_else(DatePrecision::default, DatePrecision::named),
                announced: announced.get(row),
                url: owned(urls.get(row)),
                headline: owned(headlines.get(row)),
                facets: facets.iter().filter_map(|facet| facet_of(facet)).collect(),
            })
        })
        .collect()
}

/// The texts that a row lists.
fn texts_of(lists: &ListChunked, row: usize) -> PolarsResult<Vec<String>> {
    let of_row = lists.get_as_series(row);
    let texts = of_row.as_ref().map(|series| series.str()).transpose()?;
    Ok(texts.into_iter().flat_map(|texts| texts.iter().flatten().map(str::to_owned)).collect())
}

/// A facet as `country:Chile`.
fn facet_of(text: &str) -> Option<(Facet, String)> {
    let (facet, value) = text.split_once(':')?;
    Some((Facet::named(facet)?, value.to_owned()))
}

fn assignments(table: &DataFrame) -> PolarsResult<Vec<Assignment>> {
    let number = |name: &str| table.column(name)?.u32();
    let float = |name: &str| table.column(name)?.f32();
    let text = |name: &str| table.column(name)?.str();
    let (themes, second_themes) = (number("theme")?, number("second_theme")?);
    let (clusters, second_clusters) = (number("cluster")?, number("second_cluster")?);
    let (scores, margins) = (float("score")?, float("margin")?);
    let probabilities = float("probability")?;
    let (subthemes, outliers) = (text("subtheme")?, text("outlier")?);
    Ok((0..table.height())
        .map(|row| Assignment {
            theme: themes.get(row).unwrap_or(0),
            score: scores.get(row).unwrap_or(0.0),
            margin: margins.get(row).unwrap_or(0.0),
            second_theme: second_themes.get(row),
            cluster: clusters.get(row).unwrap_or(0),
            second_cluster: second_clusters.get(row),
            subtheme: subthemes.get(row).map(str::to_owned),
            outlier: outliers.get(row).and_then(outlier_reason),
            probability: probabilities.get(row),
        })
        .collect())
}
