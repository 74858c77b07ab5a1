#!/usr/bin/env bash
# Builds the site strictly, runs the snippets of its pages, and says whether what the program tells of itself is up to date. Skipped,
# and said so, where the Python packages of requirements.txt cannot be installed.
#   check.sh          all of it; the site lies in target/site
#   check.sh write    puts what the snippets print, and what the program tells, into the pages first
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
venv=$PWD/target/docs-venv
if ! cmp -s docs/requirements.txt "$venv/installed"; then
    rm -rf "$venv"
    if ! { python3 -m venv "$venv" && "$venv/bin/pip" install -q --disable-pip-version-check -r docs/requirements.txt; } >&2; then
        echo "cannot install the Python packages in docs/requirements.txt; the documentation is not checked"
        exit 0
    fi
    cp docs/requirements.txt "$venv/installed"
fi

step() { printf '\n== %s\n' "$*"; "$@"; }

step python/install.sh "$venv"
export PATH=$venv/bin:$target/release:$PATH NO_MKDOCS_2_WARNING=1
if [ "${1:-}" = write ]; then
    step python docs/commands.py
    step python docs/snippets.py --write || true
fi
step python docs/commands.py --check
pages=()
if ! python/java.sh; then
    echo "Spark snippets skipped: Java is missing and cannot be installed"
    mapfile -t pages < <(find docs/pages -name '*.md' ! -name run-on-spark.md | sort)
fi
step python docs/snippets.py "${pages[@]}"
# Not quietly: that would drop the warnings that --strict counts.
step mkdocs build --strict -f docs/mkdocs.yml
# Nothing is loaded from another host: links may lead there, scripts, styles, pictures and frames not.
if grep -rlE --include='*.html' '<(script|img|iframe|source)[^>]* src="?(https?:)?//|<link[^>]*rel="?(stylesheet|preload|preconnect|icon)"?[^>]*href="?(https?:)?//' target/site; then
    echo "these pages load something from another host"
    exit 1
fi
echo "the site is in target/site"
