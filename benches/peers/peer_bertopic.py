"""BERTopic on all-MiniLM-L6-v2 embeddings: with its defaults; with the number of topics given and outliers reduced; with
k-means on the same embeddings, which BERTopic documents as an alternative to HDBSCAN; and with EVoC on them.
"""

import numpy as np
from bertopic import BERTopic
from bertopic.vectorizers import ClassTfidfTransformer
from sklearn.cluster import KMeans
from sklearn.feature_extraction.text import CountVectorizer
from umap import UMAP

from contract import TERMS, Peer

peer = Peer(["defaults", "topics-given", "kmeans", "evoc"])
embeddings = np.load(peer.arguments.embeddings)
parts = {
    "umap_model": UMAP(n_neighbors=15, n_components=5, min_dist=0.0, metric="cosine", random_state=peer.seed),
    "vectorizer_model": CountVectorizer(stop_words="english"),
    "ctfidf_model": ClassTfidfTransformer(),
}
if peer.variant == "topics-given":
    parts["nr_topics"] = peer.clusters + 1
if peer.variant in ("kmeans", "evoc"):
    # The documented way to avoid outliers: another clustering model instead of HDBSCAN, here on the embeddings themselves.
    from bertopic.dimensionality import BaseDimensionalityReduction

    parts["umap_model"] = BaseDimensionalityReduction()
if peer.variant == "kmeans":
    parts["hdbscan_model"] = KMeans(peer.clusters, n_init=3, random_state=peer.seed)
if peer.variant == "evoc":
    from evoc import EVoC

    parts["hdbscan_model"] = EVoC(approx_n_clusters=peer.clusters, random_state=peer.seed)
with peer.stage("cluster"):
    model = BERTopic(**parts)
    clusters, _ = model.fit_transform(peer.texts, embeddings)
if peer.variant == "topics-given":
    with peer.stage("outliers"):
        clusters = model.reduce_outliers(peer.texts, clusters, strategy="embeddings", embeddings=embeddings)
        model.update_topics(peer.texts, topics=clusters, vectorizer_model=parts["vectorizer_model"])
with peer.stage("terms"):
    terms = {
        topic: [word for word, _ in words if word][:TERMS]
        for topic, words in model.get_topics().items()
        if topic != -1
    }
peer.finish(clusters, terms)
