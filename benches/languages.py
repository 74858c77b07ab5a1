#!/usr/bin/env python3
"""Measures themes in other languages than English, on descriptions of Debian packages.

Usage, on Debian, from the project's root, after `cargo build --release`:

    apt-get -o Acquire::Languages="zh_CN,ja,ru,es,de,fr" update     (as root)
    python3 benches/languages.py --work FOLDER

A package's short and long description are title and abstract, and its section is the label. Sections of libraries and their
like, which say nothing of the subject, are left out, and so are packages with the description of another. Prints, per language,
the agreement of 30 groups with the sections and the outliers. Takes a minute.
"""

import argparse
import collections
import csv
import json
import pathlib
import re
import subprocess
import sys

LANGUAGES = ["zh_CN", "ja", "ru", "es", "de", "fr"]
LISTS = pathlib.Path("/var/lib/apt/lists")
NOT_SUBJECTS = {"debug", "doc", "introspection", "kernel", "libdevel", "libs", "localization", "metapackages", "oldlibs", "tasks"}
LEAST_CHARACTERS = 40
# A line that ends in a Chinese or Japanese letter goes on without a space.
BROKEN = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])")


def paragraphs(pattern):
    """The paragraphs of all lists whose names fit."""
    found = sorted(LISTS.glob(pattern))
    if not found:
        sys.exit(f"{LISTS} has no {pattern}: run the apt-get command above first")
    text = subprocess.run(["/usr/lib/apt/apt-helper", "cat-file", *found], capture_output=True, check=True).stdout
    return text.decode().split("\n\n")


def field(paragraph, name):
    found = re.search(rf"^{name}: (.*(?:\n .*)*)", paragraph, re.MULTILINE)
    return found and found[1]


def sections():
    """The section of every package."""
    of = {}
    for paragraph in paragraphs("*_dists_*_main_binary-*_Packages*"):
        name, section = field(paragraph, "Package"), field(paragraph, "Section")
        if name and section:
            of[name] = section.split("/")[-1]
    return of


def write(language, section_of, work):
    """Writes the papers and labels of a language, and returns their paths."""
    papers, labels = work / f"{language}.jsonl", work / f"{language}.labels.csv"
    seen = set()
    with papers.open("w") as lines, labels.open("w", newline="") as table:
        rows = csv.writer(table)
        rows.writerow(["id", "label"])
        for paragraph in paragraphs(f"*_main_i18n_Translation-{language.replace('_', '%5f')}*"):
            name, description = field(paragraph, "Package"), field(paragraph, "Description-[A-Za-z_]+")
            section = section_of.get(name)
            if not description or section is None or section in NOT_SUBJECTS:
                continue
            title, *rest = description.split("\n")
            body = BROKEN.sub("", " ".join(line.strip() for line in rest if line.strip() != "."))
            if len(body) < LEAST_CHARACTERS or body in seen:
                continue
            seen.add(body)
            lines.write(json.dumps({"id": name, "title": title, "abstract": body}, ensure_ascii=False) + "\n")
            rows.writerow([name, section])
    return papers, labels


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/thema")
    parser.add_argument("--work", type=pathlib.Path, required=True)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    section_of = sections()
    for language in LANGUAGES:
        papers, labels = write(language, section_of, options.work)
        run = options.work / f"run-{language}"
        subprocess.run([options.program, "run", papers, "--out", run, "--force", "--quiet", "--clusters", "30"], check=True)
        scores = subprocess.run([options.program, "eval", run, "--labels", labels], capture_output=True, text=True, check=True)
        outliers = collections.Counter(row["outlier"] for row in csv.DictReader((run / "papers.csv").open(newline="")))
        agreement = re.search(r"V-measure +([\d.]+)", scores.stdout)[1]
        aside = ", ".join(f"{count} {reason}" for reason, count in sorted(outliers.items()) if reason)
        print(f"{language:6} {sum(outliers.values()):6} papers  V-measure {agreement}  outliers: {aside or 'none'}", flush=True)


if __name__ == "__main__":
    main()
