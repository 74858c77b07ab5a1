//! Shows a report as one self-contained page. This room takes the report model; it does not know how themes
//! were made.
