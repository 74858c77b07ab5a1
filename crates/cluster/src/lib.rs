//! Groups papers into themes: clustering, labels, quality, trends and the report. This room takes vectors,
//! sparse rows, paper keys and dates; it knows nothing of the formats papers came in, or of the command line.
