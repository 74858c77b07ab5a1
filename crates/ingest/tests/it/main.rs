//! What the room promises, seen from outside.

#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod contract;
mod gold;
