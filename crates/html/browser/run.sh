#!/usr/bin/env bash
# Opens report pages in headless Chromium (check.mjs): the sample's, a run of 20,000 papers, and 30,000 invented papers
# with density tiles. Pages, screenshots and measurements stay in target/browser. Installs Debian's Chromium and the two
# npm packages when they are missing; says so and ends well where it cannot.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../../.. && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
out=$root/target/browser
skip() { echo "browser tests skipped: $*"; exit 0; }

install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1; }
export CHROMIUM=${CHROMIUM:-$(command -v chromium || echo /usr/bin/chromium)}
[ -x "$CHROMIUM" ] || install chromium || skip "no Chromium, and apt-get cannot install it"
command -v npm >/dev/null || install nodejs npm || skip "no node, and apt-get cannot install it"
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || skip "node is older than 20"
[ -d node_modules ] || npm ci --silent --no-audit --no-fund || skip "npm cannot install playwright-core and axe-core"

thema=$target/release/thema
[ -x "$thema" ] || (cd "$root" && cargo build --release --locked -p thema)
page=$target/release/examples/synthetic_page
[ -x "$page" ] || (cd "$root" && cargo build --release --locked -p thema-html --example synthetic_page)

mkdir -p "$out"
"$thema" run "$root/data/sample/papers" --out "$out/sample" --force --quiet
node corpus.mjs 20000 >"$out/papers-20000.jsonl"
"$thema" run "$out/papers-20000.jsonl" --clusters 20 --out "$out/papers-20000" --force --quiet
"$page" 30000 "$out/synthetic-30000.html"
node check.mjs --out "$out" "$out/sample/index.html" "$out/papers-20000/index.html" "$out/synthetic-30000.html"
