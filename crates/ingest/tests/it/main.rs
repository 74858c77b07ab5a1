//! What the room promises, seen from outside.

mod contract;
mod gold;
