//! The report and the files of a run.

mod corpus;
mod files;
mod schema;
