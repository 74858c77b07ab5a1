#!/usr/bin/env python3
"""Measures time and memory of thema and scikit-learn on corpora of growing size, and fits the exponents.

Usage, from the project's root, after `cargo build --release --workspace`:

    python3 benches/peers/scale.py --dump FILE

Draws evenly spaced papers from the dump, generates larger corpora with `generate-corpus`, runs every system on every size in
its own process, and writes benches/results/scale.json, which `python3 benches/results/render.py` renders. `--sizes` and
`--generated` narrow the run; results of other sizes in the file stay.
"""

import argparse
import datetime
import json
import math
import pathlib
import statistics
import subprocess
import sys

from corpora import Corpus, spaced, write
from measure import HERE, environment, machine, timed, versions
from run import run_peer, run_thema

PEERS = [
    ("scikit-learn, PyStemmer LSA-100 + KMeans", "peer_sklearn.py", "stems-lsa-kmeans"),
    ("scikit-learn, PyStemmer LSA-100 + MiniBatchKMeans", "peer_sklearn.py", "stems-lsa-minibatch"),
    ("scikit-learn, PyStemmer LSA-100 + EVoC", "peer_sklearn.py", "stems-lsa-evoc"),
]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dump", type=pathlib.Path, required=True, help="Kaggle arXiv snapshot")
    parser.add_argument("--thema", type=pathlib.Path, default=pathlib.Path("target/release/thema"))
    parser.add_argument("--generator", type=pathlib.Path, default=pathlib.Path("target/release/generate-corpus"))
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("target/peers"))
    parser.add_argument("--out", type=pathlib.Path, default=HERE.parent / "results" / "scale.json")
    parser.add_argument("--sizes", default="1000,3000,10000,30000,100000,300000", help="papers of the dump")
    parser.add_argument("--generated", default="1000000,3000000,10000000", help="generated papers")
    parser.add_argument("--peers-up-to", type=int, default=300_000, help="largest corpus for the peers")
    parser.add_argument("--clusters", type=int, default=60)
    parser.add_argument("--repeats", type=int, default=3, help="runs of corpora up to 100,000 papers (default 3)")
    return parser.parse_args()


def generated(binary, folder, count, clusters):
    """A generated corpus, made if it does not exist yet."""
    path = folder / f"generated-{count}.jsonl"
    if not path.exists():
        subprocess.run([binary, "--papers", str(count), "--clusters", str(clusters), "--out", path], check=True)
    return Corpus(f"generated-{count}", "generated", path, None, clusters, count)


def exponent(points):
    """Least-squares slope of log(figure) over log(papers)."""
    logs = [(math.log(papers), math.log(figure)) for papers, figure in points]
    if len(logs) < 2:
        return None
    mean_x, mean_y = (statistics.mean(axis) for axis in zip(*logs))
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)


def measure(corpus, systems, options, work):
    """Measures every system on one corpus. Returns the rows."""
    rows, papers = [], corpus.papers
    for number, (name, run) in enumerate(systems):
        if number > 0 and papers > options.peers_up_to:
            continue
        runs = []
        for seed in range(options.repeats if papers <= 100_000 else 1):
            folder = work / "runs" / corpus.name / f"scale-{number}-{seed}"
            folder.mkdir(parents=True, exist_ok=True)
            runs.append(run(corpus, seed, folder))
            print(f"{corpus.name}: {name}: {runs[-1]['wall']:.1f} s, failed: {runs[-1]['failed']}", file=sys.stderr)
        good = [run for run in runs if not run["failed"]]
        row = {"system": name, "source": corpus.note, "papers": papers, "bytes": corpus.path.stat().st_size,
               "runs": len(good), "failed": not good}
        if good:
            row.update({key: statistics.median(run[key] for run in good) for key in ("wall", "cpu", "peak_mb")})
            row["stages"] = good[-1]["stages"]
        rows.append(row)
    return rows


def main():
    options = arguments()
    work = options.work.resolve()
    (work / "corpora").mkdir(parents=True, exist_ok=True)
    environment(work)
    systems = [("thema", lambda corpus, seed, folder: run_thema(options.thema, [], corpus, seed, folder))]
    for name, script, variant in PEERS:
        systems.append((name, lambda corpus, seed, folder, script=script, variant=variant: run_peer(
            script, variant, corpus, seed, folder, None)))
    sizes = [(int(size), "real") for size in options.sizes.split(",") if size]
    sizes += [(int(size), "generated") for size in options.generated.split(",") if size]
    measured = {"machine": machine(), "date": datetime.date.today().isoformat()}
    for size, source in sizes:
        if source == "real":
            papers = spaced(options.dump, size)
            corpus = write(work / "corpora", f"real-{size}", source, papers, None, options.clusters)
        else:
            corpus = generated(options.generator, work / "corpora", size, options.clusters)
        keep([{**row, **measured} for row in measure(corpus, systems, options, work)], options)


def keep(fresh, options):
    """Merges the rows of one corpus into the file, with the exponents over all real papers."""
    rows = json.loads(options.out.read_text())["rows"] if options.out.exists() else []
    rows = [row for row in rows if (row["source"], row["papers"]) != (fresh[0]["source"], fresh[0]["papers"])] + fresh
    rows.sort(key=lambda row: row["papers"])
    names = list(dict.fromkeys(row["system"] for row in rows))
    exponents = {
        name: {
            key: exponent([(row["papers"], row[key]) for row in rows
                           if row["system"] == name and row["source"] == "real" and not row["failed"]])
            for key in ("wall", "peak_mb")
        }
        for name in names
    }
    options.out.write_text(json.dumps({
        "versions": versions(options.thema), "clusters": options.clusters, "rows": rows, "exponents": exponents},
        indent=1) + "\n")


if __name__ == "__main__":
    main()
