"""Measures of one partition and its words, the same for every peer."""

import csv
import itertools
import json
import re
import subprocess

import numpy as np

from contract import TERMS, TOKEN, read_papers


def read_clusters(path):
    """Cluster by identifier."""
    with open(path, newline="") as rows:
        return {row["id"]: int(row["cluster"]) for row in csv.DictReader(rows)}


def spelled_rightly(paper):
    """Repairs an arXiv identifier that was stored as a number: `907.529` becomes 0907.5290."""
    match = re.fullmatch(r"(\d{1,4})\.(\d{1,16})", paper)
    if not match:
        return paper
    month, number = match[1].zfill(4), match[2]
    width = 4 if month < "1501" else 5
    kept = f"{round(float(f'0.{number}') * 10**width):0{width}d}"
    return f"{month}.{kept}"


def agreement(corpus, clusters):
    """V-measure, ARI and AMI over all labelled papers. The outliers of a peer count as one more cluster."""
    from sklearn.metrics import adjusted_mutual_info_score, adjusted_rand_score, v_measure_score

    if corpus.labels is None:
        return {}
    with open(corpus.labels, newline="") as rows:
        label = {spelled_rightly(row["id"]): row["label"] for row in csv.DictReader(rows)}
    clusters = {spelled_rightly(paper): cluster for paper, cluster in clusters.items()}
    ids = sorted(label)
    truth, found = [label[i] for i in ids], [clusters.get(i, -1) for i in ids]
    return {
        "v": v_measure_score(truth, found),
        "ari": adjusted_rand_score(truth, found),
        "ami": adjusted_mutual_info_score(truth, found),
    }


def stability(partitions):
    """Mean ARI over all pairs of partitions made with different seeds."""
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


def coherence(corpus, rows, ours):
    """Coherence of every list of themes in `rows` over the texts of the corpus, in one pass per measure.

    `c_npmi` and `c_v` are gensim's with its own sliding windows. `npmi` and `c_v_documents` are gensim's with one window per
    document, and `npmi_thema` and `c_v_thema` are the same measures by the program `ours`. Texts are lower-cased words. Words
    that do not occur are left out, and so are themes with fewer than two words.
    """
    from gensim.corpora import Dictionary
    from gensim.models.coherencemodel import CoherenceModel

    tokens = [TOKEN.findall(text.lower()) for text in read_papers(corpus.path)[1]]
    dictionary = Dictionary(tokens)
    kept = [[[w for w in topic if w in dictionary.token2id] for topic in topics] for topics in rows]
    kept = [[topic for topic in topics if len(topic) > 1] for topics in kept]
    flat = list(itertools.chain(*kept))
    longest = max(map(len, tokens)) + 1
    figures = {}
    for name, measure, window in (("c_npmi", "c_npmi", None), ("c_v", "c_v", None), ("npmi", "c_npmi", longest),
                                  ("c_v_documents", "c_v", longest)):
        model = CoherenceModel(topics=flat, texts=tokens, dictionary=dictionary, coherence=measure, topn=TERMS,
                               window_size=window, processes=2)
        figures[name] = model.get_coherence_per_topic()
    number = dictionary.token2id
    answer = subprocess.run([ours], capture_output=True, text=True, check=True, input=json.dumps({
        "terms": len(number), "documents": [[number[word] for word in text] for text in tokens],
        "topics": [[number[word] for word in topic] for topic in flat]}))
    by_thema = json.loads(answer.stdout)
    figures.update({"npmi_thema": by_thema["npmi"], "c_v_thema": by_thema["c_v"]})
    ends = list(itertools.accumulate(map(len, kept), initial=0))
    return [
        {name: float(np.nanmean(values[start:end])) if end > start else None for name, values in figures.items()}
        for start, end in itertools.pairwise(ends)
    ]
