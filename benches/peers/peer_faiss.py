"""faiss: spherical k-means, three redos of 25 iterations, on scikit-learn's LSA vectors of stems."""

import faiss
import numpy as np
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import normalize

from contract import Peer, StemAnalyzer, centroid_terms

peer = Peer(["lsa-spherical"])
analyzer = StemAnalyzer()
vectorizer = TfidfVectorizer(max_df=0.5, min_df=5 if len(peer.texts) >= 1000 else 2, sublinear_tf=True,
                             analyzer=analyzer, dtype=np.float32)
with peer.stage("vectorise"):
    rows = vectorizer.fit_transform(peer.texts)
with peer.stage("svd"):
    components = min(100, min(rows.shape) - 1)
    points = normalize(TruncatedSVD(components, random_state=peer.seed).fit_transform(rows)).astype(np.float32)
with peer.stage("cluster"):
    model = faiss.Kmeans(points.shape[1], peer.clusters, niter=25, nredo=3, spherical=True, seed=peer.seed + 1,
                         max_points_per_centroid=10**9, min_points_per_centroid=1)
    model.train(np.ascontiguousarray(points))
    clusters = model.index.search(points, 1)[1].ravel()
with peer.stage("terms"):
    names = [analyzer.readable(stem) for stem in vectorizer.get_feature_names_out()]
    terms = centroid_terms(rows, clusters, names)
peer.finish(clusters, terms)
