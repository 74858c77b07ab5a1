"""Runs one kernel of scikit-learn or faiss on the same work as the program `kernel-times`, and prints its figures as JSON.

`peer_kernel.py tfidf|tfidf-stems DUMP` vectorises words and bigrams that occur in at least 30 documents, and `tfidf-stems` then
runs TruncatedSVD(256); `kmeans|faiss VECTORS` makes 100 clusters of 256 columns in 20 iterations.
"""

import json
import resource
import sys
import time

import numpy as np

DIMENSIONS, CLUSTERS, ITERATIONS = 256, 100, 20


def vectorise(path, stems):
    """Seconds for TF-IDF and, with stems, for the SVD of its rows."""
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, TfidfVectorizer

    from contract import TOKEN, read_papers

    texts = read_papers(path)[1]
    settings = {"min_df": 30, "sublinear_tf": True, "dtype": np.float32}
    if stems:
        import Stemmer

        stemmer = Stemmer.Stemmer("english")

        def analyse(text):
            words = stemmer.stemWords([w for w in TOKEN.findall(text.lower()) if w not in ENGLISH_STOP_WORDS])
            return words + [f"{a} {b}" for a, b in zip(words, words[1:])]

        vectorizer = TfidfVectorizer(analyzer=analyse, **settings)
    else:
        vectorizer = TfidfVectorizer(ngram_range=(1, 2), stop_words="english", **settings)
    start = time.perf_counter()
    rows = vectorizer.fit_transform(texts)
    figures = {"text to rows": time.perf_counter() - start, "terms": rows.shape[1]}
    if stems:
        start = time.perf_counter()
        TruncatedSVD(DIMENSIONS, random_state=0).fit_transform(rows)
        figures["LSA-256"] = time.perf_counter() - start
    return figures


def cluster(path, library):
    """Seconds and inertia of k-means with the same number of iterations on the same vectors."""
    vectors = np.fromfile(path, dtype=np.float32).reshape(-1, DIMENSIONS)
    start = time.perf_counter()
    if library == "faiss":
        import faiss

        model = faiss.Kmeans(DIMENSIONS, CLUSTERS, niter=ITERATIONS, spherical=True, seed=1,
                             max_points_per_centroid=10**9)
        model.train(vectors)
        seconds = time.perf_counter() - start
        labels = model.index.search(vectors, 1)[1].ravel()
    else:
        from sklearn.cluster import KMeans

        labels = KMeans(CLUSTERS, n_init=1, max_iter=ITERATIONS, tol=0, random_state=1).fit_predict(vectors)
        seconds = time.perf_counter() - start
    sums = np.zeros((CLUSTERS, DIMENSIONS))
    np.add.at(sums, labels, vectors)
    sizes = np.maximum(np.bincount(labels, minlength=CLUSTERS), 1)
    inertia = float((vectors.astype(np.float64) ** 2).sum() - ((sums**2).sum(1) / sizes).sum())
    return {"k-means": seconds, "inertia": inertia}


def main():
    variant, path = sys.argv[1:]
    figures = cluster(path, variant) if variant in ("faiss", "kmeans") else vectorise(path, variant == "tfidf-stems")
    figures["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
