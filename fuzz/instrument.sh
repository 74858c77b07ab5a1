#!/usr/bin/env bash
# Stands before rustc (RUSTC_WRAPPER) and has LLVM count the coverage of thema's own crates, with checks of overflow and
# assertions. Dependencies are built as ever: what is looked for is not in them, and polars alone would take half an hour.
set -euo pipefail
case " $* " in
*" --crate-name thema"*)
    exec "$@" --cfg fuzzing -Cdebug-assertions -Coverflow-checks -Copt-level=2 -Ccodegen-units=1 -Cpasses=sancov-module \
        -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
        -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares
    ;;
*) exec "$@" ;;
esac
