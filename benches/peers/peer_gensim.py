"""gensim: TF-IDF and LSI with 200 topics, then scikit-learn's k-means on the normalised document vectors."""

import numpy as np
from gensim import corpora, matutils, models
from sklearn.cluster import KMeans
from sklearn.preprocessing import normalize

from contract import Peer, StemAnalyzer, centroid_terms

peer = Peer(["lsi-kmeans"])
analyzer = StemAnalyzer()
with peer.stage("vectorise"):
    tokens = [analyzer(text) for text in peer.texts]
    dictionary = corpora.Dictionary(tokens)
    dictionary.filter_extremes(no_below=5 if len(tokens) >= 1000 else 2, no_above=0.5, keep_n=None)
    bags = [dictionary.doc2bow(words) for words in tokens]
    weights = models.TfidfModel(bags)
    weighted = [weights[bag] for bag in bags]
with peer.stage("svd"):
    lsi = models.LsiModel(weighted, id2word=dictionary, num_topics=200, random_seed=peer.seed)
    points = matutils.corpus2dense(lsi[weighted], lsi.num_topics, num_docs=len(weighted)).T
    points = normalize(np.nan_to_num(points[:, : len(lsi.projection.s)]))
with peer.stage("cluster"):
    clusters = KMeans(peer.clusters, n_init=3, random_state=peer.seed).fit_predict(points)
with peer.stage("terms"):
    rows = matutils.corpus2csc(weighted, num_terms=len(dictionary)).T.tocsr()
    names = [analyzer.readable(dictionary[column]) for column in range(len(dictionary))]
    terms = centroid_terms(rows, clusters, names)
peer.finish(clusters, terms)
