#!/usr/bin/env python3
"""Runs thema and its peers alternately on the same files, and judges them by the same measures.

Usage, from the project's root, after `cargo build --release --workspace`:

    python3 benches/peers/run.py --labelled DIR --dump FILE

Makes a virtual environment with the versions of requirements.txt in WORK/venv, draws the corpora into WORK/corpora, runs
every system in its own process, and writes benches/results/quality.json. `python3 benches/results/render.py` turns that
into benches/RESULTS.md. A system runs once per seed, and its times are medians. A slow system runs with the first seed only
if a corpus has more than 2,000 papers. `--corpora`, `--systems`, `--papers` and `--seeds` narrow the run; results of
other systems and corpora in the file stay. `--reuse` uses the results of an earlier run in WORK instead of running again, to
judge the same results another way.
"""

import argparse
import datetime
import json
import pathlib
import re
import shutil
import statistics
import sys

import thema_output
from measure import environment, machine, timed, versions

HERE = pathlib.Path(__file__).resolve().parent
#: Name, script and variant of every peer, and whether it is slow.
PEERS = [
    ("scikit-learn TF-IDF + KMeans", "peer_sklearn.py", "tfidf-kmeans", False),
    ("scikit-learn, PyStemmer TF-IDF + KMeans", "peer_sklearn.py", "stems-kmeans", False),
    ("scikit-learn LSA-100 + KMeans", "peer_sklearn.py", "lsa-kmeans", False),
    ("scikit-learn, PyStemmer LSA-100 + KMeans", "peer_sklearn.py", "stems-lsa-kmeans", False),
    ("scikit-learn, PyStemmer LSA-100 + MiniBatchKMeans", "peer_sklearn.py", "stems-lsa-minibatch", False),
    ("faiss spherical k-means on LSA-100", "peer_faiss.py", "lsa-spherical", False),
    ("gensim TF-IDF + LSI-200, KMeans", "peer_gensim.py", "lsi-kmeans", False),
    ("tomotopy LDA", "peer_tomotopy.py", "lda", True),
    ("scikit-learn, PyStemmer LSA-100 + EVoC", "peer_sklearn.py", "stems-lsa-evoc", False),
    ("MiniLM embeddings + KMeans", "peer_bertopic.py", "kmeans", True),
    ("MiniLM embeddings + EVoC", "peer_bertopic.py", "evoc", True),
    ("BERTopic, defaults", "peer_bertopic.py", "defaults", True),
    ("BERTopic, topics given, outliers reduced", "peer_bertopic.py", "topics-given", True),
    ("Top2Vec", "peer_top2vec.py", "found", True),
    ("Top2Vec, reduced", "peer_top2vec.py", "reduced", True),
]
#: Name and arguments of thema's own rows.
THEMA = [
    ("thema", []),
    ("thema --background none", ["--background", "none"]),
]
CORPORA = ["cs20", "mix30", "cs20-2000", "mix30-2000", "cs.DC", "titles", "small200"]
#: A slow system runs once per seed on a corpus of up to this many papers, to measure its stability; on a larger one with the first
#: seed only.
SMALL = 2000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--labelled", type=pathlib.Path, help="folder with cs20 and mix30, papers and labels")
    parser.add_argument("--dump", type=pathlib.Path, help="Kaggle arXiv snapshot to draw the other corpora from")
    parser.add_argument("--thema", type=pathlib.Path, default=pathlib.Path("target/release/thema"))
    parser.add_argument("--coherence", type=pathlib.Path, default=pathlib.Path("target/release/topic-coherence"))
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("target/peers"))
    parser.add_argument("--out", type=pathlib.Path, default=HERE.parent / "results" / "quality.json")
    parser.add_argument("--papers", type=int, default=6000, help="papers of a labelled set (default 6000)")
    parser.add_argument("--corpora", default=",".join(CORPORA), help="names, separated by commas")
    parser.add_argument("--systems", default="", help="run only systems whose name contains one of these, comma-separated")
    parser.add_argument("--seeds", type=int, default=5, help="seeds (default 5)")
    parser.add_argument("--reuse", action="store_true", help="run only what left no answer in WORK")
    return parser.parse_args()


def run_peer(script, variant, corpus, seed, folder, embeddings):
    """Runs a peer once."""
    command = [sys.executable, HERE / script, "--corpus", corpus.path, "--clusters", corpus.clusters, "--seed", seed,
               "--variant", variant, "--out", folder]
    if script == "peer_bertopic.py":
        command += ["--embeddings", embeddings["path"]]
    figures = timed(command, folder.with_suffix(".log"))
    if not figures["failed"]:
        figures["stages"] = json.loads((folder / "stages.json").read_text())
    if script == "peer_bertopic.py":
        # The embeddings are made once for three rows; each row includes their whole cost.
        figures["wall"] += embeddings["wall"]
        figures["cpu"] += embeddings["cpu"]
        figures["peak_mb"] = max(figures["peak_mb"], embeddings["peak_mb"])
    return figures


