#!/usr/bin/env python3
"""Counts the instructions of the kernels of `run-kernel` and compares them with benches/counts.json.

Usage, from the project's root, after `cargo build --release -p thema-benches`; needs valgrind:

    python3 benches/counts.py            exits with 1 if a kernel takes over 5 % more than stored, or is not stored
    python3 benches/counts.py --update   stores the counts

Counts depend on the compiler and on the vector width that valgrind emulates, not on load or clock. A count that fell by more
than 5 % is reported too: store it, so that losing the gain again is noticed.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

STORED = pathlib.Path(__file__).resolve().parent / "counts.json"
KERNELS = ["analyse", "weigh", "learn", "cluster", "neighbours"]
TOLERANCE = 0.05


def instructions(program, kernel, times):
    """Instructions of one whole run of the program."""
    with tempfile.NamedTemporaryFile() as out:
        result = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}", program, kernel,
                                 str(times)], capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"{kernel}: {result.stderr}")
    return int(re.search(r"Collected : (\d+)", result.stderr).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/run-kernel")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    stored = json.loads(STORED.read_text()) if STORED.exists() else {}
    counted = {}
    failed = False
    for kernel in KERNELS:
        counted[kernel] = instructions(options.program, kernel, 2) - instructions(options.program, kernel, 1)
        before = stored.get(kernel)
        change = counted[kernel] / before - 1 if before else None
        verdict = "not stored" if change is None else f"{change:+.1%} against {before:,}"
        failed |= change is None or change > TOLERANCE
        print(f"{kernel}: {counted[kernel]:,} instructions, {verdict}")
    if options.update:
        STORED.write_text(json.dumps(counted, indent=1) + "\n")
        return 0
    if failed:
        print("A kernel costs more than stored. If that is meant: python3 benches/counts.py --update", file=sys.stderr)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
