# Every recipe is one line of what CONTRIBUTING.md describes.

# What CI runs.
check:
    .ci/run

# Tests of one crate: `just test ingest`.
test crate:
    cargo test -p thema-{{crate}}

# The report of the sample corpus.
sample out="thema-report":
    cargo run --release -- run data/sample/papers --out {{out}} --force

# Report pages in headless Chromium; pages and screenshots stay in target/browser.
browser:
    crates/html/browser/run.sh

# Criterion benches.
bench *filter:
    cargo bench -p thema-benches -- {{filter}}

# Licences, advisories, duplicate versions.
deny:
    cargo deny check
