#!/usr/bin/env python3
"""Compares every file that thema writes with the same file written under different conditions.

Usage, from the project's root, after `cargo build --release --workspace --bins --examples`:

    python3 benches/determinism.py               exits with 1 if a byte differs that must not
    python3 benches/determinism.py --update      stores the hashes in benches/results/determinism.json as well
    python3 benches/determinism.py --also FILE   another build of the same sources, which must write the same bytes

The sample and a generated corpus are each ingested, run, updated, edited and rendered; papers are assigned, and a background
model is learned. Then the same is done with other numbers of threads, orders of inputs, locales, time zones, umasks, folders and
processors; `variants` lists them. The allocator is linked into the program, so LD_PRELOAD cannot replace it: the memory layout
is varied instead (with and without randomised addresses).

To compare two builds: `RUSTFLAGS="-C target-cpu=native" cargo build --release --locked -p thema-cli --target-dir target/native` makes
a second target folder of some gigabytes, and `--also target/native/release/thema` compares it. To compare two machines, run this on
both and compare the files that `--update` stores.
"""

import argparse
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
STORED = ROOT / "benches/results/determinism.json"
# Files that hold measured times.
TIMED = {"timings.json"}
# Files that list the inputs in the order given: the report, which is compared with its list sorted, and the files made from it.
REPORT = "run/themes.json"
OF_THE_REPORT = {"run/manifest.json", "run/index.html", "page.html"}
PARTS = ["a.jsonl", "b.jsonl", "c.jsonl"]
NEW = "new.jsonl"


def lines_of(papers, program):
    """The papers of the sample's master file in the format of the Kaggle snapshot, or generated papers."""
    if papers == "sample":
        for line in (ROOT / "data/sample/master.jsonl").read_text().splitlines():
            paper = json.loads(line)
            record = {key: paper[key] for key in ("id", "title", "abstract")}
            record |= {"categories": " ".join(paper["categories"]), "update_date": "2026-05-01"}
            yield json.dumps(record) + "\n"
    else:
        command = [program.with_name("generate-corpus"), "--papers", papers]
        yield from subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines(keepends=True)


def commands(order):
    """The commands to run in a folder of inputs, each with the file that receives its output, if any."""
    inputs = [PARTS[at] for at in order]
    return [
        (["ingest", *inputs, "--out", "corpus.parquet"], None),
        (["ingest", NEW, "--out", "corpus.parquet"], None),
        (["run", *inputs, "--out", "run"], None),
        (["assign", "run", NEW, "--json"], "assigned.json"),
        (["update", "run", NEW], None),
        (["edit", "run", "rename", "t-1", "By hand"], None),
        (["report", "run", "--out", "page.html"], None),
        (["fit", "--background", *inputs, "--out", "background.thema"], None),
    ]


def variants(program, also):
    """Name and conditions of every variant: the command with its wrapper, threads, order, environment, umask and folder."""
    plain = {"program": [program], "threads": 2, "order": [0, 1, 2], "environment": {}, "umask": 0o022, "folder": "work"}
    yield "as it is", plain
    for threads in (1, 8):
        yield f"{threads} threads", plain | {"threads": threads}
    for order in ([2, 0, 1], [1, 2, 0]):
        yield "inputs in the order " + " ".join(PARTS[at] for at in order), plain | {"order": order}
    for environment in ({"LC_ALL": "C", "TZ": "Asia/Kathmandu"}, {"LC_ALL": "tr_TR.UTF-8", "TZ": "America/St_Johns"}):
        yield " ".join(f"{name}={value}" for name, value in environment.items()), plain | {"environment": environment}
    yield "umask 077", plain | {"umask": 0o077}
    yield "another folder", plain | {"folder": "a folder/of another ünïcode name"}
    if shutil.which("setarch"):
        yield "addresses that are not random", plain | {"program": ["setarch", "-R", program]}
    if shutil.which("valgrind"):
        # valgrind emulates a processor without AVX-512.
        yield "another processor (valgrind)", plain | {"program": ["valgrind", "--tool=none", "--quiet", program]}
    for other in also:
        yield f"the build {other}", plain | {"program": [other.resolve()]}


def written(variant, inputs):
    """The hashes of all files that the commands write, by path."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / variant["folder"]
        shutil.copytree(inputs, folder)
        given = set(os.listdir(folder))
        for arguments, out in commands(variant["order"]):
            command = [*variant["program"], "--threads", str(variant["threads"]), "--quiet", *arguments]
            result = subprocess.run(command, cwd=folder, env=os.environ | variant["environment"], umask=variant["umask"],
                                    capture_output=True, check=False)
            if result.returncode:
                sys.exit(f"{command}: {result.stderr.decode(errors='replace')}")
            if out:
                (folder / out).write_bytes(result.stdout)
        files = (path for path in folder.rglob("*") if path.is_file() and path.name not in TIMED | given)
        return {str(path.relative_to(folder)): hashlib.sha256(content(path)).hexdigest() for path in sorted(files)}


def content(path):
    """The bytes of a file; for the report, those of its JSON with the list of inputs sorted."""
    if path.name != pathlib.Path(REPORT).name:
        return path.read_bytes()
    report = json.loads(path.read_text())
    report["corpus"]["sources"].sort(key=lambda source: source["name"])
    return json.dumps(report).encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/release/thema")
    parser.add_argument("--also", type=pathlib.Path, action="append", default=[], metavar="FILE", help="another build")
    parser.add_argument("--papers", default="2000", help="papers of the generated corpus; 0 for the sample alone")
    parser.add_argument("--update", action="store_true", help="store the hashes")
    options = parser.parse_args()
    program = options.program.resolve()
    figures = {"differs_by_the_clock": sorted(TIMED), "lists_inputs_in_their_order": sorted(OF_THE_REPORT | {REPORT}), "corpora": {}}
    failed = False
    for papers in ["sample"] + [options.papers] * (options.papers != "0"):
        with tempfile.TemporaryDirectory() as inputs:
            lines = list(lines_of(papers, program))
            for at, name in enumerate([*PARTS, NEW]):
                (pathlib.Path(inputs) / name).write_text("".join(lines[at::len(PARTS) + 1]))
            expected, same = None, []
            for name, variant in variants(program, options.also):
                if "valgrind" in name and papers != "sample":
                    continue
                files = written(variant, inputs)
                expected = expected or files
                by_order = OF_THE_REPORT if variant["order"] != [0, 1, 2] else set()
                other = sorted(path for path in (expected | files).keys() - by_order if expected.get(path) != files.get(path))
                print(f"{papers}: {name}: {len(files)} files, " + (f"other: {', '.join(other)}" if other else "the same"))
                failed |= bool(other)
                same += [] if other else [name]
            figures["corpora"][papers] = {"same_under": same, "sha256": expected}
    if options.update and not failed:
        STORED.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    sys.exit(int(failed))


if __name__ == "__main__":
    main()
