"""tomotopy: LDA with as many topics as clusters; a paper belongs to its heaviest topic."""

import os

import numpy as np
import tomotopy

from contract import TERMS, Peer, StemAnalyzer

ITERATIONS = 500

peer = Peer(["lda"])
analyzer = StemAnalyzer()
with peer.stage("vectorise"):
    model = tomotopy.LDAModel(tw=tomotopy.TermWeight.IDF, min_df=5 if len(peer.texts) >= 1000 else 2, rm_top=20,
                              k=peer.clusters, seed=peer.seed)
    # tomotopy skips a paper without words, which would shift the rest.
    for text in peer.texts:
        model.add_doc(analyzer(text) or ["nothing"])
with peer.stage("cluster"):
    model.train(ITERATIONS, workers=os.cpu_count())
    clusters = [int(np.argmax(document.get_topic_dist())) for document in model.docs]
with peer.stage("terms"):
    terms = {
        topic: [analyzer.readable(stem) for stem, _ in model.get_topic_words(topic, top_n=TERMS)]
        for topic in sorted(set(clusters))
    }
peer.finish(clusters, terms)
