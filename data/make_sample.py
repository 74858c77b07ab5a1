#!/usr/bin/env python3
"""Renders data/sample/master.jsonl, the one source of the sample corpus, into the formats that thema reads.

Usage: python3 data/make_sample.py [--check]

Writes data/sample/papers/ (what a first run reads: five formats, some papers in two of them), data/sample/labels.csv,
and data/sample/forty/ (the same forty papers in every text format). With --check it writes nothing and exits with 1
if a file differs from what it would write. Standard library only; the same bytes on every run.
"""

import csv
import io
import json
import pathlib
import sys

from sample_formats import arxiv, exports, pages

SAMPLE = pathlib.Path(__file__).resolve().parent / "sample"


def labels(papers):
    """id, label (ten), theme (of the built-in taxonomy), title."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["id", "label", "theme", "title"])
    writer.writerows([p["id"], p["label"], p["theme"], p["title"]] for p in papers)
    return text.getvalue()


def first_versions(papers):
    """Papers whose title changed as their first version stood."""
    return [
        {**p, "title": p["earlier_title"], "versions": p["versions"][:1]} if "earlier_title" in p else p for p in papers
    ]


def render(master):
    """Every file to write, by its path under data/sample."""

    def of(name):
        return [paper for paper in master if name in paper["files"]]

    forty = [{k: v for k, v in paper.items() if k != "earlier_title"} for paper in master if "headline" in paper]
    return {
        "labels.csv": labels(master),
        "papers/arxiv-api.txt": arxiv.api_text(of("arxiv-api.txt"), " "),
        "papers/arxiv-api.xml": arxiv.atom(of("arxiv-api.xml")),
        "papers/arxiv-new.txt": arxiv.listing_text(of("arxiv-new.txt")),
        "papers/arxiv-snapshot.jsonl": arxiv.kaggle(first_versions(of("arxiv-snapshot.jsonl"))),
        "papers/pith-listing.txt": pages.pith(of("pith-listing.txt")),
        "forty/arxiv-api-text.txt": arxiv.api_text(forty, " "),
        "forty/arxiv-api-text-joined.txt": arxiv.api_text(forty, ""),
        "forty/arxiv-atom.xml": arxiv.atom(forty),
        "forty/arxiv-feed.xml": arxiv.rss(forty),
        "forty/arxiv-listing-html.html": arxiv.listing_html(forty),
        "forty/arxiv-listing-text.txt": arxiv.listing_text(forty),
        "forty/bibtex.bib": exports.bibtex(forty),
        "forty/biorxiv.json": exports.biorxiv(forty),
        "forty/crossref.json": exports.crossref(forty),
        "forty/csl-json.json": exports.csl_json(forty),
        "forty/csv.csv": exports.delimited(forty, ","),
        "forty/datacite.jsonl": exports.datacite(forty),
        "forty/dblp.xml": exports.dblp(forty),
        "forty/endnote.enw": exports.endnote(forty),
        "forty/endnote-xml.xml": exports.endnote_xml(forty),
        "forty/inference-report.txt": pages.inference_report(forty),
        "forty/kaggle-jsonl.jsonl": arxiv.kaggle(forty),
        "forty/lines.txt": exports.lines(forty),
        "forty/ndjson.jsonl": exports.ndjson(forty),
        "forty/nbib.nbib": exports.nbib(forty),
        "forty/oai-pmh-arxiv.xml": arxiv.oai(forty, "arXiv"),
        "forty/oai-pmh-arxivraw.xml": arxiv.oai(forty, "arXivRaw"),
        "forty/oai-pmh-dc.xml": arxiv.oai(forty, "oai_dc"),
        "forty/openalex.jsonl": exports.openalex(forty),
        "forty/pith-listing.txt": pages.pith(forty),
        "forty/pubmed.xml": exports.pubmed(forty),
        "forty/ris.ris": exports.ris(forty),
        "forty/semantic-scholar.jsonl": exports.semantic_scholar(forty),
        "forty/tsv.tsv": exports.delimited(forty, "\t"),
        "forty/web-of-science.txt": exports.web_of_science(forty),
    }


def main(arguments):
    """Writes the files, or with --check compares them; gives the exit code."""
    with open(SAMPLE / "master.jsonl", encoding="utf-8") as lines:
        master = [json.loads(line) for line in lines]
    stale = 0
    for name, text in render(master).items():
        path = SAMPLE / name
        if "--check" in arguments:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                print(f"{path} differs from what data/make_sample.py writes", file=sys.stderr)
                stale = 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
