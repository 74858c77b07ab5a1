//! Projections and background models as bytes.

mod background;
mod projection;
