#!/usr/bin/env python3
"""Renders data/sample/master.jsonl, the one source of the sample corpus, into the formats that thema reads.

Usage: python3 data/make_sample.py [--check]

Writes data/sample/papers/ (what a first run reads: five formats, some papers in two of them), data/sample/labels.csv,
and data/sample/forty/ (the same forty papers in every text format). With --check it writes nothing and exits with 1
if a file differs from what it would write. Standard library only; the same bytes on every run.
"""

import csv
import datetime
import email.utils
import io
import json
import pathlib
import sys
import textwrap
from xml.sax.saxutils import escape

SAMPLE = pathlib.Path(__file__).resolve().parent / "sample"
HARVESTED = "2026-05-04T06:00:00Z"
LISTED = datetime.date(2026, 5, 4)
GREEK = {r"\epsilon": "ε", r"\delta": "δ", r"\Delta": "Δ", r"\Theta": "Θ", r"\Omega": "Ω", r"\Sigma": "Σ"}
SUBJECTS = {
    "astro-ph.IM": "Instrumentation and Methods for Astrophysics",
    "cs.AI": "Artificial Intelligence",
    "cs.AR": "Hardware Architecture",
    "cs.CE": "Computational Engineering, Finance, and Science",
    "cs.CL": "Computation and Language",
    "cs.CR": "Cryptography and Security",
    "cs.CV": "Computer Vision and Pattern Recognition",
    "cs.CY": "Computers and Society",
    "cs.DB": "Databases",
    "cs.DC": "Distributed, Parallel, and Cluster Computing",
    "cs.DS": "Data Structures and Algorithms",
    "cs.ET": "Emerging Technologies",
    "cs.GT": "Computer Science and Game Theory",
    "cs.IT": "Information Theory",
    "cs.LG": "Machine Learning",
    "cs.LO": "Logic in Computer Science",
    "cs.MA": "Multiagent Systems",
    "cs.MS": "Mathematical Software",
    "cs.NA": "Numerical Analysis",
    "cs.NI": "Networking and Internet Architecture",
    "cs.OS": "Operating Systems",
    "cs.PF": "Performance",
    "cs.PL": "Programming Languages",
    "cs.SC": "Symbolic Computation",
    "cs.SE": "Software Engineering",
    "eess.SP": "Signal Processing",
    "eess.SY": "Systems and Control",
    "math.OC": "Optimization and Control",
    "physics.comp-ph": "Computational Physics",
    "q-bio.QM": "Quantitative Methods",
    "quant-ph": "Quantum Physics",
}


def moment(text):
    """The datetime of an ISO 8601 text that ends in Z."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def wrapped(text, first="", rest=""):
    """Text in lines of at most 79 characters, as arXiv stores titles and abstracts."""
    return textwrap.fill(text, 79, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                         break_on_hyphens=False)


def greek(text):
    """Text with the LaTeX names of Greek letters as the letters, as web pages show them."""
    for name, letter in GREEK.items():
        text = text.replace(name, letter)
    return text


def atom(papers):
    """An arXiv API response, Atom XML."""
    namespace = 'xmlns:arxiv="http://arxiv.org/schemas/atom"'
    search = 'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"'
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        '  <link href="http://arxiv.org/api/query?search_query%3Dcat%3Acs.DC" rel="self" type="application/atom+xml"/>',
        '  <title type="html">ArXiv Query: search_query=cat:cs.DC&amp;id_list=&amp;start=0&amp;max_results=100</title>',
        "  <id>http://arxiv.org/api/sampleSampleSampleSampleSam</id>",
        f"  <updated>{HARVESTED}</updated>",
        f"  <opensearch:totalResults {search}>{len(papers)}</opensearch:totalResults>",
        f"  <opensearch:startIndex {search}>0</opensearch:startIndex>",
        f"  <opensearch:itemsPerPage {search}>{len(papers)}</opensearch:itemsPerPage>",
    ]
    for paper in papers:
        versioned = f"{paper['id']}v{len(paper['versions'])}"
        out += [
            "  <entry>",
            f"    <id>http://arxiv.org/abs/{versioned}</id>",
            f"    <updated>{paper['versions'][-1]}</updated>",
            f"    <published>{paper['versions'][0]}</published>",
            f"    <title>{escape(wrapped(paper['title'], rest='  '))}</title>",
            f"    <summary>{escape(wrapped(paper['abstract'], first='  '))}",
            "</summary>",
        ]
        for author in paper["authors"]:
            out += ["    <author>", f"      <name>{escape(author)}</name>", "    </author>"]
        if "comment" in paper:
            out.append(f"    <arxiv:comment {namespace}>{escape(paper['comment'])}</arxiv:comment>")
        out += [
            f'    <link href="http://arxiv.org/abs/{versioned}" rel="alternate" type="text/html"/>',
            f'    <link title="pdf" href="http://arxiv.org/pdf/{versioned}" rel="related" type="application/pdf"/>',
            f'    <arxiv:primary_category {namespace} term="{paper["categories"][0]}" '
            'scheme="http://arxiv.org/schemas/atom"/>',
        ]
        for category in paper["categories"]:
            out.append(f'    <category term="{category}" scheme="http://arxiv.org/schemas/atom"/>')
        out.append("  </entry>")
    return "\n".join([*out, "</feed>", ""])


def api_text(papers, separator):
    """An arXiv API response with its tags gone; `separator` stands between the fields."""
    fields = ["https://arxiv.org/api/sampleSampleSampleSampleSam", HARVESTED, str(len(papers)), "0", str(len(papers))]
    for paper in papers:
        fields += [
            f"http://arxiv.org/abs/{paper['id']}v{len(paper['versions'])}",
            paper["title"],
            paper["versions"][-1],
            paper["abstract"],
            paper["versions"][0],
            *([paper["comment"]] if "comment" in paper else []),
            *paper["authors"],
        ]
    return separator.join(fields) + "\n"


def listing_text(papers):
    """arXiv's page of new submissions, cross-lists and replacements in cs.DC, as text."""
    total = f"Total of {len(papers)} entries\n"
    new = [p for p in papers if p["categories"][0] == "cs.DC" and len(p["versions"]) == 1]
    cross = [p for p in papers if p["categories"][0] != "cs.DC" and len(p["versions"]) == 1]
    replaced = [p for p in papers if len(p["versions"]) > 1]
    day = f"{LISTED:%A}, {LISTED.day} {LISTED:%B %Y}"
    out = [
        "Distributed, Parallel, and Cluster Computing\n",
        "  • New submissions\n  • Cross-lists\n  • Replacements\n",
        "See recent articles\n",
        f"Showing new listings for {day}\n",
        total,
    ]
    number = 0
    for name, section in (("New", new), ("Cross", cross), ("Replacement", replaced)):
        if not section:
            continue
        out.append(f"{name} submissions (showing {len(section)} of {len(section)} entries)\n")
        for paper in section:
            number += 1
            note = {"New": "", "Replacement": " (replaced)", "Cross": f" (cross-list from {paper['categories'][0]})"}
            lines = [f"[{number}] arXiv:{paper['id']}{note[name]} [pdf, html, other]", f"Title: {paper['title']}"]
            lines.append(", ".join(paper["authors"]))
            if "comment" in paper:
                lines.append(f"Comments: {paper['comment']}")
            lines.append("Subjects: " + "; ".join(f"{SUBJECTS[c]} ({c})" for c in paper["categories"]))
            out += ["\n".join(lines) + "\n", paper["abstract"] + "\n"]
    return "\n".join([*out, total])


