#!/usr/bin/env bash
# Builds the wheel for this platform, installs it into a fresh environment and tests it there. Leaves wheels and their hashes
# in target/wheels. docs/pages/reference/wheels.md lists the platforms.
#   release.sh [MATURIN ARGUMENTS]     release.sh --compatibility manylinux_2_28
set -euo pipefail
cd "$(dirname "$0")/.."
[ -z "$(git status --porcelain)" ] || { echo "the checkout has uncommitted changes; a wheel is built from commits only"; exit 1; }
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
wheels=$PWD/target/wheels
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$wheels"

python3 -m venv "$work/build"
"$work/build/bin/pip" install -q 'maturin>=1.9.4,<2'
"$work/build/bin/maturin" build --release --locked --manifest-path python/Cargo.toml --out "$wheels" "$@"

python3 -m venv "$work/try"
"$work/try/bin/pip" install -q "$wheels"/thema-*.whl dask numpy pandas plotly polars pytest scikit-learn tqdm
# Copy the tests only: next to the sources, Python would import those instead of the wheel.
mkdir -p "$work/project/python" "$work/project/docs" "$work/project/data"
cp -r python/examples python/tests python/pyproject.toml "$work/project/python"
cp -r docs/pages "$work/project/docs"
cp -r data/sample "$work/project/data"
cp README.md "$work/project"
cd "$work/project/python"
"$work/try/bin/python" -m pytest -q
cd "$wheels"
sha256sum -- *.whl | tee SHA256SUMS
