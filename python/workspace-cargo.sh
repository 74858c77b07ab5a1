#!/usr/bin/env bash
# Stands in for cargo when maturin builds the package: it builds the whole workspace instead of the one package, so that
# dependencies have the same features as in every other build and are not compiled twice.
set -euo pipefail
if [ "${1:-}" = rustc ]; then
    exec cargo build --release --workspace --lib --bins --examples --locked --message-format json-render-diagnostics
fi
exec cargo "$@"