def run_thema(binary, extra, corpus, seed, folder):
    """Runs thema once and writes its result as the files of a peer."""
    out = folder / "run"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    figures = timed([binary, "run", corpus.path, "--out", out, "--clusters", corpus.clusters, "--no-taxonomy",
                     "--seed", seed, *extra], folder.with_suffix(".log"))
    if figures["failed"]:
        return figures
    thema_output.translate(out, folder)
    figures["stages"] = thema_output.stages(out)
    return figures


def file_name(system):
    """The name of a system as a file name."""
    return re.sub(r"[^a-z0-9]+", "-", system.lower()).strip("-")


def embed(corpus, work):
    """Makes the embeddings of a corpus once. Returns their path and cost."""
    path = work / f"{corpus.name}.npy"
    cost = work / f"{corpus.name}.npy.json"
    if not cost.exists() or path.stat().st_mtime < corpus.path.stat().st_mtime:
        figures = timed([sys.executable, HERE / "peer_embed.py", corpus.path, path], path.with_suffix(".log"))
        if figures["failed"]:
            raise SystemExit(f"embedding failed: see {path.with_suffix('.log')}")
        cost.write_text(json.dumps(figures))
    return {"path": path, **json.loads(cost.read_text())}


def judge(corpus, name, runs, folders):
    """The row of one system on one corpus, without coherence, and the words of its clusters."""
    from quality import agreement, diversity, read_clusters, stability, words_of

    good = [(run, folder) for run, folder in zip(runs, folders) if not run["failed"]]
    if not good:
        return {"system": name, "failed": True}, []
    partitions = [read_clusters(folder / "clusters.csv") for _, folder in good]
    agreements = [agreement(corpus, partition) for partition in partitions]
    topics = [words_of(terms) for terms in json.loads((good[0][1] / "terms.json").read_text()).values()]
    row = {
        "system": name,
        "runs": len(good),
        **{key: statistics.median(run[key] for run, _ in good) for key in ("wall", "cpu", "peak_mb")},
        **{key: statistics.mean(values[key] for values in agreements) for key in agreements[0]},
        "outliers": statistics.mean(list(p.values()).count(-1) / len(p) for p in partitions),
        "clusters": statistics.mean(len(set(p.values()) - {-1}) for p in partitions),
        "stability": stability(partitions) if len(partitions) > 1 else None,
        "diversity": diversity(topics),
        "stages": good[0][0]["stages"],
    }
    return row, topics


def compare(corpus, options, work):
    """Runs every system on one corpus. Returns rows with all measures."""
    from quality import coherence

    wanted = [word for word in options.systems.split(",") if word]

    def chosen(name):
        return not wanted or any(word in name for word in wanted)

    systems = [
        (name, lambda seed, folder, extra=extra: run_thema(options.thema, extra, corpus, seed, folder), False)
        for name, extra in THEMA if chosen(name)
    ]
    for name, script, variant, slow in PEERS:
        if chosen(name):
            embeddings = embed(corpus, work) if script == "peer_bertopic.py" else None
            systems.append((
                name,
                lambda seed, folder, script=script, variant=variant, embeddings=embeddings: run_peer(
                    script, variant, corpus, seed, folder, embeddings),
                slow,
            ))
    runs = {name: ([], []) for name, _, _ in systems}
    for seed in range(options.seeds):
        for name, run, slow in systems:
            if slow and seed > 0 and corpus.papers > SMALL:
                continue
            folder = work / "runs" / corpus.name / f"{file_name(name)}-{seed}"
            folder.mkdir(parents=True, exist_ok=True)
            kept = folder.with_suffix(".json")
            if options.reuse and kept.exists():
                figures = json.loads(kept.read_text())
            else:
                figures = run(seed, folder)
                kept.write_text(json.dumps(figures))
            state = f"failed: see {folder.with_suffix('.log')}" if figures["failed"] else f"{figures['wall']:.1f} s"
            print(f"{corpus.name}: {name}, seed {seed}: {state}", file=sys.stderr, flush=True)
            runs[name][0].append(figures)
            runs[name][1].append(folder)
    rows, words = zip(*(judge(corpus, name, *runs[name]) for name, _, _ in systems))
    for row, figures in zip(rows, coherence(corpus, words, options.coherence)):
        row.update(figures)
    return rows


def main():
    options = arguments()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    environment(work)
    from corpora import quality_corpora

    (work / "corpora").mkdir(exist_ok=True)
    results = json.loads(options.out.read_text()) if options.out.exists() else {"quality": {}}
    measured = {"machine": machine(), "date": datetime.date.today().isoformat()}
    results["versions"] = versions(options.thema)
    names = options.corpora.split(",")
    for corpus in quality_corpora(work / "corpora", names, options.labelled, options.dump, options.papers):
        rows = [{**row, **measured} for row in compare(corpus, options, work)]
        entry = results["quality"].setdefault(corpus.name, {"rows": []})
        entry.update({"note": corpus.note, "clusters": corpus.clusters})
        fresh = {row["system"] for row in rows}
        entry["rows"] = [row for row in entry["rows"] if row["system"] not in fresh] + rows
        options.out.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
