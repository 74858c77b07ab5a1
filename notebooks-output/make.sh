#!/usr/bin/env bash
# Makes what this folder shows, or checks it again:
#   make.sh              the sample run, its pictures, the executed notebooks but two, and the run that README.md shows
#   make.sh notebook     the notebooks alone
#   make.sh bertopic     the notebook that runs BERTopic too, whose packages (requirements-bertopic.txt) are large
#   make.sh spark        the notebook on Spark (requirements-spark.txt), which needs Java too
#   make.sh check-files  reads every file of the sample run with pandas, pyarrow, polars, DuckDB and networkx
#   make.sh check        check-files, and executes the stored notebooks again, all but those of BERTopic and Spark
#   make.sh check-spark, make.sh check-bertopic   execute these two again
# Python packages (requirements.txt, pinned) live in target/notebook-venv. Where they cannot be installed, the checks say so
# and end well; making does not.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=${1:-all}
target=${CARGO_TARGET_DIR:-target}
packages=(-r notebooks-output/requirements.txt) venv=$PWD/target/notebook-venv
case $mode in
    *spark) packages=(-r notebooks-output/requirements-spark.txt) venv=$PWD/target/spark-venv ;;
    *bertopic) packages=(--no-deps -r notebooks-output/requirements-bertopic.txt) venv=$PWD/target/bertopic-venv ;;
esac
requirements=${packages[-1]}
python=$venv/bin/python

if [ "$mode" != pictures ] && ! cmp -s "$requirements" "$venv/installed"; then
    if ! { python3 -m venv "$venv" && "$python" -m pip install -q --disable-pip-version-check "${packages[@]}"; } >&2; then
        echo "cannot install the Python packages in $requirements"
        case $mode in check*) echo "notebook and file checks skipped"; exit 0 ;; *) exit 1 ;; esac
    fi
    cp "$requirements" "$venv/installed"
fi
unset MPLBACKEND
export PYTHONHASHSEED=0 JUPYTER_PLATFORM_DIRS=1

thema=$target/release/thema
built() { [ -x "$thema" ] || cargo build --release --locked --workspace --lib --bins --examples; }
run() { built; "$thema" run data/sample/papers --out "$1" --force --quiet; }
readme() { # Puts what the run prints into README.md.
    "$thema" run data/sample/papers --out target/example-run --force | "$python" -c '
import pathlib, re, sys
said = re.sub(r"Report: .*", "Report: thema-report/index.html", sys.stdin.read())
block = "".join(f"    {line}".rstrip() + "\n" for line in said.splitlines())
readme = pathlib.Path("README.md")
text, count = re.subn(r"(?m)^    \d+ papers from [\s\S]*?^    Report: thema-report/index.html\n", lambda _: block, readme.read_text())
assert count == 1, "README.md shows no run"
readme.write_text(text)'
}
pictures() { node crates/html/browser/pictures.mjs notebooks-output/sample/index.html notebooks-output/pictures; }
notebooks() { # Those that need pandas, matplotlib and thema alone, or the ones named.
    built
    python/install.sh "$venv"
    PATH=$(cd "$target" && pwd)/release:$PATH "$python" notebooks-output/notebook.py "$@"
}
quick="theme_report first_look own_taxonomy year_of_updates"
check_files() { run target/check-files && "$python" data/schema/check_files.py target/check-files; }

case $mode in
    all)
        run target/example-run
        rm -rf notebooks-output/sample
        cp -r target/example-run notebooks-output/sample
        rm -r notebooks-output/sample/timings.json notebooks-output/sample/model
        crates/html/browser/install.sh
        pictures
        notebooks $quick
        readme ;;
    notebook) notebooks $quick ;;
    spark) python/java.sh; notebooks on_spark ;;
    bertopic) notebooks coming_from_bertopic ;;
    pictures) pictures ;;
    check-files) check_files ;;
    check) check_files; notebooks --check $quick ;;
    check-bertopic) notebooks --check coming_from_bertopic ;;
    check-spark)
        python/java.sh || { echo "the notebook on Spark is not checked: Java is missing and cannot be installed"; exit 0; }
        notebooks --check on_spark ;;
    *) echo "make.sh: unknown mode $mode" >&2; exit 2 ;;
esac
