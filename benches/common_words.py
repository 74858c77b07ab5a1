#!/usr/bin/env python3
"""Writes crates/themes/data/common_words_en.txt: the words that at least one in fifty papers of arXiv has.

    benches/common_words.py DUMP STOP_WORDS > crates/themes/data/common_words_en.txt

DUMP is JSON lines in the schema of the Kaggle arXiv snapshot, STOP_WORDS is crates/features/data/stop_words_en.txt.
"""
import json
import re
import sys
from collections import Counter

WORD = re.compile(r"[^\W_]{2,}")
SHARE = 0.02


def main():
    dump, stop_words = sys.argv[1:]
    with open(stop_words, encoding="utf-8") as lines:
        stops = {line.strip().lower() for line in lines if not line.startswith("#")}
    papers, held = 0, Counter()
    with open(dump, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            papers += 1
            held.update(set(WORD.findall(f"{record['title']} {record['abstract']}".lower())))
    common = (word for word, count in held.items() if count >= SHARE * papers and word not in stops)
    print(f"# Words of at least one in fifty of {papers:,} arXiv papers (title and abstract, metadata as of")
    print("# 2020-01-01, CC0 1.0), by benches/common_words.py. Stop words are left out.")
    print("\n".join(sorted(word for word in common if re.fullmatch("[a-z]+", word))))


if __name__ == "__main__":
    main()
