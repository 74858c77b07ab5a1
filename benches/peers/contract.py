"""The interface of every peer, so that one program can run and judge them all.

A peer is a script: `peer_x.py --corpus PAPERS.jsonl --clusters K --seed N --variant NAME --out DIR`. It reads papers (JSON
lines with `id`, `title`, `abstract`), makes K clusters or as many as it finds, and writes into DIR `clusters.csv`
(`id,cluster`; -1 is an outlier), `terms.json` (ten words per cluster, best first) and `stages.json` (seconds per stage).
"""

import argparse
import collections
import contextlib
import csv
import json
import pathlib
import re
import time

TOKEN = re.compile(r"[a-z][a-z0-9\-]+")
TERMS = 10


class Peer:
    """The arguments of a peer, its corpus and its stage timer."""

    def __init__(self, variants):
        parser = argparse.ArgumentParser()
        parser.add_argument("--corpus", required=True)
        parser.add_argument("--clusters", type=int, required=True)
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--variant", choices=variants, default=variants[0])
        parser.add_argument("--embeddings", help="rows made by peer_embed.py for this corpus (.npy)")
        parser.add_argument("--out", type=pathlib.Path, required=True)
        self.arguments = parser.parse_args()
        self.clusters, self.seed, self.variant = (
            self.arguments.clusters, self.arguments.seed, self.arguments.variant)
        self.stages = {}
        with self.stage("read"):
            self.ids, self.texts = read_papers(self.arguments.corpus)

    @contextlib.contextmanager
    def stage(self, name):
        """Adds the seconds that the body of the `with` takes to the stage."""
        start = time.perf_counter()
        yield
        self.stages[name] = self.stages.get(name, 0.0) + time.perf_counter() - start

    def finish(self, clusters, terms):
        """Writes one cluster per paper, in the order of the corpus, and the words of every cluster by its number."""
        out = self.arguments.out
        out.mkdir(parents=True, exist_ok=True)
        with open(out / "clusters.csv", "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["id", "cluster"])
            writer.writerows(zip(self.ids, map(int, clusters), strict=True))
        (out / "terms.json").write_text(json.dumps({str(k): v for k, v in terms.items()}))
        (out / "stages.json").write_text(json.dumps(self.stages))


def read_papers(path):
    """Identifiers and texts of a file of JSON lines; a text is the title followed by the abstract."""
    ids, texts = [], []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            paper = json.loads(line)
            ids.append(paper["id"])
            texts.append(" ".join(f"{paper['title']}. {paper['abstract']}".split()))
    return ids, texts


class StemAnalyzer:
    """Snowball stems of the words that are not stop words; remembers the commonest word of every stem."""

    def __init__(self):
        import Stemmer
        from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

        self.stemmer, self.stop = Stemmer.Stemmer("english"), ENGLISH_STOP_WORDS
        self.surfaces = collections.defaultdict(collections.Counter)

    def __call__(self, text):
        words = [word for word in TOKEN.findall(text.lower()) if word not in self.stop and len(word) > 2]
        stems = self.stemmer.stemWords(words)
        for stem, word in zip(stems, words):
            self.surfaces[stem][word] += 1
        return stems

    def readable(self, stem):
        """The commonest word with this stem."""
        return self.surfaces[stem].most_common(1)[0][0]


def centroid_terms(rows, clusters, names):
    """The heaviest terms of every cluster's mean row; `rows` is sparse, `names` gives a column's word."""
    import numpy as np

    terms = {}
    for cluster in sorted(set(map(int, clusters)) - {-1}):
        mean = np.asarray(rows[np.asarray(clusters) == cluster].mean(axis=0)).ravel()
        terms[cluster] = [names[column] for column in np.argsort(-mean, kind="stable")[:TERMS]]
    return terms