def kaggle(papers):
    """The Kaggle arXiv metadata snapshot, one JSON object a line."""
    out = []
    for paper in papers:
        versions = [
            {"version": f"v{n}", "created": email.utils.format_datetime(moment(created), usegmt=True)}
            for n, created in enumerate(paper["versions"], 1)
        ]
        names = [author.rsplit(" ", 1) for author in paper["authors"]]
        record = {
            "id": paper["id"],
            "submitter": paper["authors"][0],
            "authors": ", ".join(paper["authors"]),
            "title": wrapped(paper["title"], rest="  "),
            "comments": paper.get("comment"),
            "journal-ref": None,
            "doi": None,
            "report-no": None,
            "categories": " ".join(paper["categories"]),
            "license": "http://creativecommons.org/publicdomain/zero/1.0/",
            "abstract": wrapped(paper["abstract"], first="  ") + "\n",
            "versions": versions,
            "update_date": paper["versions"][-1][:10],
            "authors_parsed": [[family, given, ""] for given, family in names],
        }
        out.append(json.dumps(record) + "\n")
    return "".join(out)


def pith(papers):
    """A Pith listing page as text: newest first, no identifiers, no authors."""
    out = ["pith. machine review for the scientific record. sign in\n", "cs.DC\n",
           "Distributed, Parallel, and Cluster Computing\n"]
    for paper in sorted(papers, key=lambda paper: paper["versions"][-1], reverse=True):
        out += [
            f"0\n{paper['categories'][0]} {paper['versions'][-1][:10]} Recognition\n",
            paper["headline"] + "\n",
            greek(paper["title"]) + "\n",
            paper["subheadline"] + "\n",
            f"Figure from the paper full image\nabstract click to expand\n{greek(paper['abstract'])}\n0",
        ]
    return "\n".join([*out, "", "browse all of cs.DC → full archive · search · sub-categories", ""])


def inference_report(papers):
    """A page of The Inference Report as text: title, category, abstract."""
    out = ["The Inference Report\n", f"{LISTED:%B} {LISTED.day}, {LISTED.year}\nResearch Papers — Focused\n",
           "Invented papers for tests of a reader, with no review.\n", "Showing of papers\n"]
    for paper in papers:
        out += [f"{greek(paper['title'])} {paper['categories'][0]}\n", greek(paper["abstract"]) + "\n"]
    return "\n".join(out)


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
        "papers/arxiv-api.txt": api_text(of("arxiv-api.txt"), " "),
        "papers/arxiv-api.xml": atom(of("arxiv-api.xml")),
        "papers/arxiv-new.txt": listing_text(of("arxiv-new.txt")),
        "papers/arxiv-snapshot.jsonl": kaggle(first_versions(of("arxiv-snapshot.jsonl"))),
        "papers/pith-listing.txt": pith(of("pith-listing.txt")),
        "forty/arxiv-api-text.txt": api_text(forty, " "),
        "forty/arxiv-api-text-joined.txt": api_text(forty, ""),
        "forty/arxiv-atom.xml": atom(forty),
        "forty/arxiv-listing-text.txt": listing_text(forty),
        "forty/inference-report.txt": inference_report(forty),
        "forty/kaggle-jsonl.jsonl": kaggle(forty),
        "forty/pith-listing.txt": pith(forty),
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
                print(f"{path} is not what data/make_sample.py writes", file=sys.stderr)
                stale = 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
