//! The native extension of the Python package `thema`: takes arguments, runs the library on a separate
//! thread, returns tables.
//!
//! The Python code (`python/thema`) has the documented interface and checks the arguments before it calls
//! this extension.

mod arrow;
mod divided;
mod divided_run;
mod failure;
mod job;
mod learner;
mod matrix;
mod overrides;
mod placer;
mod record_stream;
mod runner;
mod wanted;

/// Returns freed memory to the system as soon as a stage ends, as in the command-line program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[pyo3::pymodule]
mod _thema {
    #[pymodule_export]
    use crate::arrow::ArrowStream;
    #[pymodule_export]
    use crate::divided::{
        Places, close_pairs, connected, drawn, joined_parts, merged_tallies, near_entries, near_pairs,
        papers_in_rows, papers_of_records, part_of_rows, texts_in_rows,
    };
    #[pymodule_export]
    use crate::divided_run::DividedRun;
    #[pymodule_export]
    use crate::job::abandon;
    #[pymodule_export]
    use crate::learner::learn;
    #[pymodule_export]
    use crate::placer::Placer;
    #[pymodule_export]
    use crate::record_stream::{RecordStream, list_inputs};
    #[pymodule_export]
    use crate::runner::{defaults, render, run};
}
