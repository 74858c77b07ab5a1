//! What the room promises, seen from outside.

mod gold;
