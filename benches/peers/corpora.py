"""The corpora of the comparison, drawn from the given files: the same papers on every run.

A draw orders papers by a hash of their identifier, so it depends neither on the order of the file nor on the version of a
random number generator.
"""

import collections
import contextlib
import csv
import hashlib
import io
import json
import pathlib
import subprocess

FIELDS = ("id", "title", "abstract", "authors", "categories", "versions", "update_date")


class Corpus:
    """A file of papers, one label per paper if there are labels, the number of clusters to ask for, and the number of papers."""

    def __init__(self, name, note, path, labels, clusters, papers):
        self.name, self.note, self.path, self.labels, self.clusters, self.papers = name, note, path, labels, clusters, papers


@contextlib.contextmanager
def opened(path):
    """The lines of a file, through the command `zstd` if its name ends in `.zst`."""
    if str(path).endswith(".zst"):
        with subprocess.Popen(["zstd", "-dc", str(path)], stdout=subprocess.PIPE) as process:
            yield io.TextIOWrapper(process.stdout, encoding="utf-8")
    else:
        with open(path, encoding="utf-8") as lines:
            yield lines


def primary(paper):
    """The primary category, which is the first."""
    return paper["categories"].split()[0]


def draw(papers, count):
    """The first `count` papers in the order of the hashes of their identifiers."""
    return sorted(papers, key=lambda paper: hashlib.sha256(paper["id"].encode()).digest())[:count]


def labelled(folder, name, count):
    """The first `count` papers of a labelled set."""
    folder = pathlib.Path(folder)
    plain = folder / f"{name}.jsonl"
    papers = []
    with opened(plain if plain.exists() else folder / f"{name}.jsonl.zst") as lines:
        for line in lines:
            papers.append(json.loads(line))
            if len(papers) == count:
                break
    with open(folder / f"{name}.labels.csv", newline="") as rows:
        label = {row["id"]: row["label"] for row in csv.DictReader(rows)}
    return papers, [label[paper["id"]] for paper in papers]


def computing(dump):
    """Papers with cs.DC as primary category. The label is the first cross-list, or empty if there is none."""
    with opened(dump) as lines:
        papers = [paper for line in lines if '"cs.DC' in line and primary(paper := json.loads(line)) == "cs.DC"]
    papers = draw(papers, 6000)
    return papers, [(paper["categories"].split() + [""])[1] for paper in papers]


def titles(dump, categories, each):
    """Titles without abstracts, `each` from each of the largest primary categories."""
    papers, labels = balanced(dump, categories, each)
    return [{**paper, "abstract": ""} for paper in papers], labels


def balanced(dump, categories, each):
    """`each` papers from each of the largest primary categories, shuffled by hash."""
    by_category = collections.defaultdict(list)
    with opened(dump) as lines:
        for line in lines:
            paper = json.loads(line)
            by_category[primary(paper)].append(paper)
    largest = sorted(by_category, key=lambda category: (-len(by_category[category]), category))[:categories]
    papers = draw([paper for category in largest for paper in draw(by_category[category], each)], None)
    return papers, [primary(paper) for paper in papers]


def spaced(dump, count):
    """`count` papers, evenly spaced over the dump."""
    with opened(dump) as lines:
        total = sum(1 for _ in lines)
    wanted = {position * total // count for position in range(count)}
    with opened(dump) as lines:
        return [json.loads(line) for number, line in enumerate(lines) if number in wanted]


def write(folder, name, note, papers, labels, clusters=None):
    """Writes the papers and labels of a corpus into the folder and returns the corpus. Leaves a file with the same papers untouched."""
    path, label_path = folder / f"{name}.jsonl", None
    text = "".join(json.dumps({field: paper.get(field) for field in FIELDS}) + "\n" for paper in papers)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    if labels:
        label_path = folder / f"{name}.labels.csv"
        with open(label_path, "w", newline="") as out:
            writer = csv.writer(out, lineterminator="\n")
            writer.writerow(["id", "label"])
            writer.writerows((paper["id"], label) for paper, label in zip(papers, labels) if label)
    clusters = clusters or len(set(filter(None, labels or [])))
    return Corpus(name, note, path, label_path, clusters, len(papers))


def quality_corpora(folder, names, labelled_folder, dump, count):
    """The corpora of the quality table, by name."""
    makers = {
        "cs20": lambda: write(
            folder, "cs20", f"first {count} of cs20: 20 computer-science categories",
            *labelled(labelled_folder, "cs20", count)),
        "mix30": lambda: write(
            folder, "mix30", f"first {count} of mix30: 30 categories across fields",
            *labelled(labelled_folder, "mix30", count)),
        "cs20-2000": lambda: write(
            folder, "cs20-2000", "first 2,000 of cs20, on which the slow systems run once a seed too",
            *labelled(labelled_folder, "cs20", 2000)),
        "mix30-2000": lambda: write(
            folder, "mix30-2000", "first 2,000 of mix30, on which the slow systems run once a seed too",
            *labelled(labelled_folder, "mix30", 2000)),
        "cs.DC": lambda: write(
            folder, "cs.DC", "6,000 papers of cs.DC alone; labels are first cross-lists where there are any",
            *computing(dump), 20),
        "titles": lambda: write(
            folder, "titles", "titles alone, 300 of each of the 20 largest categories", *titles(dump, 20, 300)),
        "small200": lambda: write(
            folder, "small200", "200 papers, 20 of each of the 10 largest categories", *balanced(dump, 10, 20)),
    }
    return [makers[name]() for name in names]
