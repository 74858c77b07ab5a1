//! Separates comment, journal reference, authors and DOI when only spaces, or nothing at all, remains between
//! them.
//!
//! Where fields are glued together, a capital after a lower-case letter marks the end of a field ([`glue`]).
//! Where spaces separate fields and words alike, names are found by their structure and by lists of frequent
//! given and family names ([`person`]), and the most plausible split is taken.

mod glue;
mod person;
mod tail;

pub(super) use tail::split;
