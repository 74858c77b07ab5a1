//! Charts as SVG that takes its colours from the page's style, so that they follow
//! light mode, dark mode and print.

mod curve;
mod field;
mod heat_map;
mod line;
mod periods;
mod scale;

pub(crate) use curve::count_curve;
pub(crate) use field::field_chart;
pub(crate) use heat_map::heat_map;
pub(crate) use line::{sparkline, trend_chart};
pub(crate) use periods::DrawnPeriods;
