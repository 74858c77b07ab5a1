"""Writes coherence.json: documents, topics, and the coherence that gensim 4.4.0 gives them.

Run with gensim 4.4.0 installed: python make_coherence.py
"""

import json
import pathlib
import random

from gensim.corpora import Dictionary
from gensim.models.coherencemodel import CoherenceModel

TERMS = 24
DOCUMENTS = 80
TOPICS = [list(range(0, 6)), list(range(6, 12)), [0, 6, 12, 18, 23], list(range(12, 20)), [22, 3]]
LONGER_THAN_ANY_DOCUMENT = 1000


def main():
    generator = random.Random(5)
    documents = []
    for _ in range(DOCUMENTS):
        theme = generator.randrange(4)
        own = [6 * theme + generator.randrange(6) for _ in range(generator.randrange(2, 7))]
        other = [generator.randrange(TERMS) for _ in range(generator.randrange(0, 4))]
        documents.append(sorted(set(own + other)))
    texts = [[str(term) for term in document] for document in documents]
    dictionary = Dictionary(texts)
    topics = [[str(term) for term in topic] for topic in TOPICS]

    def coherence(measure):
        model = CoherenceModel(
            topics=topics, texts=texts, dictionary=dictionary, coherence=measure,
            window_size=LONGER_THAN_ANY_DOCUMENT, topn=64, processes=1,
        )
        return [round(float(value), 9) for value in model.get_coherence_per_topic()]

    expected = {
        "terms": TERMS,
        "documents": documents,
        "topics": TOPICS,
        "c_npmi": coherence("c_npmi"),
        "c_v": coherence("c_v"),
    }
    path = pathlib.Path(__file__).with_name("coherence.json")
    path.write_text(json.dumps(expected, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
