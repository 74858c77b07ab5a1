"""Writes expected.json: TF-IDF rows of scikit-learn, and BM25 rows of NumPy, for a few token lists.

Usage: python make_expected.py    (needs scikit-learn; its version is written into the file)
"""

import json
import pathlib

import numpy
import sklearn
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

DOCUMENTS = [
    "graph neural networks for traffic traffic traffic forecasting on road graph graph",
    "federated learning of neural networks with private clients",
    "private federated learning",
    "traffic forecasting with federated graph neural networks",
    "serving large language models with paged attention kernels",
    "attention kernels for serving language models",
    "paged attention",
    "",
    "scheduling jobs on clusters and clusters of clusters",
    "cluster scheduling for language models",
    "neural neural neural neural neural neural neural neural neural neural",
]


def rows(matrix, names):
    return [{names[j]: float(v) for j, v in zip(row.indices, row.data)} for row in map(matrix.getrow, range(matrix.shape[0]))]


def bm25(ngrams, k1, b):
    vectorizer = CountVectorizer(analyzer="word", tokenizer=str.split, token_pattern=None, ngram_range=(1, ngrams))
    counts = vectorizer.fit_transform(DOCUMENTS).astype(numpy.float64)
    n = counts.shape[0]
    frequency = numpy.bincount(counts.indices, minlength=counts.shape[1])
    idf = numpy.log(1 + (n - frequency + 0.5) / (frequency + 0.5))
    length = numpy.asarray(counts.sum(1)).ravel()
    row = numpy.repeat(numpy.arange(n), numpy.diff(counts.indptr))
    damping = k1 * (1 - b + b * length[row] / length.mean())
    counts.data = idf[counts.indices] * counts.data * (k1 + 1) / (counts.data + damping)
    norm = numpy.sqrt(numpy.asarray(counts.multiply(counts).sum(1)).ravel())
    counts.data = counts.data / norm[row]
    return rows(counts, vectorizer.get_feature_names_out())


def tfidf(ngrams, sublinear, minimum, maximum):
    vectorizer = TfidfVectorizer(
        analyzer="word", tokenizer=str.split, token_pattern=None, ngram_range=(1, ngrams), sublinear_tf=sublinear,
        min_df=minimum, max_df=maximum,
    )
    return rows(vectorizer.fit_transform(DOCUMENTS), vectorizer.get_feature_names_out())


cases = []
for ngrams, sublinear, minimum, maximum in [(1, False, 1, 1.0), (1, True, 2, 1.0), (2, True, 1, 0.3), (3, False, 2, 5)]:
    cases.append({
        "longest": ngrams, "minimum": minimum, "maximum": maximum, "weighting": {"tf_idf": {"sublinear": sublinear}},
        "rows": tfidf(ngrams, sublinear, minimum, maximum),
    })
for ngrams, k1, b in [(1, 1.2, 0.3), (2, 0.9, 0.75)]:
    cases.append({
        "longest": ngrams, "minimum": 1, "maximum": 1.0, "weighting": {"bm25": {"k1": k1, "b": b}},
        "rows": bm25(ngrams, k1, b),
    })
expected = {"scikit-learn": sklearn.__version__, "documents": DOCUMENTS, "cases": cases}
path = pathlib.Path(__file__).with_name("expected.json")
path.write_text(json.dumps(expected, indent=1, sort_keys=True) + "\n")
