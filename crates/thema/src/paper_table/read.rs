//! Reads papers and their places from a table.

use polars::prelude::{Column, DataFrame, PolarsError, PolarsResult};
use polars_arrow::array::Utf8ViewArray;
use thema_themes::{Assignment, DatePrecision, Facet, OutlierReason, Paper};

use super::{ALIASES, FACETS};

pub(super) fn papers(table: &DataFrame) -> PolarsResult<Vec<Paper>> {
    let text = |name: &str| table.column(name)?.str();
    let day = |name: &str| table.column(name)?.i32();
    let (ids, titles, urls, headlines) = (text("id")?, text("title")?, text("url")?, text("headline")?);
    let (submitted, announced) = (day("submitted")?, day("announced")?);
    let precisions = text("precision")?;
    let categories = Lists::of(table.column("categories")?)?;
    // Runs of earlier versions have neither.
    let [facets, aliases] = [FACETS, ALIASES].map(|name| table.column(name).ok().map(Lists::of).transpose());
    let (facets, aliases) = (facets?, aliases?);
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let paper = |row: usize| Paper {
        id: owned(ids.get(row)).unwrap_or_default(),
        aliases: aliases.iter().flat_map(|aliases| aliases.texts(row)).map(str::to_owned).collect(),
        title: owned(titles.get(row)).unwrap_or_default(),
        categories: categories.texts(row).map(str::to_owned).collect(),
        submitted: submitted.get(row),
        precision: precisions.get(row).map_or_else(DatePrecision::default, DatePrecision::named),
        announced: announced.get(row),
        url: owned(urls.get(row)),
        headline: owned(headlines.get(row)),
        facets: facets.iter().flat_map(|facets| facets.texts(row)).filter_map(facet_of).collect(),
    };
    Ok((0..table.height()).map(paper).collect())
}

/// A column of lists of texts.
struct Lists {
    texts: Utf8ViewArray,
    ends: Vec<i64>,
}

impl Lists {
    fn of(column: &Column) -> PolarsResult<Self> {
        let lists = column.list()?.rechunk();
        let lists = lists.downcast_as_array();
        let texts = lists.values().as_any().downcast_ref::<Utf8ViewArray>();
        let texts = texts.ok_or_else(|| PolarsError::SchemaMismatch("expected lists of texts".into()))?;
        Ok(Self { texts: texts.clone(), ends: lists.offsets().as_slice().to_vec() })
    }

    fn texts(&self, row: usize) -> impl Iterator<Item = &str> {
        let rows = self.ends[row] as usize..self.ends[row + 1] as usize;
        rows.filter_map(|at| self.texts.get(at))
    }
}

/// Parses a facet such as `country:Chile`.
fn facet_of(text: &str) -> Option<(Facet, String)> {
    let (facet, value) = text.split_once(':')?;
    Some((Facet::named(facet)?, value.to_owned()))
}

pub(super) fn assignments(table: &DataFrame) -> PolarsResult<Vec<Assignment>> {
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
            outlier: outliers.get(row).and_then(OutlierReason::named),
            probability: probabilities.get(row),
        })
        .collect())
}

/// Positions on the map, NaN for a paper without one.
pub(super) fn positions(table: &DataFrame) -> PolarsResult<Vec<[f32; 2]>> {
    let (x, y) = (table.column("x")?.f32()?, table.column("y")?.f32()?);
    let place = |value: Option<f32>| value.unwrap_or(f32::NAN);
    Ok(x.iter().zip(y.iter()).map(|(x, y)| [place(x), place(y)]).collect())
}

/// Whether each paper counts.
pub(super) fn counted(table: &DataFrame) -> PolarsResult<Vec<bool>> {
    Ok(table.column("counted")?.bool()?.iter().map(|counted| counted == Some(true)).collect())
}
