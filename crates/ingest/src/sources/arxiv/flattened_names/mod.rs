//! Comment, journal reference, authors and DOI told apart when nothing but blanks, or nothing at all, is left
//! between them.
//!
//! Where fields are glued together, a capital behind a small letter shows where one ends ([`glue`]). Where they
//! are separated by blanks as words are, names are found by how names are built and by lists of frequent given and
//! family names ([`person`]); the most plausible way to cut the words is the one that is taken.

mod glue;
mod person;
mod tail;

pub(super) use tail::split;
