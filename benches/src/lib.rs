//! Seeded corpora for the benches.
