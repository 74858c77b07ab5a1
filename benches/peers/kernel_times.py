#!/usr/bin/env python3
"""Times thema's kernels beside the same kernels of scikit-learn and faiss, on the same papers, in one run.

Usage, from the project's root, after `cargo build --release -p thema-benches`:

    python3 benches/peers/kernel_times.py --dump arxiv-300k.jsonl

Writes benches/results/kernel_times.json, which `python3 benches/results/render.py` renders.
"""

import argparse
import datetime
import json
import pathlib
import subprocess
import sys

from measure import HERE, environment, machine, versions


#: The pinned packages that take part here.
USED = ["PyStemmer", "faiss-cpu", "numpy", "scikit-learn", "scipy", "thema"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dump", type=pathlib.Path, required=True, help="papers as JSON lines, not compressed")
    parser.add_argument("--program", type=pathlib.Path, default=pathlib.Path("target/release/kernel-times"))
    parser.add_argument("--thema", type=pathlib.Path, default=pathlib.Path("target/release/thema"))
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("target/peers"))
    parser.add_argument("--out", type=pathlib.Path, default=HERE.parent / "results" / "kernel_times.json")
    return parser.parse_args()


def peer(variant, path):
    """The figures of one peer, run in its own process."""
    command = [sys.executable, HERE / "peer_kernel.py", variant, path]
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True)
    print(variant, result.stdout.strip(), file=sys.stderr, flush=True)
    return json.loads(result.stdout)


def main():
    options = arguments()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    environment(work)
    vectors = work / "vectors.f32"
    program = [options.program, options.dump, "--vectors", vectors]
    own = json.loads(subprocess.run(program, capture_output=True, text=True, check=True).stdout)
    print(json.dumps(own["kernels"]), file=sys.stderr, flush=True)
    plain, stems = peer("tfidf", options.dump), peer("tfidf-stems", options.dump)
    faiss, kmeans = peer("faiss", vectors), peer("kmeans", vectors)
    rows = [
        ["text to rows", "scikit-learn TfidfVectorizer, no stems", plain["text to rows"], plain["peak_mb"]],
        ["text to rows", "scikit-learn TfidfVectorizer, PyStemmer", stems["text to rows"], stems["peak_mb"]],
        ["LSA-256", "scikit-learn TruncatedSVD", stems["LSA-256"], stems["peak_mb"]],
        ["spherical k-means", "faiss Kmeans, spherical", faiss["k-means"], faiss["peak_mb"]],
        ["spherical k-means", "scikit-learn KMeans", kmeans["k-means"], kmeans["peak_mb"]],
    ]
    inertia = {"thema": own.pop("inertia"), "faiss": faiss["inertia"], "scikit-learn": kmeans["inertia"]}
    found = versions(options.thema)
    options.out.write_text(json.dumps({
        "machine": machine(), "date": datetime.date.today().isoformat(), "versions": {name: found[name] for name in USED if name in found}, **own,
        "peers": rows, "inertia": inertia}, indent=1) + "\n")


if __name__ == "__main__":
    main()
