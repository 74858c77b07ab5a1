//! The page's data: papers with their positions, tiles and trends, as deflated JSON in base64.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use thema_report::{ARXIV, PeriodReport, paper_url};
use thema_themes::{Paper, date_text};

use crate::charts::DrawnPeriods;
use crate::excerpt::{self, excerpt};
use crate::shown::{SHOWN, chosen, is_crowded};
use crate::tiles::{TILES, tiles};
use crate::{HtmlError, PageInput, palette};

/// Maximum length of a title, in characters.
const TITLE: usize = 240;
/// Steps of a coordinate.
const STEPS: f64 = 8_191.0;
/// Maximum number of themes whose trends and similarities are embedded.
pub(crate) const CHARTED: usize = 60;

/// What the page's script reads.
#[derive(Debug, Serialize)]
struct Data<'a> {
    themes: Vec<ThemeData<'a>>,
    /// Tiles along one axis; 0 if papers are drawn individually.
    grid: usize,
    tiles: Vec<u32>,
    /// Number of papers in the whole corpus.
    total: usize,
    x: Vec<i32>,
    y: Vec<i32>,
    theme: Vec<u32>,
    id: Vec<&'a str>,
    title: Vec<String>,
    date: Vec<Option<String>>,
    url: Vec<Link>,
    similarity: Option<Vec<Vec<f64>>>,
}

/// One theme for the script.
#[derive(Debug, Serialize)]
struct ThemeData<'a> {
    key: &'a str,
    name: String,
    size: u64,
    color: usize,
    trend: Vec<(String, u64, u64, f64, f64, f64)>,
}

/// URL of a paper: 0 for none, 1 for arXiv by the paper's identifier, otherwise the URL.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Link {
    Known(u8),
    Address(String),
}

/// The data of the page in at most `most` characters, and the number of papers that it names.
pub(crate) fn embedded(input: &PageInput<'_>, most: usize) -> Result<(String, usize), HtmlError> {
    let mut limit = SHOWN;
    loop {
        let chosen = chosen(input.shown, limit);
        let data = data(input, &chosen);
        let packed = packed(&data)?;
        if packed.len() <= most || chosen.is_empty() {
            return Ok((packed, chosen.len()));
        }
        limit = chosen.len() * 4 / 5;
    }
}

/// The data of the papers at the indices `chosen` among the shown ones.
fn data<'a>(input: &PageInput<'a>, chosen: &[u32]) -> Data<'a> {
    let PageInput { report, map, shown, papers, .. } = *input;
    let crowded = is_crowded(map);
    let place = |at: u32, axis: usize| {
        shown
            .places
            .as_ref()
            .map(|places| places[at as usize][axis])
            .filter(|at| at.is_finite())
            .map_or(-1, |at| (f64::midpoint(f64::from(at).clamp(-1.0, 1.0), 1.0) * STEPS).round() as i32)
    };
    let tiles = match &map.places {
        Some(places) if crowded => tiles(places, &map.themes).concat(),
        _ => vec![],
    };
    let colors = palette::colors(report);
    let theme_data = report.themes.iter().zip(colors).enumerate().map(|(at, (theme, color))| ThemeData {
        key: &theme.key,
        name: excerpt::name(&theme.name),
        size: theme.size,
        color,
        trend: theme.trend.as_ref().filter(|_| at < CHARTED).map_or_else(Vec::new, |trend| {
            let drawn = DrawnPeriods::of(trend);
            let row = |(name, period): (String, &PeriodReport)| {
                let [share, low, high] = [period.share, period.low, period.high].map(four_digits);
                (name, period.papers, period.total, share, low, high)
            };
            drawn.names().into_iter().zip(&drawn.periods).map(row).collect()
        }),
    });
    let paper = |at: u32| &papers[at as usize];
    Data {
        themes: theme_data.collect(),
        grid: if crowded { TILES } else { 0 },
        tiles,
        total: map.papers,
        x: chosen.iter().map(|&at| place(at, 0)).collect(),
        y: chosen.iter().map(|&at| place(at, 1)).collect(),
        theme: chosen.iter().map(|&at| shown.themes[at as usize]).collect(),
        id: chosen.iter().map(|&at| paper(at).id.as_str()).collect(),
        title: chosen.iter().map(|&at| excerpt(&paper(at).title, TITLE)).collect(),
        date: chosen.iter().map(|&at| paper(at).date().and_then(date_text)).collect(),
        url: chosen.iter().map(|&at| link(paper(at))).collect(),
        similarity: report
            .similarity
            .as_ref()
            .map(|rows| rows.iter().take(CHARTED).map(|row| head(row)).collect()),
    }
}

fn head(row: &[f64]) -> Vec<f64> {
    row.iter().take(CHARTED).map(|&cosine| four_digits(cosine)).collect()
}

fn four_digits(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

fn link(paper: &Paper) -> Link {
    match paper_url(paper) {
        None => Link::Known(0),
        Some(url) if url.strip_prefix(ARXIV) == Some(&paper.id) => Link::Known(1),
        Some(url) => Link::Address(url),
    }
}

/// `data` as zlib-deflated JSON in base64: only letters, digits, `+`, `/` and `=`, so that nothing in it can
/// close the element that contains it.
fn packed(data: &Data<'_>) -> Result<String, HtmlError> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(7));
    serde_json::to_writer(&mut encoder, data).map_err(|error| HtmlError::Packing(error.into()))?;
    encoder.flush().map_err(HtmlError::Packing)?;
    Ok(STANDARD.encode(encoder.finish().map_err(HtmlError::Packing)?))
}
