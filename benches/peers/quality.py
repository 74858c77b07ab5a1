"""Measures of one partition and its words, the same for every peer."""

import csv
import itertools

import numpy as np

from contract import TERMS, TOKEN, read_papers


def read_clusters(path):
    """Cluster by identifier."""
    with open(path, newline="") as rows:
        return {row["id"]: int(row["cluster"]) for row in csv.DictReader(rows)}


def agreement(corpus, clusters):
    """V-measure, ARI and AMI over all labelled papers; the outliers of a peer count as one more cluster."""
    from sklearn.metrics import adjusted_mutual_info_score, adjusted_rand_score, v_measure_score

    if corpus.labels is None:
        return {}
    with open(corpus.labels, newline="") as rows:
        label = {row["id"]: row["label"] for row in csv.DictReader(rows)}
    ids = sorted(label)
    truth, found = [label[i] for i in ids], [clusters.get(i, -1) for i in ids]
    return {
        "v": v_measure_score(truth, found),
        "ari": adjusted_rand_score(truth, found),
        "ami": adjusted_mutual_info_score(truth, found),
    }


def stability(partitions):
    """Mean ARI of every pair of partitions, made with different seeds."""
    from sklearn.metrics import adjusted_rand_score

    ids = sorted(partitions[0])
    columns = [[partition.get(i, -1) for i in ids] for partition in partitions]
    pairs = [adjusted_rand_score(a, b) for a, b in itertools.combinations(columns, 2)]
    return float(np.mean(pairs)) if pairs else None


def words_of(terms):
    """The first ten distinct words of a theme's terms; a phrase counts as its words."""
    words = []
    for term in terms:
        words += [word for word in TOKEN.findall(term.lower()) if word not in words]
    return words[:TERMS]


def diversity(topics):
    """Share of distinct words among the words of all themes (Dieng et al., 2020)."""
    words = list(itertools.chain(*topics))
    return len(set(words)) / len(words) if words else None


def coherence(corpus, rows):
    """gensim's c_npmi and c_v of every list of themes in `rows`, in one pass each; the reference is the corpus.

    Texts are lower-cased words; words that do not occur are left out, themes with fewer than two words too.
    """
    from gensim.corpora import Dictionary
    from gensim.models.coherencemodel import CoherenceModel

    tokens = [TOKEN.findall(text.lower()) for text in read_papers(corpus.path)[1]]
    dictionary = Dictionary(tokens)
    kept = [[[w for w in topic if w in dictionary.token2id] for topic in topics] for topics in rows]
    kept = [[topic for topic in topics if len(topic) > 1] for topics in kept]
    flat = list(itertools.chain(*kept))
    figures = []
    for measure in ("c_npmi", "c_v"):
        model = CoherenceModel(topics=flat, texts=tokens, dictionary=dictionary, coherence=measure, topn=TERMS,
                               processes=2)
        figures.append(iter(model.get_coherence_per_topic()))
    return [
        {
            name: float(np.nanmean([next(figure) for _ in topics])) if topics else None
            for name, figure in zip(("c_npmi", "c_v"), figures)
        }
        for topics in kept
    ]
