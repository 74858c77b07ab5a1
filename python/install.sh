#!/usr/bin/env bash
# Builds the Python package within the workspace's build and installs it into an environment that has maturin: install.sh VENV
set -euo pipefail
venv=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
export PATH=$venv/bin:$PATH CARGO=$PWD/python/workspace-cargo.sh
pip install -q --no-build-isolation --no-deps --force-reinstall --disable-pip-version-check ./python
