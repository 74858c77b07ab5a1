//! What the report was made from.

use maud::{Markup, html};
use thema_report::{InputFile, Manifest, Report, thousands};

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
                    ". The same inputs, configuration and version give the same report, byte for byte."
                }
            }
            @if !manifest.inputs.is_empty() { (inputs(&manifest.inputs)) }
            details.configuration {
                summary { "Configuration" }
                pre tabindex="0" role="region" aria-label="Configuration" { code { (configuration) } }
            }
        }
    }
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
                            td { code { (file.blake3.iter().flat_map(|hash| hash.chars()).take(16).collect::<String>()) } }
                        }
                    }
                }
            }
        }
        @if inputs.len() > INPUTS { p.hint { (inputs.len() - INPUTS) " more are in manifest.json." } }
    }
}
