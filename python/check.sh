#!/usr/bin/env bash
# Builds the Python package as part of the workspace, installs it into a fresh environment and checks it: tests, types and
# the code in README.md. If the Python packages cannot be installed, it says so and skips the checks.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$PWD/target/python-check
rm -rf "$venv"
if ! { python3 -m venv "$venv" && "$venv/bin/python" -m pip install -q --disable-pip-version-check \
    dask mypy numpy pandas pandas-stubs plotly polars pyarrow pyarrow-stubs pyright 'pyspark>=3.5,<4' pytest scikit-learn tqdm; } >&2; then
    echo "cannot install the Python packages python/check.sh needs; the Python package is not checked"
    exit 0
fi
export PATH=$venv/bin:$PATH

step() { printf '\n== %s\n' "$*"; "$@"; }

step python/install.sh "$venv"
# Spark needs Java.
python/java.sh || echo "Spark tests skipped: Java is missing and cannot be installed"
step pytest -q python
cd python
step mypy
# pyright fetches its program from npm the first time.
if pyright --version >/dev/null 2>&1; then step pyright; else echo "pyright skipped: it cannot be installed"; fi
cd ..

# Run the code in python/README.md with the sample as papers.jsonl.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp data/sample/papers/arxiv-snapshot.jsonl "$work/papers.jsonl"
sed -n '/^    import thema$/,/^[^ ]/p' python/README.md | grep '^    ' | sed 's/^    //' > "$work/lines.py"
[ -s "$work/lines.py" ] || { echo "python/README.md has no code lines"; exit 1; }
cd "$work"
step python lines.py
