#!/usr/bin/env bash
# Fuzzes targets, all unless some are named, for some seconds each: `run.sh 600 csv ris`. On the stable toolchain and without
# cargo-fuzz; memory errors are not watched for, as that needs a nightly toolchain. A target begins with the files that the
# repository has of its kind, and with what former runs left in corpus/TARGET. What is found is in artifacts/.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-600}
shift || true
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <(ls fuzz_targets | sed 's/\.rs$//')

RUSTC_WRAPPER=$PWD/instrument.sh cargo build --release --locked --bins
fixtures=../crates/cli/tests/fixtures
seeds_of() {
    case $1 in
    corpus) cp $fixtures/*-corpus.parquet "$2" ;;
    page) cp $fixtures/first-run/themes.json "$2" ;;
    run_directory)
        files=(themes.json manifest.json papers.parquet)
        for at in 0 1 2; do
            { printf "\\x0$at"; cat "$fixtures/first-run/${files[$at]}"; } >"$2/${files[$at]}"
        done
        ;;
    settings) cp ../crates/thema/src/default.toml "$2" ;;
    edits | feature_model | taxonomy) cp seeds/"$1"/* "$2" ;;
    *) cp ../data/sample/forty/"${1//_/-}"* "$2" ;;
    esac
}
for target in "${targets[@]}"; do
    echo "== $target"
    seeds=$(mktemp -d)
    seeds_of "$target" "$seeds"
    mkdir -p "corpus/$target" artifacts
    "${CARGO_TARGET_DIR:-target}/release/$target" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -max_len=65536 \
        -print_final_stats=1 -artifact_prefix="artifacts/$target-" "corpus/$target" "$seeds"
    rm -r "$seeds"
done
