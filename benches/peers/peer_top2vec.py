"""Top2Vec with doc2vec vectors, its own model and its fastest documented speed; topics reduced to the given number."""

from top2vec import Top2Vec

from contract import TERMS, Peer

peer = Peer(["found", "reduced"])
with peer.stage("cluster"):
    model = Top2Vec(peer.texts, embedding_model="doc2vec", speed="fast-learn", workers=2,
                    umap_args={"n_neighbors": 15, "n_components": 5, "metric": "cosine", "random_state": peer.seed})
    reduced = peer.variant == "reduced" and model.get_num_topics() > peer.clusters
    if reduced:
        model.hierarchical_topic_reduction(peer.clusters)
    clusters = model.get_documents_topics(list(range(len(peer.texts))), reduced=reduced)[0]
with peer.stage("terms"):
    words, _, numbers = model.get_topics(reduced=reduced)
    terms = {int(number): [str(word) for word in row[:TERMS]] for number, row in zip(numbers, words)}
peer.finish(clusters, terms)
