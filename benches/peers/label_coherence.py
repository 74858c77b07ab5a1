"""Measures coherence and diversity of the terms of a run's themes: `label_coherence.py RUN PAPERS.jsonl [--first 6000]`.

The terms come from `themes.json`, the measures from `quality.py`, over the first papers of the corpus. Phrases are treated in
three ways: as their words (as in the comparison), as one token wherever the words are adjacent, and left out.
"""

import argparse
import itertools
import json
import pathlib

from contract import TERMS, TOKEN, read_papers
from quality import diversity, words_of


def c_npmi(topics, texts):
    """gensim's mean c_npmi of lists of tokens. Tokens that do not occur are left out."""
    from gensim.corpora import Dictionary
    from gensim.models.coherencemodel import CoherenceModel

    dictionary = Dictionary(texts)
    kept = [[word for word in topic if word in dictionary.token2id] for topic in topics]
    kept = [topic for topic in kept if len(topic) > 1]
    model = CoherenceModel(topics=kept, texts=texts, dictionary=dictionary, coherence="c_npmi", topn=TERMS, processes=1)
    return model.get_coherence()


def joined(tokens, phrases):
    """The tokens, with every phrase replaced by one token, longest phrases first."""
    text = " " + " ".join(tokens) + " "
    for phrase in phrases:
        text = text.replace(f" {phrase} ", f" {phrase.replace(' ', '_')} ")
    return text.split()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("corpus")
    parser.add_argument("--first", type=int, default=6000)
    arguments = parser.parse_args()
    report = json.loads((arguments.run / "themes.json").read_text(encoding="utf-8"))
    terms = [[term["text"].lower() for term in theme["terms"]][:TERMS] for theme in report["themes"] if theme["terms"]]
    texts = [TOKEN.findall(text.lower()) for text in read_papers(arguments.corpus)[1][: arguments.first]]
    words = [words_of(topic) for topic in terms]
    phrases = sorted({term for term in itertools.chain(*terms) if " " in term}, key=lambda phrase: (-len(phrase), phrase))
    print(f"phrases as words   c_npmi {c_npmi(words, texts):.4f}  diversity {diversity(words):.4f}")
    as_one = [[term.replace(" ", "_") for term in topic] for topic in terms]
    with_phrases = [joined(tokens, phrases) for tokens in texts]
    print(f"phrases as tokens  c_npmi {c_npmi(as_one, with_phrases):.4f}  diversity {diversity(as_one):.4f}")
    print(f"phrases left out   c_npmi {c_npmi(terms, texts):.4f}  ({len(phrases)} phrases)")


if __name__ == "__main__":
    main()
