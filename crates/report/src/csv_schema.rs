//! `csv-metadata.json`: the column types of the CSV files, where CSVW expects them (W3C, "Metadata Vocabulary
//! for Tabular Data", 2015). An arXiv identifier looks like a number, and no quoting keeps every reader from
//! parsing it as one; with these types, pandas, polars and `DuckDB` read it as text.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::{facets_csv, papers_csv, themes_csv, trends_csv};

/// Columns that hold no text, by table: name and type.
const TYPES: [(&str, &[(&str, &str)]); 4] = [
    (
        "papers.csv",
        &[
            ("score", "double"),
            ("margin", "double"),
            ("cluster", "integer"),
            ("submitted", "date"),
            ("second_cluster", "integer"),
            ("announced", "date"),
            ("probability", "double"),
            ("counted", "boolean"),
        ],
    ),
    (
        "themes.csv",
        &[
            ("rank", "integer"),
            ("papers", "integer"),
            ("share", "double"),
            ("mean_margin", "double"),
            ("outliers", "integer"),
            ("share_before", "double"),
            ("share_recent", "double"),
            ("change", "double"),
            ("change_low", "double"),
            ("change_high", "double"),
            ("p_value", "double"),
            ("q_value", "double"),
        ],
    ),
    (
        "trends.csv",
        &[
            ("start", "date"),
            ("papers", "integer"),
            ("total", "integer"),
            ("share", "double"),
            ("low", "double"),
            ("high", "double"),
            ("partial", "boolean"),
            ("thin", "boolean"),
        ],
    ),
    ("facets.csv", &[("papers", "integer"), ("share", "double"), ("lift", "double")]),
];

/// Writes the column types of the tables.
pub(super) fn write(out: &mut dyn Write) -> io::Result<()> {
    let columns: [&[&str]; 4] =
        [&papers_csv::COLUMNS, &themes_csv::COLUMNS, &trends_csv::COLUMNS, &facets_csv::COLUMNS];
    let tables: Vec<Value> = TYPES
        .iter()
        .zip(columns)
        .map(|((url, types), columns)| {
            let columns: Vec<Value> = columns
                .iter()
                .map(|name| {
                    let known = types.iter().find(|(typed, _)| typed == name);
                    json!({ "name": name, "titles": name, "datatype": known.map_or("string", |(_, of)| of) })
                })
                .collect();
            json!({ "url": url, "tableSchema": { "columns": columns } })
        })
        .collect();
    let metadata = json!({ "@context": "http://www.w3.org/ns/csvw", "tables": tables });
    serde_json::to_writer_pretty(&mut *out, &metadata)?;
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_typed_column_is_there_and_identifiers_are_text() {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        let metadata: Value = serde_json::from_slice(&out).unwrap();
        for (table, (url, types)) in metadata["tables"].as_array().unwrap().iter().zip(TYPES) {
            assert_eq!(table["url"], url);
            let columns = table["tableSchema"]["columns"].as_array().unwrap();
            for (name, datatype) in types {
                assert!(
                    columns.iter().any(|column| column["name"] == *name && column["datatype"] == *datatype),
                    "{name}"
                );
            }
            assert!(columns.iter().any(|column| column["name"] == "id" && column["datatype"] == "string"));
        }
    }
}
