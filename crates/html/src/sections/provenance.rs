//! What the report was made from.

use maud::{Markup, html};
use thema_report::{AppliedEdits, InputFile, Manifest, Report, VectorsFile, counted, thousands};

use crate::excerpt::excerpt;

/// Maximum number of inputs listed.
const INPUTS: usize = 100;
/// Maximum length of an input's name, in characters.
const NAME: usize = 300;
/// Maximum number of characters of the configuration that are shown.
const CONFIGURATION: usize = 60_000;

/// Inputs, configuration, version and seed.
pub(crate) fn provenance(report: &Report, manifest: &Manifest) -> Markup {
    let mut configuration = serde_json::to_string_pretty(&manifest.configuration).unwrap_or_default();
    if let Some((end, _)) = configuration.char_indices().nth(CONFIGURATION) {
        configuration.truncate(end);
        configuration.push_str("\n… (manifest.json has the rest)");
    }
    html! {
        section #provenance aria-labelledby="provenance-title" {
            div.heading {
                h2 #provenance-title { "Provenance" }
                p {
                    "thema " (manifest.thema_version) ", seed " (manifest.seed) ", report schema " (report.schema_version)
                    ". The same " (made_from(report, manifest)) " and version give the same report, byte for byte, on processors with the same vector instructions."
                }
            }
            (other_sources(report, manifest))
            @if !manifest.inputs.is_empty() { (inputs(&manifest.inputs)) }
            details.configuration {
                summary { "Configuration" }
                pre tabindex="0" role="region" aria-label="Configuration" { code { (configuration) } }
            }
        }
    }
}

/// What a report depends on beside the version.
fn made_from(report: &Report, manifest: &Manifest) -> String {
    let parts = [
        ("inputs", true),
        ("vectors", manifest.vectors.is_some()),
        ("updates in the same order", report.corpus.added > 0),
        ("edits", manifest.edits.is_some()),
        ("configuration", true),
    ];
    let given = parts.into_iter().filter_map(|(part, is_given)| is_given.then_some(part));
    given.collect::<Vec<_>>().join(", ")
}

/// What the report shows beside its first inputs: vectors, papers of updates, edits.
fn other_sources(report: &Report, manifest: &Manifest) -> Markup {
    let Manifest { vectors, edits, .. } = manifest;
    let added = report.corpus.added;
    html! {
        @if vectors.is_some() || edits.is_some() || added > 0 {
            dl.facts {
                @if let Some(VectorsFile { name, rows, dimensions, blake3 }) = vectors {
                    dt { "Vectors" }
                    dd { (excerpt(name, NAME)) ", " (counted(*rows, "vector")) " of " (counted(*dimensions, "number")) ", BLAKE3 " code { (head(blake3)) } }
                }
                @if added > 0 { dt { "Updates" } dd { (counted(added, "paper")) " added" } }
                @if let Some(AppliedEdits { blake3, misfits }) = edits {
                    dt { "Edits" }
                    dd {
                        "edits.toml, BLAKE3 " code { (head(blake3)) }
                        @if !misfits.is_empty() { ", " (counted(misfits.len() as u64, "edit")) " without effect" }
                    }
                }
            }
        }
    }
}

/// The first digits of a hash.
fn head(hash: &str) -> String {
    hash.chars().take(16).collect()
}

fn inputs(inputs: &[InputFile]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Inputs" {
            table {
                caption.hidden { "Inputs" }
                thead {
                    tr {
                        th scope="col" { "Input" } th scope="col" { "Format" } th.number scope="col" { "Bytes" }
                        th.number scope="col" { "Records" } th.number scope="col" { "Rejected" } th scope="col" { "BLAKE3" }
                    }
                }
                tbody {
                    @for file in inputs.iter().take(INPUTS) {
                        tr {
                            th scope="row" { (excerpt(&file.name, NAME)) }
                            td { (file.format) }
                            td.number { (thousands(file.bytes)) }
                            td.number { (thousands(file.records)) }
                            td.number { (thousands(file.rejected)) }
                            td { code { (file.blake3.as_deref().map(head).unwrap_or_default()) } }
                        }
                    }
                }
            }
        }
        @if inputs.len() > INPUTS { p.hint { (inputs.len() - INPUTS) " more are in manifest.json." } }
    }
}
