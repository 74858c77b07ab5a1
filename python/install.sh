#!/usr/bin/env bash
# Builds the wheel of the package as part of the workspace and installs it into an environment: install.sh VENV
set -euo pipefail
into=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
# One environment builds the wheel for all: cargo would recompile pyo3 for every other interpreter.
venv=$PWD/target/wheel-venv
wheels=$PWD/target/wheel
if [ ! -x "$venv/bin/maturin" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install -q --disable-pip-version-check 'maturin>=1.9.4,<2'
fi
rm -rf "$wheels"
PATH=$venv/bin:$PATH CARGO=$PWD/python/workspace-cargo.sh \
    "$venv/bin/pip" wheel -q --no-build-isolation --no-deps --disable-pip-version-check --wheel-dir "$wheels" ./python
"$into/bin/pip" install -q --no-deps --no-index --force-reinstall --disable-pip-version-check "$wheels"/thema-*.whl
