"""scikit-learn: TF-IDF and k-means, with and without stems and LSA, as in its text clustering example.

The example: https://scikit-learn.org/stable/auto_examples/text/plot_document_clustering.html (max_df 0.5, min_df 5,
English stop words, TruncatedSVD with 100 components, Normalizer). Three starts instead of one. Also EVoC on the same vectors
(https://github.com/TutteInstitute/evoc), which leaves some papers in no cluster and makes about as many clusters as requested.
"""

from sklearn.cluster import KMeans, MiniBatchKMeans
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import normalize

from contract import Peer, StemAnalyzer, centroid_terms

peer = Peer(["tfidf-kmeans", "stems-kmeans", "lsa-kmeans", "stems-lsa-kmeans", "stems-lsa-minibatch", "stems-lsa-evoc"])
stems = peer.variant.startswith("stems")
analyzer = StemAnalyzer() if stems else "word"
least = 5 if len(peer.texts) >= 1000 else 2
vectorizer = TfidfVectorizer(max_df=0.5, min_df=least, stop_words=None if stems else "english", sublinear_tf=stems,
                             analyzer=analyzer)
with peer.stage("vectorise"):
    rows = vectorizer.fit_transform(peer.texts)
points = rows
if "lsa" in peer.variant:
    with peer.stage("svd"):
        components = min(100, min(rows.shape) - 1)
        points = normalize(TruncatedSVD(components, random_state=peer.seed).fit_transform(rows))
with peer.stage("cluster"):
    if peer.variant.endswith("evoc"):
        from evoc import EVoC

        model = EVoC(approx_n_clusters=peer.clusters, random_state=peer.seed)
        points = points.astype("float32")
    elif peer.variant.endswith("minibatch"):
        model = MiniBatchKMeans(peer.clusters, n_init=3, batch_size=4096, random_state=peer.seed)
    else:
        model = KMeans(peer.clusters, n_init=3, random_state=peer.seed)
    clusters = model.fit_predict(points)
with peer.stage("terms"):
    names = vectorizer.get_feature_names_out()
    if stems:
        names = [analyzer.readable(stem) for stem in names]
    terms = centroid_terms(rows, clusters, names)
peer.finish(clusters, terms)
