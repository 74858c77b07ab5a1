#!/usr/bin/env python3
"""How often thema claims what it should not: strange texts among papers, and papers for an analyst's taxonomy.

    benches/evidence.py target/release/thema DUMP strangers [--papers 2500] [--seed 1]
    benches/evidence.py target/release/thema DUMP taxonomies [--papers 12000] [--seed 5] [--only tuneA]

DUMP is JSON lines in the schema of the Kaggle arXiv snapshot. The texts that are no papers are invented and stand in
tests/not_papers.jsonl; `tuned` says which kinds were looked at while bounds were chosen, the others were not. The
taxonomies in benches/evidence were written before any result was seen, and judged by categories with cross-lists;
those whose names begin with `tune` were looked at while rules were chosen. Needs Python's standard library only.
"""
import argparse
import csv
import json
import random
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent


def sample(dump, papers, seed):
    with open(dump, encoding="utf-8") as lines:
        lines = list(lines)
    return random.Random(seed).sample(lines, min(papers, len(lines)))


def repaired(identifier):
    """An identifier of arXiv as thema has it, when it went through a spreadsheet that took it for a number."""
    try:
        number = float(identifier)
    except ValueError:
        return identifier
    digits = 5 if number >= 1501 else 4
    return f"{number:0{5 + digits}.{digits}f}"


def run(thema, lines, folder, *arguments):
    (folder / "papers.jsonl").write_text("".join(lines), encoding="utf-8")
    command = [thema, "run", str(folder / "papers.jsonl"), "--out", str(folder / "run"), "-q", *arguments]
    subprocess.run(command, check=True)
    with open(folder / "run" / "papers.csv", encoding="utf-8", newline="") as table:
        return {row["id"]: row for row in csv.DictReader(table)}


def strangers(options, folder):
    papers = sample(options.dump, options.papers, options.seed)
    texts = [json.loads(line) for line in (HERE.parent / "tests/not_papers.jsonl").read_text("utf-8").splitlines()]
    lines = []
    for number, text in enumerate(texts):
        record = json.loads(papers[number % len(papers)])
        identifier = f"9901.{number:05}"
        record |= {"id": identifier, "title": text["title"], "abstract": text["abstract"], "doi": None, "authors": "A. N. Other"}
        record |= {"comments": None, "journal-ref": None}
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
        text["id"] = identifier
    rows = run(options.thema, papers + lines, folder, "--no-taxonomy", *options.with_flags)
    strange = {text["id"]: text for text in texts}
    for kinds in (True, False):
        of = [text for text in texts if text["tuned"] == kinds]
        aside = [text for text in of if text["id"] in rows and rows[text["id"]]["outlier"]]
        missed = Counter(text["kind"] for text in of if text not in aside)
        print(f"{'kinds looked at' if kinds else 'kinds not seen':16} {len(aside)} of {len(of)} set aside; missed {dict(missed)}")
    reasons = Counter(rows[key]["outlier"] for key in strange if key in rows)
    print("reasons of texts:", dict(reasons))
    honest = [row for key, row in rows.items() if key not in strange]
    aside = Counter(row["outlier"] for row in honest if row["outlier"])
    print(f"papers set aside: {sum(aside.values())} of {len(honest)} ({sum(aside.values()) / len(honest):.2%}) {dict(aside)}")


def taxonomies(options, folder):
    lines = sample(options.dump, options.papers, options.seed)
    categories = {}
    for line in lines:
        record = json.loads(line)
        categories[repaired(record["id"])] = set(record["categories"].split())
    for name, themes in json.loads((HERE / "evidence/categories.json").read_text()).items():
        if options.only and name != options.only:
            continue
        rows = run(options.thema, lines, folder, "--force", "--clusters", "40", "--taxonomy", str(HERE / f"evidence/{name}.toml"), *options.with_flags)
        scores = []
        for theme, wanted in themes.items():
            true = {key for key, of in categories.items() if of & set(wanted)}
            claimed = {key for key, row in rows.items() if row["theme"] == theme and not row["outlier"]}
            hits = len(true & claimed)
            precision, recall = hits / max(1, len(claimed)), hits / max(1, len(true))
            scores.append(2 * precision * recall / max(1e-9, precision + recall))
            print(f"  {theme:22} precision {precision:.2f} recall {recall:.2f} F1 {scores[-1]:.2f} claimed {len(claimed)} of {len(true)}")
        print(f"{name}: macro-F1 {sum(scores) / len(scores):.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("thema")
    parser.add_argument("dump")
    parser.add_argument("what", choices=["strangers", "taxonomies"])
    parser.add_argument("--papers", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("--with-flags", nargs="*", default=[])
    options = parser.parse_args()
    options.papers = options.papers or (2_500 if options.what == "strangers" else 12_000)
    with tempfile.TemporaryDirectory() as folder:
        (strangers if options.what == "strangers" else taxonomies)(options, Path(folder))


if __name__ == "__main__":
    main()
