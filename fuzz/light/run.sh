#!/usr/bin/env bash
# Fuzzes every target of this folder for some seconds, 600 unless told otherwise, on the stable toolchain and without
# cargo-fuzz: LLVM's own pass counts coverage; memory errors are not watched for, as that needs a nightly toolchain. Seeds lie
# in seeds/TARGET, what is found in artifacts/.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-600}
host=$(rustc -vV | sed -n 's/^host: //p')
coverage=(-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1)
# With a target named, build scripts and macros are left without the pass.
RUSTFLAGS="--cfg fuzzing -Cdebug-assertions -Coverflow-checks ${coverage[*]}" cargo build --release --locked --target "$host"
for seeds in seeds/*/; do
    target=$(basename "$seeds")
    echo "== $target"
    mkdir -p "corpus/$target" artifacts
    "target/$host/release/$target" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -max_len=32768 \
        -print_final_stats=1 -artifact_prefix="artifacts/$target-" "corpus/$target" "$seeds"
done
