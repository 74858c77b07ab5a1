//! Stores projections and background models.

mod background;
mod projection;
