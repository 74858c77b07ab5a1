#!/usr/bin/env python3
"""Measures agreement with labels, outliers and cost of every clustering algorithm and of every step of the default pipeline.

Usage, from the project's root, after `cargo build --release --workspace`:

    python3 benches/algorithms.py --labelled DIR

DIR holds `cs20.jsonl[.zst]` and `cs20.labels.csv`, and the same for `mix30`. Every row is `thema run` on a whole set with a given
number of clusters and one setting changed, scored by `thema eval --first 6000`. Figures are means over the seeds, or one seed if
the algorithm makes no random choice. The cost is CPU time, which other work on the machine hardly changes. Writes
benches/results/algorithms.json, which `python3 benches/results/render.py` renders. Uses the standard library only.
"""

import argparse
import datetime
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "peers"))
from measure import machine, versions  # noqa: E402

SETS = {"cs20": 20, "mix30": 30}
#: Name and settings of every step from plain latent semantic analysis to the defaults.
STEPS = [
    ("LSA of TF-IDF rows, k-means", {"FEATURES__WEIGHT": "tfidf", "FEATURES__PROJECTION": "lsa",
                                     "FEATURES__BACKGROUND": "none", "CLUSTERS__SMOOTHING_STEPS": "0"}),
    ("BM25 in place of TF-IDF", {"FEATURES__PROJECTION": "lsa", "FEATURES__BACKGROUND": "none",
                                 "CLUSTERS__SMOOTHING_STEPS": "0"}),
    ("LSA and smoothing", {"FEATURES__PROJECTION": "lsa", "FEATURES__BACKGROUND": "none"}),
    ("contrastive, from the set alone", {"FEATURES__BACKGROUND": "none", "CLUSTERS__SMOOTHING_STEPS": "0"}),
    ("contrastive and smoothing, from the set alone", {"FEATURES__BACKGROUND": "none"}),
    ("background, no smoothing", {"CLUSTERS__SMOOTHING_STEPS": "0"}),
    ("defaults: background and smoothing", {}),
    ("defaults with one start in place of five", {"CLUSTERS__STARTS": "1"}),
    ("defaults with twenty starts", {"CLUSTERS__STARTS": "20"}),
]
#: Name of every algorithm, and whether it makes random choices.
ALGORITHMS = [("spherical-kmeans", True), ("bisecting-kmeans", True), ("kmeans", True), ("gaussian-mixture", True),
              ("leiden", True), ("hdbscan", False), ("dbscan", False), ("optics", False)]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--labelled", type=pathlib.Path, required=True)
    parser.add_argument("--thema", type=pathlib.Path, default=pathlib.Path("target/release/thema"))
    parser.add_argument("--out", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent / "results" / "algorithms.json")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--sets", default=",".join(SETS), help="names, separated by commas")
    parser.add_argument("--only", default="", help="run only rows whose name contains one of these, comma-separated")
    return parser.parse_args()


def run(options, papers, labels, clusters, seed, settings):
    """The figures of one run."""
    environment = {**os.environ, **{f"THEMA_{key}": value for key, value in settings.items()}}
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "run"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([options.thema, "run", papers, "--clusters", str(clusters), "--no-taxonomy", "--seed", str(seed),
                        "--out", out, "--quiet"], check=True, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        timings, quality = (json.loads((out / name).read_text()) for name in ("timings.json", "quality.json"))
        answer = subprocess.run([options.thema, "eval", out, "--labels", labels, "--first", "6000", "--json"], check=True,
                                capture_output=True, text=True)
    agreement = json.loads(answer.stdout)["agreement"]
    return {"v": agreement["v_measure"], "ari": agreement["adjusted_rand"], "clusters": len(quality["sizes"]),
            "outliers": quality["outlier_share"],
            "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            "peak_mb": timings["peak_memory_bytes"] / 2**20}


def main():
    options = arguments()
    rows = [("step", name, settings, True) for name, settings in STEPS]
    rows += [("algorithm", name, {"CLUSTERS__ALGORITHM": name}, random) for name, random in ALGORITHMS]
    results = json.loads(options.out.read_text()) if options.out.exists() else {"rows": []}
    results.update({"machine": machine(), "date": datetime.date.today().isoformat(),
                    "versions": {"thema": versions(options.thema)["thema"]}})
    for set_name in options.sets.split(","):
        clusters = SETS[set_name]
        plain = options.labelled / f"{set_name}.jsonl"
        papers = plain if plain.exists() else options.labelled / f"{set_name}.jsonl.zst"
        labels = options.labelled / f"{set_name}.labels.csv"
        for kind, name, settings, random in rows:
            if not any(word in name for word in options.only.split(",")):
                continue
            seeds = range(1, (options.seeds if random else 1) + 1)
            runs = [run(options, papers, labels, clusters, seed, settings) for seed in seeds]
            row = {"set": set_name, "kind": kind, "name": name, "seeds": len(runs),
                   **{key: statistics.mean(figures[key] for figures in runs) for key in runs[0]}}
            print(f"{set_name}: {name}: V {row['v']:.3f}, ARI {row['ari']:.3f}, {row['cpu']:.1f} s", file=sys.stderr)
            same = ("set", "kind", "name")
            results["rows"] = [old for old in results["rows"] if any(old[key] != row[key] for key in same)] + [row]
            options.out.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
