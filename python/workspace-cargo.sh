#!/usr/bin/env bash
# cargo for maturin, when the workspace is built anyway: what maturin wants of the package alone is built with all of the
# workspace. Dependencies then have the features that they have in every other build and are not compiled a second time.
set -euo pipefail
if [ "${1:-}" = rustc ]; then
    exec cargo build --release --workspace --lib --bins --examples --locked --message-format json-render-diagnostics
fi
exec cargo "$@"
