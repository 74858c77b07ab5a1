#!/usr/bin/env bash
# Opens report pages in headless Chromium (check.mjs): the sample's, a run of 20,000 papers, and 30,000 invented papers
# with density tiles. Pages, screenshots and measurements stay in target/browser. If what it needs cannot be installed, it
# says so and skips the checks.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../../.. && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
out=$root/target/browser
skip() { echo "browser tests skipped: $*"; exit 0; }
missing=$(./install.sh) || skip "$missing"
export CHROMIUM=${CHROMIUM:-$(command -v chromium)}

thema=$target/release/thema
page=$target/release/examples/synthetic_page
[[ -x "$thema" && -x "$page" ]] || (cd "$root" && cargo build --release --locked --workspace --lib --bins --examples)

mkdir -p "$out"
"$thema" run "$root/data/sample/papers" --out "$out/sample" --force --quiet
node corpus.mjs 20000 >"$out/papers-20000.jsonl"
"$thema" run "$out/papers-20000.jsonl" --clusters 20 --out "$out/papers-20000" --force --quiet
"$page" 30000 "$out/synthetic-30000.html"
node check.mjs --out "$out" "$out/sample/index.html" "$out/papers-20000/index.html" "$out/synthetic-30000.html"
